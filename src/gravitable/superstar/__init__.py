"""Gravity Superstar: rules, views, notation and drawings. ``rules.RULES`` is its face to the rest."""
