"""Gravwell: race out of a spiral where every ship drags at every other."""

from gravitable.core.package import GamePackage

GAME = GamePackage(
    name="gravwell",
    title="Gravwell",
    text="Escape from a black hole. Whoever is nearest pulls you, for better or for worse.",
    rules="gravitable.gravwell.rules:rules_for",
    versions=(1,),
    place=2,
    doors="gravitable.gravwell.entry",
    simulate="gravitable.gravwell.simulate:simulate",
    terminal="gravitable.cli.touches.gravwell:TOUCH",
    stage="gravitable.cli.stages.gravwell:STAGE",
    bots="gravitable.bots.minds.gravwell:MIND",
    daily="gravitable.gravwell.daily:DAILY",
    puzzles="gravitable.puzzles.gravwell:QUIZ",
    shelf="gravitable.puzzles:data/gravwell.jsonl.xz",
    moves="gravitable.gravwell.drawing.moves:draw_moves",
    gains="gravitable.gravwell.gains:GAINS",
    training="gravitable.learn.schools.gravwell:SCHOOL",
    environments="gravitable.envs.labs.gravwell:LAB",
    openspiel="gravitable.envs.openspiel.gravwell",
    ahead="gravitable.gravwell.ahead:AHEAD",
    outlook="gravitable.gravwell.outlook:outlook",
    spread="gravitable.gravwell.spread:spread",
    scores="gravitable.gravwell.describe:scores",
    compared="gravitable.gravwell.describe:compared",
    lessons="gravitable.gravwell",
    client="gravwell",
)
