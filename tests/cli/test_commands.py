"""The other commands: simulate, replay, show, verify, position, bench, and the way they start."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import gravitable
from gravitable import cli
from gravitable.bench import all_benchmarks
from gravitable.cli.lazy import COMMANDS, all_commands

from .helpers import interrupt_after, run

Inside = Callable[..., tuple[int, str, str]]


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Inside:
    """Run a command in this process: the same code as in one of its own, without waiting for the start."""
    monkeypatch.setenv("GRAVITABLE_QUIET", "1")

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["gravitable", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
        said = capsys.readouterr()
        return int(left.value.code or 0), said.out, said.err

    return call


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = gravitable.new("superstar", players=2, seed=5)
    for _ in range(6):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[-1])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()))
    return path


def test_help_and_version_start_without_numba() -> None:
    code = (
        "import sys; from gravitable import cli; sys.argv = ['gravitable', sys.argv[1]]\n"
        "try: cli.main()\n"
        "except SystemExit as left: assert not left.code, left.code\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules"
    )
    for flag in ("--help", "--version"):
        done = subprocess.run([sys.executable, "-c", code, flag], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "gravitable" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_helps_with_an_example(inside: Inside, command: str) -> None:
    code, said, _ = inside(command, "--help")
    assert code == 0
    assert "Example" in said
    assert f"gravitable {command}" in said


def test_the_list_of_commands_is_complete(inside: Inside) -> None:
    code, said, _ = inside("--help")
    assert code == 0
    assert all(name in said for name in all_commands())
    assert "tiles" in all_commands(), "a command that a game brings"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("play", "tiddlywinks"), "unknown-game"),
        (("play", "superstar", "--players", "9"), "wrong-player-count"),
        (("play", "superstar", "--players", "2", "--humans", "3"), "wrong-player-count"),
        (("play", "superstar", "--goodies", "telport"), "bad-option"),
        (("play", "superstar", "--hardcore"), "bad-option"),
        (("play", "superstar", "--tiles", "no-such-folder"), "bad-option"),
        (("play", "gravwell", "--players", "1", "--hardcore"), "bad-option"),
        (("play", "superstar", "--bot", "grandmaster"), "unknown-bot"),
        (("play", "superstar", "-p", "4", "--bot", "random,greedy"), "bad-option"),
        (("play", "superstar", "--names", "A,B,C"), "bad-option"),
        (("play", "--resume", "nowhere.json"), "bad-file"),
        (("play", "superstar", "--resume", "nowhere.json"), "bad-option"),
        (("simulate", "superstar", "--players", "1"), "wrong-player-count"),
        (("replay", "nowhere.json"), "bad-file"),
        (("show", "nowhere.json"), "bad-file"),
        (("show", "superstar", "--viewer", "5"), "bad-seat"),
        (("bench", "no.such.metric"), "bad-option"),
    ],
)
def test_bad_input_is_one_clear_line(inside: Inside, arguments: tuple[str, ...], code: str) -> None:
    left_with, said, complaint = inside(*arguments)
    assert left_with == 2
    assert complaint.startswith(f"error ({code}) ")
    assert complaint.count("\n") == 1
    assert said == ""


def test_wrong_usage_says_so(inside: Inside) -> None:
    code, _, complaint = inside("simulat")
    assert code == 2
    assert "Did you mean 'simulate'?" in complaint
    code, _, complaint = inside("simulate", "superstar", "--games", "many")
    assert code == 2
    assert "--games" in complaint


def test_simulate_counts_and_workers_change_nothing(inside: Inside) -> None:
    reports = []
    for workers in ("1", "2"):
        code, said, _ = inside(
            "simulate", "superstar", "-p", "3", "-n", "1200", "--workers", workers, "--json", "--expert"
        )
        assert code == 0
        reports.append(json.loads(said))
    first = reports[0]
    assert first["games"] == 1200
    assert first["options"]["expert"] is True
    assert sum(seat["win_share"] for seat in first["seats"]) == pytest.approx(1, abs=1e-4)
    assert first["decisions"]["shortest"] <= first["decisions"]["mean"] <= first["decisions"]["longest"]
    for report in reports:
        del report["seconds"], report["games_per_s"], report["decisions_per_s"]
    assert reports[0] == reports[1]


def test_simulate_tells_people(inside: Inside) -> None:
    code, said, progress = inside("simulate", "gravwell", "-p", "1", "-n", "300", "--seed", "4")
    assert code == 0
    assert "300 random games" in said
    assert "games that nobody won" in said
    assert "Playing 300 games" in progress


def test_ctrl_c_ends_a_simulation_with_what_was_done(tmp_path: Path) -> None:
    code, said = interrupt_after(tmp_path, "Playing", "simulate", "superstar", "-n", "100000000")
    assert code == 130
    assert "(stopped early)" in said
    assert "Traceback" not in said


def test_replay_tells_the_whole_story(inside: Inside, record: Path) -> None:
    code, said, _ = inside("replay", str(record))
    assert code == 0
    assert "chance: setup" in said
    assert "The game is not over; it waits for" in said
    log = json.loads(record.read_text())["log"]
    assert all(line[1] in said for line in log if isinstance(line[0], int))


def test_replay_steps_and_stops_where_told(tmp_path: Path, record: Path, inside: Inside) -> None:
    done = run(tmp_path, "replay", str(record), "--step", keys="\n\nq\n")
    assert done.returncode == 0, done.stderr
    assert "log entry 3 of 7" in done.stdout
    assert "log entry 4 of 7" not in done.stdout
    code, said, _ = inside("replay", str(record), "--to", "2")
    assert code == 0
    assert "   2  " in said
    assert "   3  " not in said
    code, _, complaint = inside("replay", str(record), "--to", "99")
    assert code == 2
    assert "--to takes 0 to 7" in complaint


def test_damaged_records_name_the_place(inside: Inside, record: Path) -> None:
    data = json.loads(record.read_text())
    data["log"][3][1] = "fly"
    record.write_text(json.dumps(data))
    for command in ("replay", "show", "position"):
        code, _, complaint = inside(command, str(record))
        assert code == 2
        assert "(damaged-record) log[3]" in complaint


def test_verify_says_fair_or_what_does_not_fit(inside: Inside, record: Path) -> None:
    game = gravitable.new("superstar", players=2, seed=5, rounds=2)
    while not game.over:
        game.play(game.to_act[0], game.legal(game.to_act[0])[-1])
    record.write_text(json.dumps(game.record()))
    data = json.loads(record.read_text())
    code, said, complaints = inside("verify", str(record))
    assert (code, complaints) == (0, "")
    assert said.startswith("fair\n")
    assert f"commitment {data['commitment']} (compare" in said
    seen = ("--commitment", data["commitment"], "--head", data["head"])
    code, said, _ = inside("verify", str(record), *seen)
    assert (code, said.splitlines()[0]) == (0, "fair")
    code, said, complaints = inside("verify", str(record), "--commitment", "0" * 64)
    assert (code, said.splitlines()[0]) == (1, "not fair")
    assert "you saw 000" in complaints
    assert inside("verify", str(record), "--commitment", "abc")[0] == 2
    data["log"][0][1] = "0123456789abcdef"
    data["commitment"] = "0" * 64
    record.write_text(json.dumps(data))
    code, said, complaints = inside("verify", str(record))
    assert code == 1
    assert said.startswith("not fair\n")
    assert "commitment:" in complaints
    assert "log[0]:" in complaints
    record.write_text("{")
    code, _, complaint = inside("verify", str(record))
    assert code == 2
    assert "damaged-record" in complaint


def test_verify_has_words_and_codes_for_starts_that_were_given_and_games_that_go_on(
    inside: Inside, tmp_path: Path
) -> None:
    game = gravitable.new("gravwell", players=2, seed=1)
    for made, wanted in (
        (game, (4, "unfinished")),
        (gravitable.position(game.position()), (3, "given, not dealt")),
    ):
        (tmp_path / "game.json").write_text(json.dumps(made.record()))
        code, said, _ = inside("verify", str(tmp_path / "game.json"))
        assert (code, said.splitlines()[0]) == wanted
    assert "the start was given, not dealt" in said


def test_show_draws_and_writes_pictures(inside: Inside, record: Path, tmp_path: Path) -> None:
    code, said, _ = inside("show", str(record))
    assert code == 0
    assert said.rstrip() == str(gravitable.replay(record.read_text())).rstrip()
    picture = tmp_path / "board.svg"
    code, said, _ = inside(
        "show", "gravwell", "--seed", "1", "-p", "3", "--svg", str(picture), "--theme", "dawn"
    )
    assert code == 0
    assert picture.read_text().startswith("<svg")
    assert str(picture) in said


def test_show_hides_from_a_viewer_what_it_may_not_see(inside: Inside) -> None:
    _, everything, _ = inside("show", "gravwell", "--seed", "1")
    _, seen, _ = inside("show", "gravwell", "--seed", "1", "--viewer", "-1")
    assert "?" in seen
    assert "?" not in everything


def test_positions_read_back(inside: Inside, record: Path, tmp_path: Path) -> None:
    code, text, _ = inside("position", str(record))
    assert code == 0
    saved = tmp_path / "position.txt"
    saved.write_text(text)
    assert inside("position", str(saved)) == (0, text, "")
    saved.write_text(text.replace("players", "plyers", 1))
    code, _, complaint = inside("position", str(saved))
    assert code == 2
    assert "bad-position" in complaint


def test_bench_prints_every_metric(tmp_path: Path) -> None:
    done = run(tmp_path, "bench", "--json", "--quick")
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["metric"] for line in lines] == [
        metric.name for metric in all_benchmarks() if not metric.slow
    ]
    assert all(line["value"] > 0 and line["unit"] for line in lines)


def test_a_reader_that_leaves_is_no_error(tmp_path: Path, record: Path) -> None:
    command = f"{sys.executable} -m gravitable replay {record} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602 - a pipe
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
