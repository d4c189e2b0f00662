"""Tournaments between bots: the same boards and deals for all, seats rotated, ratings, and a report.

``plan`` says who plays whom on which deal, ``play`` plays one game of it, ``runners`` play many at once, ``journal``
keeps the results as they come, ``standings`` counts and rates, ``report`` draws.
"""
