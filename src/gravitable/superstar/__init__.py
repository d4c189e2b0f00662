"""Gravity Superstar: rules, views, notation and drawings. The rest of the program uses ``rules.RULES``."""

from gravitable.core.package import Command, GamePackage

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
    stage="gravitable.cli.stages.superstar:STAGE",
    bots="gravitable.bots.minds.superstar:MIND",
    daily="gravitable.superstar.daily:DAILY",
    puzzles="gravitable.puzzles.superstar:QUIZ",
    shelf="gravitable.puzzles:data/superstar.jsonl.xz",
    moves="gravitable.superstar.drawing.moves:draw_moves",
    gains="gravitable.superstar.gains:GAINS",
    training="gravitable.learn.schools.superstar:SCHOOL",
    environments="gravitable.envs.labs.superstar:LAB",
    openspiel="gravitable.envs.openspiel.superstar",
    commands=(
        Command(
            "tiles",
            "Check, show and measure planet tiles of Gravity Superstar.",
            "gravitable.cli.touches.superstar_tiles:app",
        ),
    ),
    scores="gravitable.superstar.describe:scores",
    compared="gravitable.superstar.describe:compared",
    lessons="gravitable.superstar",
    client="superstar",
)
