"""The command line. Commands parse, call the service, and show; nothing else."""
