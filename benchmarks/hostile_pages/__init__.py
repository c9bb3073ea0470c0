"""Pages that hide text, show text that no layer holds, or look unlike pages, and a judge of their copies."""
