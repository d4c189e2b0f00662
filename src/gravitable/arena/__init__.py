"""Tournaments between bots: games, ratings and a report."""
