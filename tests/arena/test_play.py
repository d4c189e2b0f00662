"""One game of a tournament: repeatable, and forfeits recorded with their reason."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from gravitable import arena
from gravitable.arena.plan import Plan
from gravitable.arena.play import play_game
from gravitable.arena.standings import standings
from gravitable.bots import UnknownBot, own
from gravitable.core.errors import GravitableError
from gravitable.core.registry import rules_of
from gravitable.core.state import States


def untimed(line: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in line.items() if key != "seconds"}


def test_the_same_plan_gives_the_same_games() -> None:
    plan = Plan.make("gravwell", ["search:20", "greedy", "random"], 3, 6, 1, {})
    for index in range(3):
        assert untimed(play_game(plan, index)) == untimed(play_game(plan, index))


def test_a_result_is_json_and_complete() -> None:
    plan = Plan.make("superstar", ["greedy", "random"], 4, 8, 1, {})
    line = json.loads(json.dumps(play_game(plan, 2)))
    assert line["game"] == 2
    assert line["seats"] == list(plan.seating(2))
    assert len(line["scores"]) == len(line["decisions"]) == len(line["seconds"]) == 4
    assert line["winners"]
    assert line["forfeit"] is None


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Raising", r"ZeroDivisionError: thought too hard \(odd_bots.py, line \d+\)"),
        ("Misspelt", r"there is no action 'dorp'; (did you mean '[a-z:-]+'\? )?legal: [a-z:, -]+"),
        ("Illegal", r"'([a-z-]+)' cannot be played now; legal: (?!.*\b\1\b)[a-z:, -]+"),
        ("Silent", r"chose None instead of an action's text; legal: [a-z:, -]+"),
        ("NeverReady", r".*NeverReady cannot be made: RuntimeError: not today \(odd_bots.py, line \d+\)"),
    ],
)
def test_a_bot_that_misbehaves_forfeits_and_the_run_goes_on(bot: str, reason: str) -> None:
    spec = f"arena.odd_bots:{bot}"
    plan = Plan.make("superstar", [spec, "random", "greedy"], 3, 3, 1, {})
    lines = [play_game(plan, index) for index in range(3)]
    for index, line in enumerate(lines):
        seat = plan.seating(index).index(spec)
        assert line["forfeit"]["seat"] == seat
        assert line["forfeit"]["bot"] == spec
        assert re.fullmatch(reason, line["forfeit"]["reason"]), line["forfeit"]["reason"]
        assert line["winners"] == [other for other in range(3) if other != seat]
        assert line["scores"] is None
    table = {row.bot: row for row in standings(plan.bots, lines)}
    assert table[spec].forfeits == 3
    assert table[spec].wins.value == 0
    assert table["greedy"].wins.value == 0.5


@pytest.mark.parametrize(
    ("game", "bot", "message"),
    [
        ("superstar", "Unmade", "odd_bots:Unmade cannot be made: KeyError: 'no weights' (odd_bots.py, line "),
        ("superstar", "Nosy", "choose asks for 'secrets'; it may name view, legal, seat, board, previews"),
        ("superstar", "Mute", "odd_bots:Mute has no method choose(view, legal)"),
        (
            "superstar",
            "A_NUMBER",
            "odd_bots:A_NUMBER is 7; a bot is a class with a method choose(view, legal)",
        ),
        (
            "superstar",
            "Missing",
            "cannot load the bot 'arena.odd_bots:Missing': arena.odd_bots has no Missing",
        ),
        ("gravwell", "Curious", "odd_bots:Curious plays superstar, not gravwell"),
    ],
)
def test_what_cannot_take_part_is_told_in_one_line_before_the_first_game(
    game: str, bot: str, message: str
) -> None:
    with pytest.raises(GravitableError) as refused:
        Plan.make(game, [f"arena.odd_bots:{bot}", "random"], 2, 1, 1, {})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_bot_is_shown_whatever_it_names() -> None:
    plan = Plan.make("superstar", ["arena.odd_bots:Curious", "arena.odd_bots:First"], 2, 2, 1, {"rounds": 4})
    for index in range(2):
        line = play_game(plan, index)
        assert line["forfeit"] is None, line["forfeit"]


def test_the_engines_record_is_shown_without_what_the_seat_may_not_know() -> None:
    shown: list[tuple[int, States]] = []

    class Engineer:
        def choose(self, states: States, seat: int, legal: list[str]) -> str:
            shown.append((seat, states))
            return legal[len(shown) % len(legal)]

    played = arena.run("gravwell", [Engineer, "random"], games=1)
    assert not played.forfeits
    rules = rules_of("gravwell")
    assert all((rules.mask(states, seat) == states).all() for seat, states in shown)
    assert any((rules.mask(states, 1 - seat) != states).any() for seat, states in shown), "nothing was hidden"
    with pytest.raises(UnknownBot, match="asks for 'states', which a server does not send"):
        own.make(Engineer, "gravwell", seed=1).check_plays_online()


def test_thinking_times_are_without_what_a_first_choice_loads() -> None:
    """In a process of its own, where nothing is loaded yet."""
    program = (
        "from gravitable.arena.plan import Plan; from gravitable.arena.play import play_game\n"
        "plan = Plan.make('superstar', ['search:2', 'greedy'], 2, 2, 1, {'rounds': 6})\n"
        "first, second = play_game(plan, 0), play_game(plan, 0)\n"
        "assert first['decisions'] == second['decisions']\n"
        "print(max(a - b for a, b in zip(first['seconds'], second['seconds'])))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 0.2, "loading the kernels takes longer than that"
