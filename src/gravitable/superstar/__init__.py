"""Gravity Superstar: rules, views, notation and drawings. ``rules.RULES`` is its face to the rest."""

from gravitable.core.package import GamePackage

GAME = GamePackage(
    name="superstar",
    title="Gravity Superstar",
    text="Every superstar has a gravity of its own. Jump, turn, fall, and snatch the stars on the way.",
    rules="gravitable.superstar.rules:rules_for",
    versions=(1,),
    place=1,
    doors="gravitable.superstar.entry",
    simulate="gravitable.superstar.simulate:simulate",
    terminal="gravitable.cli.touches.superstar:TOUCH",
    bots="gravitable.bots.kernels.superstar",
    environments="gravitable.envs.labs.superstar:LAB",
    scores="gravitable.superstar.describe:scores",
    client="superstar",
)
