"""Sunskim: dive at the sun, and pull up in time."""

from gravitable.core.package import GamePackage

GAME = GamePackage(name="sunskim", title="Sunskim", rules="sunskim.rules:rules_for", versions=(1, 2))
