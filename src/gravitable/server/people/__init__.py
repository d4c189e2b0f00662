"""People, their names and their ratings."""
