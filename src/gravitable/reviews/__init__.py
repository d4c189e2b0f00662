"""Reviews: every game can be understood afterwards. See ``docs/review.md`` for all definitions.

``gravitable.review(record)`` gives a whole one, ``review_steps`` one in the making. ``moments`` replays the game,
``judges`` ask the reference, ``curve``, ``decisions`` and ``seats`` are the three parts, ``sentences`` puts a decision
into words of the game.
"""
