"""``python -m chartveil``."""

from chartveil.cli.main import main

main()
