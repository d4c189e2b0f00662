"""What somebody wants to play, and whether it can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from gravitable.core.contract import Json
from gravitable.core.errors import BadOption, BadSeat
from gravitable.core.record import check_players
from gravitable.core.registry import rules_of
from gravitable.server.errors import BadClock, SeatTaken
from gravitable.server.play import opponents
from gravitable.server.protocol.parts import DailyMark, Past, TableSettings

_OPTIONS_OF_THE_HOST_MACHINE: Final = ("tiles",)
"""Options that name files: a guest must not make the server read what it likes."""

_CLOCK_BOUNDS: Final = {"none": (0, 0), "turn-seconds": (10, 3600), "turn-days": (1, 30)}


class Deals(NamedTuple):
    """Deals that are settled already, since other tables have the same."""

    secret: bytes
    form: int
    """The format of the proof."""
    contest: str
    number: int
    """Which table of the contest it is, from 1."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """What makes a table the challenge of a day."""

    mark: DailyMark
    day: int
    secret: bytes
    """Behind all chance, the same for everybody."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to play."""

    game: str
    seats: int
    options: Json
    bots: dict[int, str]
    seat: int | None
    """Where the host sits."""
    settings: TableSettings = field(default_factory=TableSettings)
    position: str | None = None
    """The position to begin from, as text: made here, not by a guest."""
    rules: int | None = None
    """The version of the rules that the position was reached by; None: the newest."""
    past: Past | None = None
    """Where that position comes from."""
    deals: Deals | None = None
    """The deals of a contest; None: new ones."""
    daily: DayPlan | None = None
    """The day whose challenge this is."""


def check_plan(plan: Plan) -> Json:
    """Return the game's options complete; raises what is wrong with the plan."""
    rules = rules_of(plan.game)
    check_players(rules, plan.seats)
    if plan.position is None and any(name in plan.options for name in _OPTIONS_OF_THE_HOST_MACHINE):
        raise BadOption("own tiles are for games on your own machine; here the tiles are the standard ones")
    if plan.settings.hints and plan.settings.rated:
        raise BadOption("hints: a rated game is played without; leave one of the two out")
    clock = plan.settings.clock
    low, high = _CLOCK_BOUNDS[clock.kind]
    if not low <= clock.amount <= high:
        raise BadClock(f"a clock of kind {clock.kind!r} takes an amount from {low} to {high}")
    for seat, bot in plan.bots.items():
        check_seat(seat, plan.seats)
        opponents.check(bot, plan.game)
    if plan.seat is not None:
        check_seat(plan.seat, plan.seats)
        if plan.seat in plan.bots:
            raise SeatTaken(f"a bot sits on seat {plan.seat}, where the host should")
    if plan.position is not None:
        return dict(plan.options)  # those of the position, complete
    return rules.settle(plan.seats, plan.options)


def check_seat(seat: int, players: int) -> None:
    """Raise BadSeat unless there is such a seat."""
    if not 0 <= seat < players:
        raise BadSeat(f"there is no seat {seat}; seats go from 0 to {players - 1}")
