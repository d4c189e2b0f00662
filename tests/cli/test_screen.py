"""Whole games on the full screen, played with keys by Textual's own pilot."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

import gravitable
from gravitable.cli.screen import is_possible
from gravitable.cli.screen.app import TableApp
from gravitable.cli.screen.menu import LEAVE
from gravitable.cli.screen.questions import Cover, Page, Question
from gravitable.cli.seats import make_seats
from gravitable.cli.sitting import Sitting
from gravitable.core.errors import GravitableError
from needs import lacks
from third_game import installed, lay_out_sunskim

from .helpers import COMMAND, environment, only_save
from .screens import SMALLEST, WATCHED, asked, left, on_screen, seated, text_of, until


async def press_to_the_end(app: TableApp) -> None:
    """Take what is highlighted until the game is over; on the way, look at other choices as well.

    After some turns the animation is switched off, as if somebody had seen enough of it. The pilot's own ``press``
    would wait after every key until the whole program rests, up to a second while bots think and pieces move; here the
    answer to a question is waited for, and nothing else.
    """
    for count in range(2000):
        while app.menu is None and not app.failure:
            await asyncio.sleep(0.002)
        menu = app.menu
        if menu is None or menu.current.value == LEAVE:
            return
        for key in (["m"] if count == WATCHED else []) + ([] if count % 3 else ["right", "down"]):
            app.simulate_key(key)
        app.simulate_key("enter")
        while app.menu is menu:
            await asyncio.sleep(0.002)


@pytest.mark.parametrize(
    ("game", "players", "result"),
    [("superstar", 2, "Final scores"), ("gravwell", 2, "Final track")],
)
def test_a_whole_game_with_keys(tmp_path: Path, game: str, players: int, result: str) -> None:
    sitting = seated(tmp_path, game, players)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await press_to_the_end(app)
        await until(pilot, lambda: result in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, Page))
        await pilot.press("enter")
        await left(app)

    on_screen(sitting, play)
    record = sitting.path.read_text()
    assert sitting.game.over
    assert gravitable.replay(record).over
    assert not gravitable.verify(record).problems


def test_a_third_game_is_played_without_a_stage_of_its_own(tmp_path: Path) -> None:
    lay_out_sunskim(tmp_path / "site")
    with installed(tmp_path / "site"):
        sitting = seated(tmp_path, "sunskim", 2, short=True)

        async def play(app: TableApp, pilot: Pilot[None]) -> None:
            await asked(app, pilot)
            assert "the sun" in text_of(app)
            assert "thrust:0" in text_of(app)
            await press_to_the_end(app)

        on_screen(sitting, play)
        assert sitting.game.over


def test_taking_back(tmp_path: Path) -> None:
    sitting = seated(tmp_path, "superstar", 2)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.press("u")
        await until(pilot, lambda: "Nothing to take back" in text_of(app))
        before = sitting.game.position()
        await pilot.press("enter")
        await asked(app, pilot)
        assert app.menu is not None
        assert not app.menu.is_choice, "the turn is over, but has not passed on"
        assert sitting.game.position() != before
        assert gravitable.replay(sitting.path.read_text()).position() == sitting.game.position()
        await pilot.press("u")
        await until(pilot, lambda: app.menu is not None and app.menu.is_choice)
        assert sitting.game.position() == before
        assert gravitable.replay(sitting.path.read_text()).position() == before

    on_screen(sitting, play)


def test_hands_are_hidden_between_the_turns_of_two_people(tmp_path: Path) -> None:
    sitting = seated(tmp_path, "gravwell", 2, humans=2, no_secrets=False)

    def hand(seat: int) -> list[str]:
        cards: list[str] = sitting.game.view(seat)["seats"][seat]["hand"]
        known: list[str] = sitting.game.view(None)["seats"][seat]["hand"]
        return [card for card in cards if card not in known]

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        covered = 0
        while covered < 8:
            await asked(app, pilot)
            if isinstance(app.screen, Cover):
                covered += 1
                assert "look away" in text_of(app)
                assert len(text_of(app).split()) < 25, "nothing else is on the screen"
                await pilot.press("space")
                await until(pilot, lambda: app.menu is not None)
                seat = sitting.at_keyboard
                assert seat is not None
                assert not any(re.search(rf"\b{card}\d+[RT]?\b", text_of(app)) for card in hand(1 - seat))
            await pilot.press("enter")
            await pilot.pause()
        assert any(hand(seat) for seat in (0, 1)), "else the test shows nothing"

    on_screen(sitting, play)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_whole_board_is_visible_on_the_smallest_screen(tmp_path: Path, players: int) -> None:
    sitting = seated(tmp_path, "superstar", players)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        board = app.board
        assert board.virtual_size.width <= board.size.width
        assert board.virtual_size.height <= board.size.height
        lines = text_of(app).splitlines()
        columns = sitting.game.view(None)["columns"]
        letters = next(line for line in lines if re.match(r" +a +b +c ", line))
        assert chr(ord("a") + columns - 1) in letters
        rows = [line for line in lines if re.match(r" ?\d+ [┃╎]", line)]
        assert len(rows) == sitting.game.view(None)["rows"]

    on_screen(sitting, play)


def test_resizing_redraws_and_says_when_it_is_too_small(tmp_path: Path) -> None:
    sitting = seated(tmp_path, "superstar", 4)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        low = app.board.virtual_size
        await pilot.resize_terminal(140, 50)
        await until(pilot, lambda: app.board.virtual_size.height > low.height)
        assert "━━━━━" in text_of(app)
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: app.small.display)
        assert "this window has 60 and 20" in " ".join(text_of(app).split())
        assert not app.board.display
        await pilot.resize_terminal(*SMALLEST)
        await until(pilot, lambda: app.board.display)
        assert app.board.virtual_size == low

    on_screen(sitting, play)


def test_bots_alone_are_watched_held_and_end(tmp_path: Path) -> None:
    sitting = seated(tmp_path, "superstar", 2, humans=0)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        await until(pilot, lambda: "held" in text_of(app))
        await pilot.press("space", "m")
        await asked(app, pilot)
        await until(pilot, lambda: "Final scores" in text_of(app))

    on_screen(sitting, play)
    assert sitting.game.over


def test_help_log_save_and_the_question_before_leaving(tmp_path: Path) -> None:
    sitting = seated(tmp_path, "gravwell", 2)
    copy = tmp_path / "copy.json"

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Page))
        assert "take back" in text_of(app)
        await pilot.press("x", "l")
        await until(pilot, lambda: "Round 1 begins" in text_of(app))
        await pilot.press("x", "s")
        await pilot.press(*str(copy))
        await pilot.press("enter")
        await until(pilot, copy.exists)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("c")
        await until(pilot, lambda: not isinstance(app.screen, Question))
        await pilot.press("q", "n")
        await left(app)

    on_screen(sitting, play)
    assert gravitable.replay(copy.read_text()).position() == sitting.game.position()
    assert not sitting.path.exists()


class Stubborn:
    """A bot whose own code is wrong."""

    def choose(self, view: object, legal: list[str]) -> str:
        return "fly"


def test_a_bot_that_fails_ends_the_screen_with_its_error(tmp_path: Path) -> None:
    names = ["A", "B"]
    seats = make_seats("superstar", names, [f"{__name__}:Stubborn"] * 2, 1)
    sitting = Sitting(gravitable.new("superstar", players=2, seed=1), seats, tmp_path / "game.json")

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.failure is not None)

    with pytest.raises(GravitableError, match="fly"):
        on_screen(sitting, play)


def test_plain_where_a_full_screen_is_not_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert is_possible()
    monkeypatch.setenv("TERM", "dumb")
    assert not is_possible()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    assert not is_possible()


def test_in_a_real_terminal_of_80_times_24(tmp_path: Path) -> None:
    """Through tmux, which keeps the screen as a person sees it: without colours, with keys, and back in the shell."""
    if not shutil.which("tmux"):
        lacks("tmux is not installed (Debian: apt-get install tmux): no real terminal is looked at")
    socket = ["tmux", "-S", str(tmp_path / "tmux")]
    command = [*COMMAND, "play", "superstar", "-p", "6", "--seed", "4", "--bot", "random"]
    variables = [f"{name}={value}" for name, value in environment(tmp_path).items() if name != "COLUMNS"]
    start = [*socket, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"]

    def screen() -> list[str]:
        told = subprocess.run([*socket, "capture-pane", "-p"], capture_output=True, text=True, check=True)
        return told.stdout.splitlines()

    def wait_for(words: str) -> list[str]:
        for _ in range(2400):
            lines = screen()
            if words in "\n".join(lines):
                return lines
            time.sleep(0.1)
        raise AssertionError("\n".join(lines))

    shell = "env -i " + " ".join(map(_quoted, [*variables, "TERM=screen-256color", *command])) + "; sleep 600"
    subprocess.run([*start, shell], check=True)
    try:
        lines = wait_for("Rotate")
        assert lines[0].startswith(" Gravity Superstar")
        assert len(lines) == 24
        assert lines[-1].split()[-2:] == ["q", "quit"]
        assert sum(bool(re.match(r" ?\d+ [┃╎]", line)) for line in lines) == 12
        subprocess.run([*socket, "send-keys", "q"], check=True)
        wait_for("Keep the game?")
        subprocess.run([*socket, "send-keys", "y"], check=True)
        wait_for("Go on with: gravitable play --resume")
    finally:
        subprocess.run([*socket, "kill-server"], check=False)
    assert not gravitable.replay(only_save(tmp_path).read_text()).over


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
