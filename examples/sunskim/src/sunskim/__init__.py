"""Sunskim: dive at the sun, and pull up in time."""

from gravitable.core.package import GamePackage

GAME = GamePackage(
    name="sunskim",
    title="Sunskim",
    text="Dive at the sun, and pull up in time: the closer, the brighter, but not alone, and not too close.",
    rules="sunskim.rules:rules_for",
    versions=(1, 2),
)
