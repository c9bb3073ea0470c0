"""What a run costs a note, by which runs of many machines are planned (docs/scale.md)."""
