"""Gold readers, metrics, agreement, sampling, ablation: pure functions over gold and predicted spans."""
