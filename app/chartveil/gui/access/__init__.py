"""What opens the store: chosen, asked for, restored, and the window hidden until it is known again."""
