"""Gravwell on the full screen: the track as a spiral around the Singularity, ships that fly space by space."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from rich.text import Text

from gravitable.cli.stages import SOFT, Json, Scene, Stage, wrapped
from gravitable.cli.stages.canvas import Canvas
from gravitable.core.drawing import NIGHT, pad
from gravitable.gravwell import event_types as told
from gravitable.gravwell.data import GATE, SINGULARITY
from gravitable.gravwell.drawing.pieces import LETTERS, SHIP_SHADES
from gravitable.gravwell.drawing.reading import CARDS, ShipRow, headline, rows_of, subline
from gravitable.gravwell.drawing.text import WRECK

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

_LEGS: Final = ((1, 0, 7), (0, -1, 4), (-1, 0, 10), (0, 1, 7), (1, 0, 13), (0, -1, 10), (-1, 0, 2))
"""The track from space 1 on: in which direction it goes, and how many spaces."""
_START: Final = (3, 7)  # column before space 1, and its row
_WIDTH, _HEIGHT = 14, 11
_GATE_AT: Final = (11, 0)
_HOLE: Final = (1, 4, 10)  # first column, first row and last column of the room inside the spiral
_WELL, _LIT = "#b06bff", "#ffc94d"
_INNER, _OUTER = ColorTriplet(52, 22, 92), ColorTriplet(96, 70, 32)
_ROOM_FOR_REASONS: Final = 34  # columns; the arrow on the track tells the direction anyway
_TRAIL: Final = Style(bgcolor="#7a63d8")
_ARROWS: Final = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑"}


def _places() -> list[tuple[int, int]]:
    """Return column and row of the spaces 1 to 53, and of the gate behind them."""
    (column, row), places = _START, []
    for dx, dy, count in _LEGS:
        for _ in range(count):
            column, row = column + dx, row + dy
            places.append((column, row))
    return [*places, _GATE_AT]


PLACES: Final = _places()


class GravwellStage(Stage):
    """The spiral, and how ships move along it."""

    def draw(self, game: Game, scene: Scene, names: Sequence[str], width: int, height: int) -> Text:
        """Return the spiral, its spaces as wide as there is room."""
        return _Sheet(scene, *_form(width, height)).drawn()

    def headline(self, view: Json, names: Sequence[str]) -> tuple[str, str]:
        """Return what the game waits for, and where it stands."""
        return headline(view, rows_of(view, names, 20)), subline(view)

    def players(self, view: Json, names: Sequence[str], width: int, height: int) -> Text:
        """Return where the ships are, what pulls them, and their cards."""
        rows = rows_of(view, names, max(8, width - 16))
        return Text("\n", end="").join(_player(view, row, width) for row in rows)

    def preview(self, game: Game, seat: int, action: str, view: Json) -> Scene:
        """Return where a card may lead, and how likely that is."""
        return Scene(view, seat=seat, shares=_outlook(game, seat, action))

    def place_at(self, view: Json, x: int, y: int, width: int, height: int) -> str | None:
        """Return the space of the track at a column and a row; around the black hole's name it is the Singularity."""
        cell, lines = _form(width, height)
        spot = (x // cell, y // lines)
        if spot in PLACES[:-1]:
            return str(PLACES.index(spot) + 1)
        first, top, last = _HOLE
        if first <= spot[0] <= last and top <= spot[1] <= top + 1:
            return str(SINGULARITY)
        return str(GATE) if spot[1] == 0 and spot[0] < _GATE_AT[0] else None

    def chance(self, game: Game, seat: int, action: str, place: str) -> float:
        """Return how likely the own ship ends there, as far as the seat can know."""
        return dict(_outlook(game, seat, action)).get(place, 0.0)

    def scenes(self, before: Json, after: Json, events: Sequence[Event]) -> Iterator[Scene]:
        """Return the flights space by space, with the cards that cause them."""
        flying = _Flying(before)
        for number, event in enumerate(events, 1):
            for trail in flying.happens(event):
                yield Scene(flying.view(), trail, seat=event.seat, told=number)


def _form(width: int, height: int) -> tuple[int, int]:
    """Return how many columns and lines a space has where there is so much room."""
    return max(4, min(6, width // _WIDTH)), 2 if height >= 2 * _HEIGHT else 1


def _outlook(game: Game, seat: int, action: str) -> tuple[tuple[str, float], ...]:
    """Return where the own ship may end, and how likely that is; nothing while stacks are taken."""
    seen = game.preview(seat, action)["outlook"]
    return (
        () if seen is None else tuple((str(one["position"]), one["share"]) for one in seen["own"]["shares"])
    )


class _Flying:
    """The track while cards take effect."""

    def __init__(self, before: Json) -> None:
        self._view = before
        self._spots: dict[str, int] = {}
        self._cards: list[Json] = list((before["resolving"] or {}).get("order", ()))
        self._current = ""

    def view(self) -> Json:
        """Return the track as it is at this moment; nobody is pulled while somebody flies."""
        resolving = {"order": self._cards, "current": self._current} if self._cards else None
        return {
            **self._view,
            "ships": [self._moved(ship) | {"pull": None} for ship in self._view["ships"]],
            "derelicts": [self._moved(wreck) for wreck in self._view["derelicts"]],
            "resolving": resolving,
        }

    def _moved(self, ship: Json) -> Json:
        return {**ship, "position": self._spots.get(ship["id"], ship["position"])}

    def happens(self, event: Event) -> Iterator[tuple[str, ...]]:
        """Take in an event; return the trail of each moment that there is to see."""
        match event:
            case told.Reveals(ship=ship, letter=letter):
                shown = [*self._cards, {"ship": ship, "letter": letter, "done": False}]
                self._cards = sorted(shown, key=lambda card: card["letter"])
                yield ()
            case told.IsPulled(letter=letter) | told.TractorBeam(letter=letter) | told.Stops(letter=letter):
                self._cards = [card | {"done": card["letter"] < letter} for card in self._cards]
                self._current = letter
                yield ()
            case told.Moves(ship=ship, start=start, to=to):
                yield from self._flies(ship, start, to)
            case told.PassesGate(ship=ship):
                self._spots[ship] = GATE
                yield ()
            case told.RoundEnds() | told.RoundBegins():
                self._cards = []
            case _:
                return

    def _flies(self, ship: str, start: int, to: int) -> Iterator[tuple[str, ...]]:
        step = 1 if to > start else -1
        for spot in range(start + step, to + step, step):
            self._spots[ship] = spot
            yield tuple(str(passed) for passed in range(start, spot + step, step))


class _Sheet:
    """One drawing of the track."""

    def __init__(self, scene: Scene, cell: int, lines: int) -> None:
        self.scene, self.view, self.cell, self.lines = scene, scene.view, cell, lines
        self.canvas = Canvas(_WIDTH * cell, (_HEIGHT - 1) * lines + 1)
        self.rows = rows_of(scene.view, None, 20)
        self.shares = {int(place): share for place, share in scene.shares}
        self.trail = {int(place) for place in scene.trail}

    def drawn(self) -> Text:
        """Draw everything."""
        signs = self._signs()
        for space, (column, row) in enumerate(PLACES[:-1], 1):
            self._space(space, column * self.cell, row * self.lines, signs.get(space, []))
        self._singularity(signs.get(SINGULARITY, []))
        self._gate(signs.get(GATE, []))
        self._cards()
        return self.canvas.text()

    def _signs(self) -> dict[int, list[tuple[str, Style]]]:
        """Return what is on each space: ships with an arrow where they are pulled, and wrecks."""
        signs: dict[int, list[tuple[str, Style]]] = {}
        for row in self.rows:
            style = Style(color=NIGHT.outline, bgcolor=SHIP_SHADES[row.ship][1], bold=True)
            signs.setdefault(row.position, []).append((LETTERS[row.ship] + _arrow(row), style))
        for wreck in self.view["derelicts"]:
            if wreck["position"] is not None:
                signs.setdefault(wreck["position"], []).append((WRECK, Style(color="#d5cfe6", bold=True)))
        return signs

    def _space(self, space: int, x: int, y: int, signs: list[tuple[str, Style]]) -> None:
        ground = _GROUNDS[space]
        text, style = f"{space}", Style(color=SOFT)
        if space in self.shares:
            text, ground = _share(self.shares[space]), _TRAIL
            style = Style(color="#ffffff", bold=True)
        elif space in self.trail:
            text, style, ground = "•", Style(color=NIGHT.accent, bold=True), _TRAIL
        self.canvas.write(x, y, text.center(self.cell - 1), ground + style)
        if signs:
            sign, own = signs[0]
            self.canvas.write(x, y, " " * (self.cell - 1), ground)
            self.canvas.write(x + (self.cell - 1 - len(sign) + 1) // 2, y, sign, ground + own)

    def _singularity(self, signs: list[tuple[str, Style]]) -> None:
        """Draw the black hole in the middle, with the ships in it."""
        left, top, right = _HOLE[0] * self.cell, _HOLE[1] * self.lines, _HOLE[2] * self.cell - 1
        middle = left + (right - left) // 2
        title = "◉ Singularity" + (f" {_share(self.shares[0])}" if 0 in self.shares else "")
        self.canvas.write(middle - len(title) // 2, top, title, Style(color=_WELL, bold=True))
        self._gathered(middle - (3 * len(signs)) // 2, top + 1, signs)

    def _gate(self, signs: list[tuple[str, Style]]) -> None:
        title = "◎ Warp Gate" + (f" {_share(self.shares[GATE])}" if GATE in self.shares else "")
        x = _GATE_AT[0] * self.cell - len(title) - 1
        self.canvas.write(x, 0, title, Style(color=_LIT, bold=True))
        self._gathered(x - 3 * len(signs) - 1, 0, signs)

    def _gathered(self, x: int, y: int, signs: list[tuple[str, Style]]) -> None:
        for number, (sign, style) in enumerate(signs):
            self.canvas.write(x + 3 * number, y, sign, style)

    def _cards(self) -> None:
        """Write the cards of this movement above the spiral, the one whose turn it is marked."""
        resolving = self.view["resolving"]
        if not resolving:
            return
        ships, x = {row.identity: row for row in self.rows}, 0
        for card in resolving["order"]:
            row = ships[card["ship"]]
            mark = "✓" if card["done"] else "▸" if card["letter"] == resolving["current"] else " "
            word = f"{mark}{LETTERS[row.ship]} {CARDS[card['letter']].short}"
            style = Style(color=SOFT if card["done"] else SHIP_SHADES[row.ship][1], bold=not card["done"])
            self.canvas.write(x, self.lines, word, style)
            x += len(word) + 3


def _arrow(row: ShipRow) -> str:
    """Return where a ship is pulled, as it is seen on the spiral."""
    if row.pull is None or not SINGULARITY < row.position < GATE:
        return ""
    here = PLACES[row.position - 1]
    if row.pull == "forward":
        there = PLACES[min(row.position, len(PLACES) - 2)]
    else:
        there = PLACES[row.position - 2] if row.position > 1 else (here[0], here[1] - 1)
    return _ARROWS.get((there[0] - here[0], there[1] - here[1]), "←" if row.pull == "forward" else "→")


def _shade(part: float) -> ColorTriplet:
    """Return the ground of a space: the further out, the lighter."""
    return ColorTriplet(
        *(round(inner + (outer - inner) * part) for inner, outer in zip(_INNER, _OUTER, strict=True))
    )


_GROUNDS: Final = [Style(bgcolor=Color.from_triplet(_shade(space / GATE))) for space in range(GATE)]


def _share(share: float) -> str:
    return "<1%" if share < 0.005 else f"{share:.0%}"


def _player(view: Json, row: ShipRow, width: int) -> Text:
    shade = SHIP_SHADES[row.ship][1]
    mark = "▸" if row.seat is not None and row.seat in view["to_act"] else " "
    text = Text(mark, NIGHT.accent, end="")
    text.append(LETTERS[row.ship], Style(color=NIGHT.outline, bgcolor=shade, bold=True))
    spot = "gate" if row.position >= GATE else str(row.position)
    text.append(f" {pad(row.name, max(8, width - 7))}", Style(color=shade, bold=True))
    text.append(f"{spot:>4}", "bold")
    for words in (_cards_of(row), _notes(view, row, width)):
        if words:
            text.append("\n")
            text.append_text(wrapped(words, width))
    return text


def _notes(view: Json, row: ShipRow, width: int) -> list[Text]:
    notes = [] if row.stop is None else ["stop" if row.stop else "no stop"]
    if row.picked and view["phase"] == "pick":
        notes.append(f"picked {row.pick}" if row.pick else "picked")
    notes += [row.reason] if row.reason and width >= _ROOM_FOR_REASONS else []
    return [Text(word, SOFT) for word in " · ".join(notes).split()]


def _cards_of(row: ShipRow) -> list[Text]:
    """Return the cards; a click on one in the own hand chooses it."""
    held = [
        Text(CARDS[letter].short, Style(bold=True, meta={"action": f"fuel:{letter}"})) for letter in row.hand
    ]
    held += [Text("?")] * row.unknown
    return held + [Text(CARDS[letter].short, Style(color=SOFT, strike=True)) for letter in row.played]


assert len(PLACES) == GATE  # noqa: S101 - the legs above add up
assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in pairwise(PLACES[:-1]))  # noqa: S101
STAGE: Any = GravwellStage()
