"""Training notes made of hand-written skeletons, clinical text, lists and open corpora."""
