"""What one action of Gravwell gains over another, for reviews."""

from __future__ import annotations

from typing import Final

from gravitable.core.chance import generator
from gravitable.core.gains import LATER, Course, Gain, GainTable, GainWords
from gravitable.core.state import States
from gravitable.gravwell import data, notation
from gravitable.gravwell.outlook import outlook
from gravitable.gravwell.view_types import Outlook

SAMPLES: Final = 1000
_LEAST_SPACES: Final = 0.5
_LEAST_SHARE: Final = 0.05

WORDS: Final = {
    "pulled-forward": GainWords("pulled forward, not back", "pulled forward, not back"),
    "spaces": GainWords("one space more on average", "{amount} spaces more on average"),
    "spaces-later": GainWords(
        "one space farther at the end of the expected line",
        "{amount} spaces farther at the end of the expected line",
    ),
    "gate": GainWords(
        "one point more chance to pass the Warp Gate", "{amount} points more chance to pass the Warp Gate"
    ),
    "rival-back": GainWords(
        "seat {seat} comes one space less far on average",
        "seat {seat} comes {amount} spaces less far on average",
    ),
    "stop-kept": GainWords("the Emergency Stop is kept", "the Emergency Stop is kept"),
    "card-kept": GainWords("{what} is kept for later", "{what} is kept for later"),
    "standard": GainWords("{what} takes the ship one space", "{what} takes the ship {amount} spaces"),
    "repulsor": GainWords(
        "{what} is a repulsor and flies one space away from the nearest ship",
        "{what} is a repulsor and flies {amount} spaces away from the nearest ship",
    ),
    "tractor": GainWords(
        "{what} is a tractor beam and draws everybody one space nearer",
        "{what} is a tractor beam and draws everybody {amount} spaces nearer",
    ),
    LATER: GainWords("nothing at once, it pays later on", "nothing at once, it pays later on"),
}


def compare(masked: States, seat: int, taken: Course, better: Course) -> list[Gain]:
    """Return what the better action has over the one taken, the most telling first."""
    if data.ACT_STACK <= better.action < data.ACT_STOP:
        return _drafted(int(masked["stack_up"][0][better.action - data.ACT_STACK]))
    before = float(masked["position"][0][seat])
    ahead, behind = (
        outlook(masked, seat, course.action, generator(0), SAMPLES) for course in (better, taken)
    )
    gains = [*_own(before, ahead, behind), *_rivals(ahead, behind), *_later(seat, taken, better)]
    if taken.action == data.ACT_STOP:
        gains.append(Gain("stop-kept"))
    if taken.action < data.ACT_STACK and not gains:
        gains.append(Gain("card-kept", 1.0, (notation.text(taken.action),)))
    return gains


def _drafted(up: int) -> list[Gain]:
    """Return what the cards can do that lie face up on a stack, the rarest kind first."""
    cards = [card for card in range(len(data.LETTERS)) if up >> card & 1]
    return [
        Gain(data.CARD_KINDS[data.KIND[card]], float(data.VALUE[card]), (data.LETTERS[card],))
        for card in sorted(cards, key=lambda card: (-data.KIND[card], -data.VALUE[card]))
    ]


def _own(before: float, ahead: Outlook, behind: Outlook) -> list[Gain]:
    gains = []
    if ahead.own.mean > before > behind.own.mean:
        gains.append(Gain("pulled-forward"))
    if (spaces := ahead.own.mean - behind.own.mean) >= _LEAST_SPACES:
        gains.append(Gain("spaces", round(spaces, 1)))
    if (share := ahead.own.passes - behind.own.passes) >= _LEAST_SHARE:
        gains.append(Gain("gate", round(100 * share)))
    return gains


def _later(seat: int, taken: Course, better: Course) -> list[Gain]:
    """Return how much farther the ship should be at the end of what is expected."""
    spaces = int(better.end["position"][0][seat]) - int(taken.end["position"][0][seat])
    return [Gain("spaces-later", float(spaces))] if spaces > 0 else []


def _rivals(ahead: Outlook, behind: Outlook) -> list[Gain]:
    """Return which other players come less far."""
    pairs = zip(ahead.others, behind.others, strict=True)
    back = [(now.ship, then.mean - now.mean) for now, then in pairs]
    return [
        Gain("rival-back", round(spaces, 1), seat=int(ship.removeprefix("seat-")))
        for ship, spaces in back
        if ship.startswith("seat-") and spaces >= _LEAST_SPACES
    ]


GAINS: Final = GainTable(WORDS, compare)
