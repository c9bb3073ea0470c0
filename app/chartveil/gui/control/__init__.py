"""What happens when a person does something: the service is asked, the panels are shown what came of it."""
