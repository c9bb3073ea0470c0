"""What happens when a person does something: the desk is asked, the panels are shown what came of it."""
