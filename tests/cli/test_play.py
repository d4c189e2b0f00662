"""Whole games through the terminal, with keys from a script."""

import json
import random
from pathlib import Path

import pytest

import gravitable

from .helpers import interrupt_after, only_save, run


def random_keys(count: int, highest: int = 9) -> str:
    """Numbers to type; one that is no choice is only answered with what would be right."""
    dice = random.Random(5)
    return "".join(f"{dice.randint(1, highest)}\n" for _ in range(count))


def test_a_whole_game_of_superstar(tmp_path: Path) -> None:
    done = run(
        tmp_path, "play", "superstar", "--seed", "7", "--bot", "random", "--no-pause", keys=random_keys(600)
    )
    assert done.returncode == 0, done.stderr
    assert "Final scores" in done.stdout
    record = only_save(tmp_path).read_text()
    game = gravitable.replay(record)
    assert game.over
    assert not gravitable.verify(record).problems
    assert str(only_save(tmp_path)) in done.stdout
    # The pairs are counted out: every row of the table adds up.
    for row in game.state()["seats"]:
        assert row["points"] == sum(row["stars"].values()) + row["pairs"] + row["tokens"]
        assert f" {row['points']} " in done.stdout


def test_a_whole_game_of_gravwell(tmp_path: Path) -> None:
    done = run(
        tmp_path,
        "play",
        "gravwell",
        "-p",
        "3",
        "--bot",
        "random",
        "--seed",
        "2",
        "--no-pause",
        keys="1\n" * 200,
    )
    assert done.returncode == 0, done.stderr
    assert "Final track" in done.stdout
    assert gravitable.replay(only_save(tmp_path).read_text()).over


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    done = run(
        tmp_path,
        "play",
        "superstar",
        "-p",
        "3",
        "-m",
        "0",
        "--bot",
        "random",
        "--save",
        str(save),
        "--goodies",
        "all",
    )
    assert done.returncode == 0, done.stderr
    game = gravitable.replay(save.read_text())
    assert game.over
    assert game.options["goodies"] == ["tile", "double", "teleport"]


def test_a_bot_of_ones_own_plays_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_bots.py").write_text(
        "class Last:\n    def choose(self, view, legal):\n        return legal[-1]\n"
        "class Wrong:\n    def choose(self, view, legal):\n        return 1 / 0\n"
    )
    start = ("play", "superstar", "--humans", "0", "--rounds", "2", "--seed", "1")
    done = run(tmp_path, *start, "--bot", "my_bots:Last,random")
    assert done.returncode == 0, done.stderr
    wrong = run(tmp_path, *start, "--bot", "my_bots:Wrong")
    assert wrong.returncode == 2
    assert "error (bot-failed) ZeroDivisionError: division by zero (my_bots.py, line 6)" in wrong.stderr


def test_undo_takes_the_own_choice_back(tmp_path: Path) -> None:
    keys = "drop\nu\nrotate-half\n\nq\ny\n"
    done = run(tmp_path, "play", "superstar", "--seed", "3", "--humans", "2", keys=keys)
    assert done.returncode == 0, done.stderr
    assert "Taken back." in done.stdout
    log = json.loads(only_save(tmp_path).read_text())["log"]
    assert [line[1] for line in log[1:]] == ["rotate-half"]


def test_undo_refuses_what_showed_something_hidden(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "gravwell", "-p", "2", "-m", "2", "--seed", "3", keys="1\nu\n\n\nq\ny\n")
    assert "Nothing to take back" in done.stdout
    assert len(json.loads(only_save(tmp_path).read_text())["log"]) == 2


def test_saved_games_go_on(tmp_path: Path) -> None:
    first = run(
        tmp_path, "play", "superstar", "--seed", "7", "--bot", "random", "--names", "Ann,Bea", keys="1\n\n"
    )
    assert first.returncode == 0, first.stderr
    save = only_save(tmp_path)
    assert f"--resume {save}" in first.stdout
    before = json.loads(save.read_text())
    keys = random_keys(600)
    second = run(tmp_path, "play", "--resume", str(save), "--no-pause", keys=keys)
    assert second.returncode == 0, second.stderr
    assert "Ann" in second.stdout
    after = json.loads(save.read_text())
    assert after["log"][: len(before["log"])] == before["log"]
    assert gravitable.replay(after).over
    assert not gravitable.verify(after).problems


def test_hot_seat_hides_hands(tmp_path: Path) -> None:
    keys = "1\n\n" * 12
    done = run(
        tmp_path, "play", "gravwell", "-p", "2", "-m", "2", "--seed", "3", "--names", "Ann,Bea", keys=keys
    )
    assert "Bea, it is your turn; the others look away." in done.stdout
    assert "Ann, it is your turn; the others look away." in done.stdout


def test_keys_for_help_log_save_and_quit(tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    keys = f"?\nl\nb\ns {copy}\ns /proc/nowhere/x.json\nnonsense\n99\nq\nc\nq\nn\n"
    done = run(tmp_path, "play", "superstar", "--seed", "3", keys=keys)
    assert done.returncode == 0, done.stderr
    assert "wraps around" in done.stdout
    assert f"Saved in {copy}" in done.stdout
    assert "cannot write" in done.stdout
    assert "'nonsense' is none of the choices" in done.stdout
    assert "There is no choice 99" in done.stdout
    assert "thrown away" in done.stdout
    assert not list((tmp_path / "gravitable" / "games").glob("*"))
    assert gravitable.replay(copy.read_text()).name == "superstar"


def test_ctrl_c_leaves_cleanly_and_keeps_the_game(tmp_path: Path) -> None:
    code, said = interrupt_after(tmp_path, "your choice", "play", "superstar", "--seed", "3")
    assert code == 130
    assert "Stopped." in said
    assert "Traceback" not in said
    assert gravitable.replay(only_save(tmp_path).read_text()).name == "superstar"
