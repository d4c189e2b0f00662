"""A tournament from Python: ``gravitable.arena.run`` plays it and returns a ``Tournament`` to look at.

>>> import gravitable
>>> class First:
...     def choose(self, view, legal):
...         return legal[0]
>>> played = gravitable.arena.run("gravwell", [First, "random"], games=4)
>>> len(played.results), sorted(row.bot for row in played.standings)
(4, ['First', 'random'])
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gravitable.arena import plots
from gravitable.arena.adjusted import Adjusted, adjusted_standings
from gravitable.arena.entrants import at_hand
from gravitable.arena.journal import Journal
from gravitable.arena.plan import Plan
from gravitable.arena.report import report
from gravitable.arena.runners import MissingExtra, Runner, cores, play_here, play_in_processes
from gravitable.arena.standings import HEADS, Standing, cut_short, standings
from gravitable.core.errors import BadOption

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-not-found, import-untyped, unused-ignore]

Json = dict[str, Any]


class Svg(str):
    """A picture as text; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True)
class Tournament:
    """What came of a tournament. Print it, or let a notebook show it."""

    plan: Plan
    """Who played whom, and on which deals."""
    results: list[Json]
    """The games, one object each: seats, winners, scores, reason, forfeit, rounds, decisions, seconds."""

    @property
    def standings(self) -> list[Standing]:
        """How each bot did, the best rated first."""
        return standings(self.plan.bots, self.results)

    @property
    def adjusted(self) -> list[Adjusted]:
        """The results with the luck of chance taken off; empty unless ``adjusted=True`` was asked for."""
        return adjusted_standings(self.plan.bots, self.results)

    @property
    def forfeits(self) -> list[str]:
        """What bots did wrong, one line for each game that it cost them."""
        lost = [(line["game"], line["forfeit"]) for line in self.results if line["forfeit"]]
        return [f"game {game}: {forfeit['bot']} forfeited: {forfeit['reason']}" for game, forfeit in lost]

    @property
    def cut(self) -> int:
        """How many games were cut short by the limit of rounds (200, unless the option ``rounds`` says otherwise)."""
        return cut_short(self.plan.options, self.results)

    def table(self) -> list[dict[str, Any]]:
        """Return the standings as rows of plain values: shares with their 95% intervals, ratings, times."""
        return [row.to_json() for row in self.standings]

    def data_frame(self) -> pd.DataFrame:
        """Return a pandas data frame with a row for each seat of each game; raises MissingExtra without pandas."""
        try:
            import pandas as pd  # noqa: PLC0415 - not everybody has it
        except ImportError as error:
            raise MissingExtra("a data frame needs pandas; install it with: pip install pandas") from error
        return pd.DataFrame([row for line in self.results for row in _rows(line)])

    def plot(self, kind: str = "ladder") -> Svg:
        """Return a picture: ``ladder``, ``matrix`` (who beats whom), ``scores``, ``lengths`` or ``seats``.

        Raises BadOption for another kind, and MissingExtra without matplotlib.
        """
        rows = self.standings
        order = [row.bot for row in rows]
        kinds: dict[str, Callable[[], str]] = {
            "ladder": lambda: plots.ladder(rows),
            "matrix": lambda: plots.win_matrix(order, self.results),
            "scores": lambda: plots.scores(order, self.results),
            "lengths": lambda: plots.lengths(self.results),
            "seats": lambda: plots.seats(self.plan.players, self.results),
        }
        if kind not in kinds:
            raise BadOption(f"there is no plot {kind!r}; known: {', '.join(kinds)}")
        return Svg(kinds[kind]())

    def report(self) -> str:
        """Return all of it as one HTML page; raises MissingExtra without matplotlib."""
        return report(self.plan, self.results)

    def __str__(self) -> str:
        cells = [HEADS, *(row.cells for row in self.standings)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(HEADS))]
        lines = [self._title(), *("  ".join(_justified(row, widths)).rstrip() for row in cells)]
        cut = [f"{self.cut} games were cut after round {self.plan.options['rounds']}"] if self.cut else []
        return "\n".join([*lines, *cut, *self.forfeits])

    def __repr__(self) -> str:
        return f"<Tournament {self._title()}>"

    def _repr_html_(self) -> str:
        rows = [HEADS, *(row.cells for row in self.standings)]
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><caption>{escape(self._title())}</caption>{body}</table>"

    def _title(self) -> str:
        return f"{self.plan.game}, {self.plan.players} players, {len(self.results)} games"


def run(
    game: str,
    bots: Sequence[Any],
    *,
    players: int = 2,
    games: int = 100,
    seed: int = 1,
    workers: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    adjusted: bool = False,
    **options: Any,
) -> Tournament:
    """Let bots play against each other and return how they did.

    A bot is a text as for ``gravitable arena`` (``greedy``, ``search:100ms``, ``my_bots:First``), or a class of your
    own with ``choose(view, legal)``, see ``gravitable.bots.own``. All play the same boards and deals, in every rotation
    of the seats. ``workers`` processes share the work, by default one for each core; where a class is given, it is
    this process alone. ``out`` keeps the games in a file as they come, and ``resume`` goes on with it.
    ``adjusted`` works out the luck of what chance decided, see ``Tournament.adjusted``. The options
    are those of the game. Raises UnknownGame, UnknownBot, BotFailed, WrongPlayerCount or BadOption; a bot that fails
    during a game forfeits it, and the run goes on.
    """
    runner = _runner(bots, workers)
    with at_hand(bots) as names:
        plan = Plan.make(game, names, players, games, seed, options, adjusted=adjusted)
        if out is None:
            if resume:
                raise BadOption("resume=True goes on with a file: name it with out=")
            results = list(runner(plan, range(games)))
        else:
            results = _kept(plan, runner, Path(out), resume)
    return Tournament(plan, sorted(results, key=lambda line: int(line["game"])))


def _kept(plan: Plan, runner: Runner, path: Path, resume: bool) -> list[Json]:
    journal = Journal.resume(path, plan) if resume else Journal.begin(path, plan)
    try:
        for line in runner(plan, journal.missing()):
            journal.add(line)
    finally:
        journal.close()
    return journal.results


def _runner(bots: Sequence[Any], workers: int | None) -> Runner:
    if isinstance(bots, str):
        raise BadOption(f"bots is a list, as in [{bots!r}, 'random']")
    if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or workers < 1):
        raise BadOption(f"workers is a whole number from 1, not {workers!r}")
    if any(not isinstance(bot, str) for bot in bots):
        if workers not in (None, 1):
            raise BadOption(
                f"a class plays in this process alone; for workers={workers} name it as in 'my_bots:First'"
            )
        return play_here
    processes = workers or cores()
    return play_here if processes == 1 else play_in_processes(processes)


def _rows(line: Json) -> list[Json]:
    """Return a game as one flat row for each seat."""
    return [
        {
            "game": line["game"],
            "deal": line["deal"],
            "seat": seat,
            "bot": bot,
            "won": seat in line["winners"],
            "score": None if line["scores"] is None else line["scores"][seat],
            "reason": line["reason"],
            "rounds": line["rounds"],
            "decisions": line["decisions"][seat],
            "seconds": line["seconds"][seat],
        }
        for seat, bot in enumerate(line["seats"])
    ]


def _justified(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    first, *others = zip(row, widths, strict=True)
    return [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
