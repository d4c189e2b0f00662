"""The daily challenge and contests: the same deals for many people."""
