"""The long soak, ``make soak-long``: stages that can be stopped at any moment and go on where they were.

``progress.py`` keeps the counts, one file per stage does the work, ``report.py`` writes docs/soak.md from the counts.
"""
