"""The compiled parts of the environments, two files for each game: what a seat sees, and taking a step."""
