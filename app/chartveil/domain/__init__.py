"""What everything else is made of: documents, spans, labels, policies, errors. Imports nothing of ours."""
