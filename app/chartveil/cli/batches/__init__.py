"""What ``deid`` and ``cluster`` share."""
