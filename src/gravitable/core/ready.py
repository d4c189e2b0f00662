"""Whether a game can begin at once on this machine, told without loading its rules.

A server asks that before it shows its first page, and to load Numba and all rules takes longer than the page.
"""

from __future__ import annotations

from gravitable.core.kernel_cache import is_compiled
from gravitable.core.kernel_cache import package_of as folder_of
from gravitable.core.package import GamePackage, package_of


def is_ready(game: str) -> bool:
    """Say whether nothing has to be compiled any more, neither for a game nor for its bots; raises UnknownGame."""
    package = package_of(game)
    has_bots = package.bots is None or is_compiled(*what_bots_compile(package))
    return has_bots and is_compiled(*what_rules_compile(package))


def what_rules_compile(package: GamePackage) -> tuple[str, str]:
    """Return the package whose kernels the rules of a game are, and what people are told when they are compiled."""
    return folder_of(package.rules.partition(":")[0]), f"the rules of {package.title}"


def what_bots_compile(package: GamePackage) -> tuple[str, str]:
    """Return the same for a game's bots."""
    return "bots", f"the bots of {package.title}"
