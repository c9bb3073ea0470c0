"""When things were: what a note says of time, when it means, and how a case report writes it."""
