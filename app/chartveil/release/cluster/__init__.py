"""Runs past one machine: files are cut into shards, which processes here or of a cluster work on."""
