"""Tables as small clinics export them: which operator each column gets, and how fast tables are worked on."""
