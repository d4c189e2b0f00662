"""Gravity Superstar on the full screen: the board in the largest form that fits, paths, falls space by space.

Where there is room, every platform has a line of its own. On a low screen a space is one line high and its floor is
drawn at its bottom, so that twelve rows and eighteen columns still fit 80 times 24.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.style import Style
from rich.text import Text

from gravitable.cli.stages import SOFT, Json, Scene, Stage
from gravitable.cli.stages.canvas import Canvas
from gravitable.cli.stages.superstar_players import all_players
from gravitable.core.drawing import NIGHT
from gravitable.superstar import event_types as told
from gravitable.superstar.drawing.pieces import LETTERS, SEAT_SHADES, STAR_SHADES
from gravitable.superstar.drawing.reading import (
    TILE,
    Edge,
    echoed_edges,
    headline,
    place_of,
    shown_edges,
    subline,
)
from gravitable.superstar.drawing.text import ARROWS, REPLAY, SHAPES

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

_LEFT: Final = 3  # columns for the numbers of the rows
_SEAM: Final = "#6c5fa6"
_DARK: Final = NIGHT.outline
_LEDGE: Final = Style(color=NIGHT.ledge)
_TRAIL: Final = Style(bgcolor="#54459c")
_FLOOR: Final = Style(underline=True)
_GHOST: Final = Style(color=NIGHT.accent_ink, bgcolor=NIGHT.accent, bold=True)
_THICK: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # line signs by the arms they have: 1 up, 2 right, 4 down, 8 left


class Form(NamedTuple):
    """How large a space is drawn: its columns, and its lines with the one of the edge above it."""

    width: int
    lines: int

    def size(self, view: Json) -> tuple[int, int]:
        """Return columns and lines of the whole board."""
        columns = _LEFT + view["columns"] * (self.width + 1) + 1
        return columns, 1 + view["rows"] * self.lines + (self.lines - 1)


_FORMS: Final = (Form(7, 2), Form(5, 2), Form(3, 2), Form(3, 1))


class SuperstarStage(Stage):
    """The board, and how pawns move on it."""

    def draw(self, game: Game, scene: Scene, names: Sequence[str], width: int, height: int) -> Text:
        """Return the board in the largest form that fits."""
        return _Sheet(scene, _form(scene.view, width, height)).drawn()

    def headline(self, view: Json, names: Sequence[str]) -> tuple[str, str]:
        """Return what the game waits for, and where it stands."""
        return headline(view, names), subline(view)

    def players(self, view: Json, names: Sequence[str], width: int, height: int) -> Text:
        """Return points, stars and cards of everybody; a line each where there is little room."""
        return all_players(view, names, width, height)

    def preview(self, game: Game, seat: int, action: str, view: Json) -> Scene:
        """Return the way of the pawn and how it would stand at its end."""
        seen = game.preview(seat, action)
        trail = tuple(step["space"] for step in seen["path"]) or (seen["lands"],)
        if action.startswith(("steal", "complete", "replay", "end")):
            return Scene(view)
        return Scene(view, trail, LETTERS[seat] + ARROWS[seen["feet"]], seat)

    def place_at(self, view: Json, x: int, y: int, width: int, height: int) -> str | None:
        """Return the space at a column and a row."""
        form = _form(view, width, height)
        column, row = (x - _LEFT) // (form.width + 1), (y - 1) // form.lines
        if not (0 <= column < view["columns"] and 0 <= row < view["rows"]):
            return None
        return f"{chr(ord('a') + column)}{row + 1}"

    def chance(self, game: Game, seat: int, action: str, place: str) -> float:
        """Return 1 for the space on which the pawn would end: that is certain."""
        seen = game.preview(seat, action)
        return 1.0 if seen["path"] and seen["lands"] == place else 0.0

    def scenes(self, before: Json, after: Json, events: Sequence[Event]) -> Iterator[Scene]:
        """Return the moves of the pawns space by space, with the stars that they take."""
        moving = _Moving(before, after)
        for number, event in enumerate(events, 1):
            if moving.happens(event):
                yield Scene(moving.view(), tuple(moving.trail), seat=event.seat, told=number)


def _form(view: Json, width: int, height: int) -> Form:
    """Return the largest form that fits, or the smallest."""
    for form in _FORMS:
        columns, lines = form.size(view)
        if columns <= width and lines <= height:
            return form
    return _FORMS[-1]


class _Moving:
    """The board while things happen on it."""

    def __init__(self, before: Json, after: Json) -> None:
        self._view, self._after = before, after
        self._pawns = {pawn["seat"]: pawn for pawn in before["pawns"]}
        self._spaces = {space["space"]: space for space in before["spaces"]}
        self._doors = before["doors"]
        self.trail: list[str] = []

    def view(self) -> Json:
        """Return the board as it is at this moment."""
        changed = {"pawns": [*self._pawns.values()], "spaces": [*self._spaces.values()], "doors": self._doors}
        return {**self._view, **changed}

    def happens(self, event: Event) -> bool:
        """Take in an event; True when there is something new to see."""
        match event:
            case told.Enters(seat=seat, space=space, feet=feet):
                self._put(seat, space, feet)
            case told.Steps(seat=seat, space=space) | told.Falls(seat=seat, space=space):
                self._put(seat, space, None)
            case told.Teleports(seat=seat, space=space):
                self._put(seat, space, None)
            case (
                told.Rotates(seat=seat, space=space, feet=feet)
                | told.IsCarried(seat=seat, space=space, feet=feet)
            ):
                self._put(seat, space, feet)
            case told.IsEjected(seat=seat):
                self._pawns[seat] = {"seat": seat, "space": None, "feet": None}
            case told.TakesStar(space=space):
                self._spaces[space] = {**self._spaces[space], "star": None}
            case told.DoorOpens(place=place):
                self._doors = [{**door, "open": door["place"] == place} for door in self._doors]
            case told.TurnsTile():
                self._turn_tile()
            case told.TurnBegins():
                self.trail = []
                return False
            case _:
                return False
        return True

    def _put(self, seat: int, space: str, feet: str | None) -> None:
        old = self._pawns[seat]
        self.trail = self.trail or [old["space"]] * (old["space"] is not None)
        self._pawns[seat] = {"seat": seat, "space": space, "feet": feet or old["feet"]}
        if not self.trail or self.trail[-1] != space:
            self.trail.append(space)

    def _turn_tile(self) -> None:
        """Take the walls, symbols and stars of the turned board; stars that the pawn takes later are gone already."""
        self._spaces = {space["space"]: space for space in self._after["spaces"]}
        self._doors = self._after["doors"]
        self.trail = []


class _Sheet:
    """One drawing of the board."""

    def __init__(self, scene: Scene, form: Form) -> None:
        self.scene, self.view, self.form = scene, scene.view, form
        shown = shown_edges(scene.view)
        self.walls = {*shown, *echoed_edges(scene.view, shown)}
        self.canvas = Canvas(*form.size(scene.view))
        self.columns: int = scene.view["columns"]
        self.rows: int = scene.view["rows"]

    def drawn(self) -> Text:
        """Draw everything."""
        self._letters()
        if self.form.lines == 2:
            self._lines()
        else:
            self._low_lines()
        self._spaces()
        return self.canvas.text()

    def _x(self, column: int) -> int:
        """Return where the line left of a column is."""
        return _LEFT + column * (self.form.width + 1)

    def _y(self, row: int) -> int:
        """Return the line of a row's spaces."""
        return 1 + row * self.form.lines + (self.form.lines - 1)

    def _letters(self) -> None:
        soft = Style(color=SOFT)
        for column in range(self.columns):
            self.canvas.write(
                self._x(column) + 1, 0, chr(ord("a") + column).center(self.form.width).rstrip(), soft
            )
        for row in range(self.rows):
            self.canvas.write(0, self._y(row), f"{row + 1:>2}", soft)

    # Platforms with lines of their own

    def _lines(self) -> None:
        for row in range(self.rows + 1):
            for column in range(self.columns + 1):
                self._crossing(column, row)
                if column < self.columns:
                    self._floor_line(column, row)
                if row < self.rows:
                    self._upright(column, row)

    def _floor_line(self, column: int, row: int) -> None:
        x, y, width = self._x(column) + 1, self._y(row) - 1, self.form.width
        if Edge(True, column, row) in self.walls:
            self.canvas.write(x, y, "━" * width, _LEDGE)
        elif row % TILE == 0:
            self.canvas.write(x, y, "╌" * width, Style(color=_SEAM))

    def _upright(self, column: int, row: int) -> None:
        if Edge(False, column, row) in self.walls:
            self.canvas.write(self._x(column), self._y(row), "┃", _LEDGE)
        elif column % TILE == 0:
            self.canvas.write(self._x(column), self._y(row), "╎", Style(color=_SEAM))

    def _crossing(self, column: int, row: int) -> None:
        around = (
            Edge(False, column, row - 1),
            Edge(True, column, row),
            Edge(False, column, row),
            Edge(True, column - 1, row),
        )
        arms = sum(1 << arm for arm, edge in enumerate(around) if edge in self.walls)
        sign, style = (_THICK[arms], _LEDGE) if arms else ("·", Style(color=_SEAM))
        self.canvas.write(self._x(column), self._y(row) - 1, sign, style)

    # Platforms at the bottom of a line

    def _low_lines(self) -> None:
        for row in range(self.rows):
            for column in range(self.columns + 1):
                self._upright(column, row)
        for row in range(self.rows + 1):
            for column in range(self.columns):
                if Edge(True, column, row) in self.walls:
                    self._low_floor(column, row)

    def _low_floor(self, column: int, row: int) -> None:
        x, y = self._x(column) + 1, row
        if row:
            self.canvas.write(x, y, "▁" * self.form.width, _LEDGE)
        else:
            self.canvas.tint(x, 0, self.form.width, Style(color=NIGHT.ledge, underline=True))

    # Spaces

    def _spaces(self) -> None:
        pieces = _pieces(self.view)
        trail = set(self.scene.trail)
        end = self.scene.trail[-1] if self.scene.trail and self.scene.ghost else None
        for space in self.view["spaces"]:
            name = space["space"]
            signs = pieces[name]
            if name == end:
                signs = [(self.scene.ghost, _GHOST), *signs]
            elif name in trail and not signs:
                signs = [("•", Style(color=NIGHT.accent, bold=True))]
            self._space(name, signs, is_passed=name in trail)

    def _space(self, name: str, signs: list[tuple[str, Style]], *, is_passed: bool) -> None:
        column, row = place_of(name)
        x, y, width = self._x(column) + 1, self._y(row), self.form.width
        has_floor = self.form.lines == 1 and Edge(True, column, row + 1) in self.walls
        if is_passed:
            self.canvas.tint(x, y, width, _TRAIL)
        room = sum(len(text) for text, _ in signs)
        at = x + max(0, (width - room + (room < 3)) // 2)
        for text, style in signs:
            shown = _TRAIL + style if is_passed else style
            self.canvas.write(at, y, text[: x + width - at], shown + _FLOOR if has_floor else shown)
            at += len(text)


def _pieces(view: Json) -> dict[str, list[tuple[str, Style]]]:
    """Return what is on every space, the most important first."""
    found: dict[str, list[tuple[str, Style]]] = {space["space"]: [] for space in view["spaces"]}
    for pawn in view["pawns"]:
        if pawn["space"]:
            sign = LETTERS[pawn["seat"]] + ARROWS[pawn["feet"]]
            found[pawn["space"]].append((sign, _pawn_style(pawn["seat"])))
    for door in view["doors"]:
        arch, shade = ("Ω", "#ffe08a") if door["open"] else ("∩", SOFT)
        found[door["space"]].append((arch + ARROWS[door["floor"]], Style(color=shade, bold=door["open"])))
    for space in view["spaces"]:
        found[space["space"]] += _on_tile(space)
    return found


def _pawn_style(seat: int) -> Style:
    return Style(color=_DARK, bgcolor=SEAT_SHADES[seat][1], bold=True)


def _on_tile(space: Json) -> list[tuple[str, Style]]:
    signs: list[tuple[str, Style]] = []
    if space["star"]:
        star = space["star"]
        signs.append((SHAPES[star] + star[0], Style(color=STAR_SHADES[star][1], bold=True)))
    if space["symbol"] == "replay":
        signs.append((REPLAY, Style(color=NIGHT.replay)))
    elif space["symbol"] and not space["star"]:
        signs.append(("○", Style(color=_SEAM)))
    return signs


STAGE: Any = SuperstarStage()
