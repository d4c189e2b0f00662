"""Views and events with hidden things shuffled: no byte that a viewer is sent may change.

One comparison is one whole message as the server makes it: ``state`` (the view, the events of the last step, the legal
actions) or ``tried`` (the same with previews of all actions), for one viewer, made once of the game and once of a game
in which everything that this viewer cannot see was filled in anew. Compared byte for byte; the field ``head`` alone is
blanked, since it hashes hidden things with a key that nobody has before the end.
"""

from __future__ import annotations

import itertools
import random
from functools import cache

from gravitable.core.contract import SPECTATOR
from gravitable.core.errors import BadOption
from gravitable.core.registry import rules_of
from gravitable.server.play.match import Match
from gravitable.server.play.views import StateTexts
from server.test_wire_leaks import headless, messages_for, shuffled, some_matches
from soaking.progress import Json, add

SHUFFLES = 4
WHOLE_LOG_EVERY = 25
"""How often the whole log is compared rather than its last step."""
_GOODIES = ("tile", "double", "teleport")
_FLAGS = ("no_secrets", "hardcore", "warp_gate", "chaos")
Variant = tuple[str, int, Json]


@cache
def variants() -> list[Variant]:
    """Return every game, number of players and set of options that can be played."""
    found: list[Variant] = []
    for players, expert, taken in itertools.product(range(2, 7), (False, True), _subsets(_GOODIES)):
        found.append(("superstar", players, {"expert": expert, "goodies": list(taken)}))
    for players, flags in itertools.product(range(1, 5), _subsets(_FLAGS)):
        found.append(("gravwell", players, dict.fromkeys(flags, True)))
    found = [variant for variant in found if _can_be_played(*variant)]
    random.Random(1).shuffle(found)  # so that a short run sees some of everything
    return found


def _can_be_played(name: str, players: int, options: Json) -> bool:
    try:
        rules_of(name).settle(players, options)
    except BadOption:  # some do not go with playing alone
        return False
    return True


def _subsets(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [taken for size in range(len(names) + 1) for taken in itertools.combinations(names, size)]


def comparisons(kept: Json, left: int) -> None:
    """Compare along one random game of the next variant."""
    game = kept.get("games", 0)
    name, players, options = variants()[game % len(variants())]
    matches = some_matches(name, players, options, seed=game, most=400)
    counts = {"done": 0, "differed": 0, "leaked": 0}
    for number, match in enumerate(matches):
        if not match.over and counts["done"] < left:
            _compare(match, number, counts)
    assert not counts["leaked"], (
        f"{name} {players} {options} seed {game}: {counts['leaked']} messages changed"
    )
    add(kept, games=1, **{name: counts["done"]}, **counts)
    kept["variants"] = min(kept["games"], len(variants()))


def _compare(match: Match, number: int, counts: dict[str, int]) -> None:
    rng = random.Random(number)
    for viewer in (SPECTATOR, *match.players):
        told = _whole_log if number % WHOLE_LOG_EVERY == 0 else messages_for
        expected = headless(told(match, viewer))
        for _ in range(SHUFFLES):
            other = shuffled(match, viewer, rng.getrandbits(32))
            counts["differed"] += other.game.states.tobytes() != match.game.states.tobytes()
            got = headless(told(other, viewer))
            counts["leaked"] += sum(a != b for a, b in zip(expected, got, strict=True))
            counts["done"] += len(expected)


def _whole_log(match: Match, viewer: int) -> list[str]:
    return [StateTexts(match).text(None if viewer == SPECTATOR else viewer, 0)]
