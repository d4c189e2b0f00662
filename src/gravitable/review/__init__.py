"""Reviews: every game can be understood afterwards. See ``docs/review.md`` for all definitions."""
