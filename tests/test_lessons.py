"""Every lesson can be solved, answers whatever is done in it, and a file with a mistake says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import gravitable
from gravitable.core.errors import BadLesson, UnknownLesson
from gravitable.core.game import Game
from gravitable.core.lessons import LANGUAGES, Attempt, Lesson, Texts, lesson_of, lessons_of, read_lesson

ALL = [lesson for game in gravitable.games() for lesson in lessons_of(game)]
LONGEST_TEXT = 260
"""How many letters fit above a board on a phone."""


def name(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.id}"


def turns(game: Game, seat: int, so_far: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return everything that a seat could do in its turn, or its choice where every choice is final."""
    for action in game.legal(seat):
        after = game.copy()
        after.advance(seat, action)
        turn = (*so_far, action)
        if game.rules.whole_turns and seat in after.to_act and not after.over:
            yield from turns(after, seat, turn)
        else:
            yield turn


@pytest.mark.parametrize("lesson", ALL, ids=name)
def test_the_solution_is_right(lesson: Lesson) -> None:
    attempt = Attempt(lesson)
    for actions in lesson.solution:
        for count in range(1, len(actions)):
            told = attempt.judge((), trying=actions[:count])
            assert told is None or told.verdict == "go-on", "nobody is stopped on the way to the solution"
        attempt.play(actions)
    answer = attempt.judge(lesson.solution[-1])
    assert answer is not None
    assert answer.verdict == "right"


@pytest.mark.parametrize("lesson", ALL, ids=name)
def test_whatever_is_done_gets_a_final_answer_and_something_is_wrong(lesson: Lesson) -> None:
    attempt = Attempt(lesson)
    given = set()
    for turn in turns(attempt.game, lesson.seat):
        answer = attempt.judge((), trying=turn)
        assert answer is not None, turn
        assert answer.verdict != "go-on", f"{turn}: the turn is over, so nothing can go on"
        given.add(lesson.answers.index(answer))
    final = {number for number, answer in enumerate(lesson.answers) if answer.verdict != "go-on"}
    assert given == final, "an answer that nobody can get"
    assert {lesson.answers[number].verdict for number in given} == {"right", "wrong"}


@pytest.mark.parametrize("lesson", ALL, ids=name)
def test_texts_are_short_and_translated(lesson: Lesson) -> None:
    for texts in (lesson.task, *(answer.text for answer in lesson.answers)):
        told = [texts.told(language) for language in LANGUAGES]
        assert len(set(told)) == len(LANGUAGES)
        assert max(map(len, told)) <= LONGEST_TEXT, max(told, key=len)


def test_an_unknown_language_is_told_in_english() -> None:
    assert ALL[0].title.told("eo") == ALL[0].title.en


@pytest.mark.parametrize(("game", "at_least"), [("superstar", 10), ("gravwell", 9)])
def test_each_game_has_a_course_and_extras(game: str, at_least: int) -> None:
    lessons = lessons_of(game)
    assert [lesson.extra for lesson in lessons] == sorted(lesson.extra for lesson in lessons)
    assert sum(not lesson.extra for lesson in lessons) >= at_least
    assert sum(lesson.extra for lesson in lessons) >= 2


def test_the_same_attempt_is_always_answered_the_same() -> None:
    lesson = lesson_of("gravwell", "letters")
    records = []
    for _ in range(2):
        attempt = Attempt(lesson)
        attempt.play(lesson.solution[0])
        records.append(attempt.game.position())
    assert records[0] == records[1]


def test_a_choice_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    attempt = Attempt(lesson_of("superstar", "long"))
    before = attempt.game.position()
    with pytest.raises(gravitable.IllegalAction):
        attempt.play(["teleport"])
    with pytest.raises(gravitable.NotYourTurn):
        attempt.play(["drop", "drop"])
    assert attempt.game.position() == before


def test_unknown_lessons() -> None:
    with pytest.raises(UnknownLesson, match="did you mean 'falling'"):
        lesson_of("superstar", "faling")
    with pytest.raises(gravitable.UnknownGame):
        lesson_of("tiddlywinks", "falling")


# Files with mistakes


TEXT = "\n".join(f'{language} = "words in {language}"' for language in LANGUAGES)


def file_of(
    *, position: str | None = None, solution: str = '[["long-right"]]', extra: str = "", last: str = "wrong"
) -> str:
    drawing = lesson_of("superstar", "long").position if position is None else position
    return (
        f"solution = {solution}\n{extra}\nposition = '''\n{drawing}'''\n[title]\n{TEXT}\n[task]\n{TEXT}\n"
        '[[answers]]\nverdict = "right"\nhappened = [{ event = "star", seat = 0, times = 2 }]\n'
        f'[answers.text]\n{TEXT}\n[[answers]]\nverdict = "{last}"\n[answers.text]\n{TEXT}\n'
    )


def test_a_lesson_written_by_hand_can_be_read() -> None:
    lesson = read_lesson("superstar", "mine", file_of())
    attempt = Attempt(lesson)
    attempt.play(["long-right"])
    answer = attempt.judge(["long-right"])
    assert answer is not None
    assert (answer.verdict, answer.text.told("nl")) == ("right", "words in nl")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("this is no TOML", "cannot be used"),
        ("", "missing required field"),
        (file_of(position=""), "line 1, column 1"),
        (file_of(position="gravitable position: gravwell 1\n"), "line 1"),
        (file_of(extra="seat = 1"), "waits for"),
        (file_of(extra='hint = "?"'), "unknown field `hint`"),
        (file_of(extra='rivals = [[1, "fly"]]').replace("turn: 0", "turn: 1"), "fly"),
        (file_of(solution="[]"), "solution should be"),
        (file_of(last="right"), "last answer"),
        (file_of(last="perhaps"), "perhaps"),
        (file_of().replace('de = "words in de"', "", 1), "missing required field `de`"),
        (file_of().replace('"words in gl"', '" "', 1), "empty in gl"),
        (file_of().replace("times = 2", "times = [2]"), "happened"),
    ],
)
def test_a_file_with_a_mistake_says_which(text: str, complaint: str) -> None:
    with pytest.raises(BadLesson, match=complaint.replace("(", r"\(")):
        read_lesson("superstar", "mine", text)


def test_texts_need_every_language() -> None:
    assert set(LANGUAGES) == set(Texts.__struct_fields__)
