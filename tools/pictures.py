"""Draw the pictures of the documentation anew, from the engine's own drawings: ``python tools/pictures.py``.

Positions and moves of the rules' pictures are those of the lessons, so that each shows a real move by the real rules.
``make screenshots`` runs this as well.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import boards

import gravitable
from gravitable.cli.screen.app import TableApp
from gravitable.cli.seats import make_seats
from gravitable.cli.sitting import Sitting
from gravitable.cli.touches import touch_of
from gravitable.core.game import Game
from gravitable.core.lessons import Attempt, lesson_of
from gravitable.gravwell.drawing import draw_svg as draw_gravwell
from gravitable.superstar.drawing import draw_svg as draw_superstar
from gravitable.superstar.drawing import path_from_events
from gravitable.superstar.drawing.pieces import CELL, TURNS
from gravitable.superstar.drawing.svg import MARGIN, centre

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
SVG = "http://www.w3.org/2000/svg"
NAMES = ["You", "Mira", "Juno", "Ace"]
SUPERSTAR = (
    "falling",
    "step",
    "long",
    "high",
    "drop",
    "wild",
    "wrap",
    "replay",
    "throw-out",
    "doors",
    "teleport",
    "double",
)
GRAVWELL = ("pull", "backward", "letters", "repulsor", "tractor", "stop", "derelicts", "gate", "solo")
"""The lessons that have a picture on the page of the rules."""
OTHERS_MOVE = ("letters", "tractor", "stop")
"""Where the flights of other ships matter as well."""

Json = dict[str, Any]


def pictures() -> Iterator[tuple[str, str]]:
    """Return every picture of the rules pages: its file name and its text."""
    for lesson in SUPERSTAR:
        yield f"rule-superstar-{lesson}.svg", superstar_rule(lesson)
    for lesson in GRAVWELL:
        yield f"rule-gravwell-{lesson}.svg", gravwell_rule(lesson)
    yield "fall.svg", fall()


# Gravity Superstar


def _solved(game: str, name: str) -> tuple[Game, list[Json]]:
    """Return a lesson's game before its solution, and what happens in the first turn of it."""
    lesson = lesson_of(game, name)
    attempt = Attempt(lesson)
    before = attempt.game.copy()
    since = len(before.log)
    attempt.play(lesson.solution[0])
    return before, [event.to_json() for event in attempt.game.events(lesson.seat, since=since)]


def superstar_rule(name: str) -> str:
    """Draw a lesson's position with the way of its solution, only the part of the board that matters."""
    game, events = _solved("superstar", name)
    view = game.view(0)
    path = path_from_events(view, 0, events)
    stars = sum(path["takes"].values())
    path["label"] = f"+{stars} star{'' if stars == 1 else 's'}" if stars else None
    drawn = draw_superstar(view, names=NAMES, paths=[path], panel=False)
    return _tidy(drawn, _part(view, path["steps"]))


def _part(view: Json, steps: list[str]) -> tuple[float, float, float, float]:
    """Return the part of the board to show: the way and two spaces around it, the whole width where it wraps."""
    places = [(ord(step[0]) - ord("a"), int(step[1:]) - 1) for step in steps]
    wraps = any(abs(a[0] - b[0]) + abs(a[1] - b[1]) > 2 for a, b in pairwise(places))
    columns = [column for column, _ in places]
    first, last = max(0, min(columns) - 2), min(view["columns"], max(columns) + 3)
    if wraps or last - first > 8:
        first, last = 0, view["columns"]
    left = 0 if first == 0 else MARGIN + first * CELL
    right = MARGIN + last * CELL + (MARGIN if last == view["columns"] else 0)
    return left, 0, right - left, view["rows"] * CELL + 2 * MARGIN


# Gravwell


def gravwell_rule(name: str) -> str:
    """Draw a lesson's table with the flights that its solution brings about."""
    game, events = _solved("gravwell", name)
    view = game.view(0)
    paths = [
        {
            "ship": event["ship"],
            "from": event["from"],
            "to": event["to"],
            "label": f"{event['to'] - event['from']:+}",
        }
        for event in events
        if event["event"] == "move" and (name in OTHERS_MOVE or event["seat"] == 0)
    ]
    known = {ship["id"] for ship in view["ships"]}
    flights = [path for path in paths if path["ship"] in known]
    return _tidy(draw_gravwell(view, names=NAMES, paths=flights, panel=False), None)


# A fall that moves


def fall() -> str:
    """Draw one move as an animation: a jump, and a fall through stars, again and again."""
    game, events = _solved("superstar", "long")
    view = game.view(0)
    steps = path_from_events(view, 0, events)["steps"]
    feet = next(pawn["feet"] for pawn in view["pawns"] if pawn["seat"] == 0)
    root = ElementTree.fromstring(draw_superstar(view, names=NAMES, panel=False))  # noqa: S314 - our own drawing
    share = 60 / (len(steps) - 1)
    frames, taken = [], []
    for number, step in enumerate(steps):
        x, y = centre(step)
        frames.append(
            f"{20 + share * number:.0f}%{{transform:translate({x:g}px,{y:g}px) rotate({TURNS[feet]:g}deg)}}"
        )
        taken.append((step, 20 + share * number))
    start, end = frames[0].partition("%")[2], frames[-1].partition("%")[2]
    rules = f"@keyframes fall{{0%{start}{''.join(frames)}100%{end}}}"
    rules += ".pawn.moves{animation:fall 5s infinite ease-in-out}"
    for number, (step, when) in enumerate(taken):
        for piece in root.iter(f"{{{SVG}}}use"):
            if piece.get("data-space") == step and "star" in (piece.get("class") or ""):
                piece.set("class", f"star taken-{number}")
                rules += (
                    f"@keyframes t{number}{{0%,{when:.0f}%{{opacity:1}}{when + 4:.0f}%,100%{{opacity:0}}}}"
                )
                rules += f".taken-{number}{{animation:t{number} 5s infinite}}"
    rules += "@media (prefers-reduced-motion:reduce){*{animation:none!important}}"
    for piece in root.iter(f"{{{SVG}}}use"):
        if piece.get("data-seat") == "0":
            piece.set("class", "pawn moves")
    style = ElementTree.SubElement(root, f"{{{SVG}}}style")
    style.text = rules
    return _tidy(ElementTree.tostring(root, "unicode"), _part(view, steps))


# Small files


def _tidy(drawn: str, part: tuple[float, float, float, float] | None) -> str:
    """Cut a drawing to a part of it, and leave out the definitions that nothing uses."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(drawn)  # noqa: S314 - our own drawing
    if part is not None:
        root.set("viewBox", " ".join(f"{number:g}" for number in part))
        root.set("width", f"{part[2]:g}")
        root.set("height", f"{part[3]:g}")
    while _without_unused(root):
        pass
    return ElementTree.tostring(root, "unicode") + "\n"


def _without_unused(root: ElementTree.Element) -> bool:
    text = ElementTree.tostring(root, "unicode")
    used = set(re.findall(r"#([\w-]+)", text))
    found = False
    for parent in root.iter(f"{{{SVG}}}defs"):
        for piece in list(parent):
            if piece.get("id") and piece.get("id") not in used:
                parent.remove(piece)
                found = True
    return found


# The terminal


async def terminal(game: str, keys: list[str]) -> str:
    """Return the full screen of a game in the terminal after some keys; no fonts are fetched from elsewhere."""
    names = [touch_of(game).seat_name(seat) for seat in range(2)]
    seats = make_seats(game, names, [None, "random"], 1)
    with tempfile.TemporaryDirectory() as folder:
        sitting = Sitting(
            gravitable.new(game, players=2, seed=4), seats, Path(folder) / "game.json", pauses=False
        )
        app = TableApp(sitting, motion=False, pace=0)
        async with app.run_test(size=(80, 24)) as pilot:
            for key in ["", *keys]:
                await pilot.press(*([key] if key else []))
                while app.menu is None:
                    await pilot.pause(0.05)
            await pilot.pause(0.2)
            drawn = app.export_screenshot(title=f"gravitable play {game}")
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL).replace("Fira Code, ", "")
    # Textual's own number differs from run to run where nothing else does.
    return re.sub(r"terminal-\d+", f"terminal-{game}", drawn)


def main() -> None:
    """Write all pictures that the engine draws."""
    found = dict(pictures())
    found |= {"superstar-board.svg": boards.superstar(), "gravwell-board.svg": boards.gravwell()}
    found["terminal-superstar.svg"] = asyncio.run(terminal("superstar", ["enter", "right", "enter", "right"]))
    found["terminal-gravwell.svg"] = asyncio.run(terminal("gravwell", ["enter"] * 8 + ["down"]))
    for name, text in found.items():
        (IMAGES / name).write_text(text, "utf-8")
        print(f"{name}: {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
