"""Gold readers, metrics, agreement, sampling: pure functions over gold and predicted spans."""
