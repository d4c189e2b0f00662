"""What one action of Gravity Superstar gains over another, for reviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from gravitable.core.events import EventRow
from gravitable.core.gains import LATER, Course, Gain, GainTable, GainWords
from gravitable.core.state import States
from gravitable.superstar import data
from gravitable.superstar import events as ev

WORDS: Final = {
    "stars": GainWords("one more star ({what})", "{amount} more stars ({what})"),
    "pairs": GainWords("one more pair", "{amount} more pairs"),
    "tokens": GainWords("one more replay token", "{amount} more replay tokens"),
    "ejections": GainWords("one more rival thrown out", "{amount} more rivals thrown out"),
    "steals": GainWords("one more theft", "{amount} more thefts"),
    "cards-kept": GainWords(
        "one more card kept in hand ({what})", "{amount} more cards kept in hand ({what})"
    ),
    "ejection-avoided": GainWords("is not thrown out", "is not thrown out"),
    "stars-denied": GainWords("one star less for the others", "{amount} stars less for the others"),
    LATER: GainWords("nothing at once, it pays later on", "nothing at once, it pays later on"),
}


def compare(masked: States, seat: int, taken: Course, better: Course) -> list[Gain]:
    """Return what the better action has over the one taken; what is seen at once comes first."""
    stars = _stars(better.own, seat) - _stars(taken.own, seat)
    cards = _cards(better, seat) - _cards(taken, seat)
    n_stars = _stars(better.own, seat).total() - _stars(taken.own, seat).total()
    n_cards = len(_cards(better, seat)) - len(_cards(taken, seat))
    denied = _rivals_stars(taken.later, seat) - _rivals_stars(better.later, seat)
    amounts: list[tuple[str, int, Iterable[str]]] = [
        ("stars", n_stars, stars.elements()),
        ("pairs", _pairs(better, seat) - _pairs(taken, seat), ()),
        ("tokens", _count(better.own, ev.TOKEN, seat) - _count(taken.own, ev.TOKEN, seat), ()),
        ("ejections", _ejections(better.own, seat) - _ejections(taken.own, seat), ()),
        ("steals", _count(better.own, ev.STEAL, seat) - _count(taken.own, ev.STEAL, seat), ()),
        ("ejection-avoided", int(_is_ejected(taken, seat) and not _is_ejected(better, seat)), ()),
        ("cards-kept", n_cards, sorted(cards)),
        ("stars-denied", denied, ()),
    ]
    return [Gain(kind, float(amount), tuple(what)) for kind, amount, what in amounts if amount > 0]


def _stars(rows: list[EventRow], seat: int) -> Counter[str]:
    """Return the colours of the stars that a seat picked up."""
    return Counter(data.COLOURS[value] for kind, who, _, value in rows if kind == ev.STAR and who == seat)


def _cards(course: Course, seat: int) -> set[str]:
    """Return the cards in a hand."""
    hand = int(course.states["hand"][0][seat])
    return {card for number, card in enumerate(data.CARDS) if hand >> number & 1}


def _pairs(course: Course, seat: int) -> int:
    return sum(count // 2 for count in course.states["stars"][0][seat].tolist())


def _count(rows: list[EventRow], kind: int, seat: int) -> int:
    return sum(row[0] == kind and row[1] == seat for row in rows)


def _ejections(rows: list[EventRow], seat: int) -> int:
    return sum(kind == ev.EJECT and by == seat and who != seat for kind, who, _, by in rows)


def _is_ejected(course: Course, seat: int) -> bool:
    return _count(course.later, ev.EJECT, seat) > 0


def _rivals_stars(rows: list[EventRow], seat: int) -> int:
    return sum(row[0] == ev.STAR and row[1] != seat for row in rows)


GAINS: Final = GainTable(WORDS, compare)
