"""What reviewers do with proposals: decisions, order by risk, agreement of two readers. No Qt, no files."""
