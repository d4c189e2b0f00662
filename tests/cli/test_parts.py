"""Small parts of the command line on their own."""

import io
import shutil
from pathlib import Path

import pytest
from rich.console import Console

import gravitable
from gravitable.cli import console
from gravitable.cli.choices import choices_of, chosen
from gravitable.cli.files import BadFile, record_text
from gravitable.cli.game_options import options_for
from gravitable.cli.seats import check_names, make_seats, restored
from gravitable.cli.sitting import Sitting
from gravitable.cli.touches import Touch, touch_of
from gravitable.cli.undo import reveals
from gravitable.core.errors import BadOption
from gravitable.core.package import GamePackage
from gravitable.core.registry import rules_of


def test_every_action_gets_a_group_a_label_and_a_number() -> None:
    for name, players in (("superstar", 6), ("gravwell", 4)):
        game = gravitable.new(name, players=players, seed=1)
        names = [f"P{seat}" for seat in range(players)]
        for _ in range(40):
            seat = game.to_act[0]
            choices = choices_of(game, seat, touch_of(name), names)
            assert sorted(choice.action for choice in choices) == sorted(game.legal(seat))
            assert [choice.number for choice in choices] == list(range(1, len(choices) + 1))
            assert all(choice.group and choice.label for choice in choices)
            game.play(seat, choices[-1].action)


def test_a_game_without_a_touch_is_playable(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gravitable.new("superstar", players=2, seed=1)
    choices = choices_of(game, game.to_act[0], Touch(), ["A", "B"])
    assert {choice.action for choice in choices} == set(game.legal(game.to_act[0]))
    package = GamePackage(name="plain", title="Plain", rules="nowhere:rules_for")
    with monkeypatch.context() as patch:
        patch.setattr("gravitable.core.package.packages", lambda: {"plain": package})
        assert type(touch_of("plain")) is Touch


def test_answers_by_number_and_by_notation() -> None:
    game = gravitable.new("superstar", players=2, seed=1)
    choices = choices_of(game, game.to_act[0], touch_of("superstar"), ["A", "B"])
    assert chosen(choices, "1") == choices[0].action
    assert chosen(choices, choices[2].action) == choices[2].action
    assert "did you mean" in str(chosen(choices, choices[2].action + "x"))
    assert "There is no choice 0" in str(chosen(choices, "0"))


def test_superstar_choices_say_what_they_take() -> None:
    game = gravitable.new("superstar", players=2, seed=1)
    seat = game.to_act[0]
    for choice in choices_of(game, seat, touch_of("superstar"), ["A", "B"]):
        preview = game.preview(seat, choice.action)
        for colour in preview["stars"]:
            assert colour in choice.effect
        if preview["path"]:
            assert preview["lands"] in choice.effect


def test_only_what_shows_nothing_hidden_may_be_undone() -> None:
    board = gravitable.new("superstar", players=2, seed=1)
    seat = board.to_act[0]
    assert not any(reveals(board, seat, action) for action in board.legal(seat))
    draft = gravitable.new("gravwell", players=2, seed=1)
    assert reveals(draft, draft.to_act[0], "stack:1")
    open_draft = gravitable.new("gravwell", players=2, seed=1, no_secrets=True)
    assert not reveals(open_draft, open_draft.to_act[0], "stack:1")


def test_a_sealed_pick_may_be_undone_but_not_the_one_that_reveals() -> None:
    game = gravitable.new("gravwell", players=2, seed=1)
    while len(game.to_act) == 1:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    first, second = game.to_act
    assert not reveals(game, first, game.legal(first)[0])
    game.play(first, game.legal(first)[0])
    assert reveals(game, second, game.legal(second)[0])


def test_options_from_the_command_line() -> None:
    superstar = rules_of("superstar")
    assert options_for(superstar, {"goodies": "all"})["goodies"] == ["tile", "double", "teleport"]
    assert options_for(superstar, {"goodies": "tile, double"})["goodies"] == ["tile", "double"]
    assert options_for(superstar, {"board": "Lantern a 1, ?"})["board"] == ["Lantern a 1", None]
    with pytest.raises(BadOption, match="Gravwell has no option --expert"):
        options_for(rules_of("gravwell"), {"expert": True})


def test_names_fill_up_and_must_differ() -> None:
    assert check_names("Ann", 3, ["A", "B", "C"]) == ["Ann", "B", "C"]
    assert check_names(None, 2, ["A", "B"]) == ["A", "B"]
    with pytest.raises(BadOption, match="twice"):
        check_names("Ann,Ann", 2, ["A", "B"])


def test_sentences_have_names_instead_of_seats() -> None:
    game = gravitable.new("gravwell", players=2, seed=1)
    touch = touch_of("gravwell")
    said = [touch.sentence(event, ["Ann", "Bea"]) for event in game.events()]
    assert said[0] == "Round 1 begins; the draft goes Ann, Bea."
    game.play(0, "stack:1")
    assert any(
        line.startswith("Ann takes stack 1")
        for line in (touch.sentence(e, ["Ann", "Bea"]) for e in game.events())
    )


@pytest.mark.parametrize("seats", [None, 3, [], [{"name": 1}, {"name": "B"}], [{"bot": "x"}, {}]])
def test_odd_seats_in_a_record_are_ignored(seats: object) -> None:
    assert restored({"seats": seats}, 2) is None


def test_a_drawing_wider_than_the_terminal_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = io.StringIO()
    monkeypatch.setattr(console, "out", Console(file=paper, force_terminal=True, width=20, color_system=None))
    console.print_drawing("x" * 30 + "\n" + "y" * 10 + "\n")
    lines = paper.getvalue().splitlines()
    assert lines[:2] == ["x" * 20, "y" * 10]
    assert "30 columns" in " ".join(lines[2:])


def test_a_save_that_fails_later_does_not_end_the_game(tmp_path: Path) -> None:
    seats = make_seats("superstar", ["A", "B"], [None, None], 1)
    game = gravitable.new("superstar", players=2, seed=1)
    sitting = Sitting(game, seats, tmp_path / "games" / "one.json")
    assert sitting.save() is None
    shutil.rmtree(tmp_path / "games")
    (tmp_path / "games").write_text("a file where the folder was")
    assert "Not saved: cannot write" in str(sitting.save())
    with pytest.raises(BadFile):
        Sitting(game, seats, tmp_path / "games" / "two.json").save()


def test_records_are_written_one_entry_a_line() -> None:
    game = gravitable.new("gravwell", players=2, seed=1)
    game.play(0, "stack:1")
    text = record_text(game.record())
    assert '\n    [0, "stack:1"]\n' in text
    assert gravitable.replay(text).position() == game.position()
