"""Lessons: a prepared position, one thing to do, and an answer to whatever the learner does.

A lesson is a TOML file in the folder ``lessons`` of a game's package; ``docs/lessons.md`` says what stands in it.
Nothing here knows a game: positions and actions are texts of the game, and what happened is matched as the events that
everybody is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from gravitable.core import chance
from gravitable.core.errors import BadLesson, GravitableError, UnknownLesson, suggest
from gravitable.core.events import Event
from gravitable.core.game import Game, Table
from gravitable.core.package import package_of
from gravitable.core.registry import rules_of

LANGUAGES: Final = ("en", "fr", "nl", "de", "gl")
Verdict = Literal["right", "wrong", "go-on"]
Pattern = dict[str, str | int | bool]
"""Fields that an event must have, such as ``{event = "star", seat = 0}``; ``times`` says how often at least."""


class Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence or two, in every language of the browser client."""

    en: str
    fr: str
    nl: str
    de: str
    gl: str

    def __post_init__(self) -> None:
        empty = [language for language in LANGUAGES if not getattr(self, language).strip()]
        if empty:
            raise ValueError(f"the text is empty in {', '.join(empty)}")

    def told(self, language: str) -> str:
        """Return the text in a language, in English if there is none."""
        text: str = getattr(self, language if language in LANGUAGES else "en")
        return text.strip()


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said when all of its conditions hold; one without conditions answers everything else."""

    verdict: Verdict
    text: Texts
    happened: tuple[Pattern, ...] = ()
    """All of these happened."""
    absent: tuple[Pattern, ...] = ()
    """None of these did."""
    actions: tuple[str, ...] = ()
    """The last choice is one of these; ``*`` stands for anything."""

    @property
    def is_last_resort(self) -> bool:
        """Whether it has no conditions."""
        return not (self.happened or self.absent or self.actions)

    def fits(self, events: Sequence[dict[str, Any]], action: str) -> bool:
        """Say whether its conditions hold for what happened and the last choice."""
        return (
            all(_happened(pattern, events) for pattern in self.happened)
            and not any(_happened(pattern, events) for pattern in self.absent)
            and (not self.actions or any(fnmatchcase(action, pattern) for pattern in self.actions))
        )


def _happened(pattern: Pattern, events: Sequence[dict[str, Any]]) -> bool:
    wanted = {key: value for key, value in pattern.items() if key != "times"}
    found = sum(all(event.get(key) == value for key, value in wanted.items()) for event in events)
    return found >= int(pattern.get("times", 1))


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One lesson, as its file has it."""

    title: Texts
    task: Texts
    position: str
    solution: tuple[tuple[str, ...], ...]
    """Turns that lead to a right answer; a test plays them."""
    answers: tuple[Answer, ...]
    """The first that fits is given."""
    seat: int = 0
    """Whom the learner plays."""
    rivals: tuple[tuple[int, str], ...] = ()
    """What the others do, in this order, each as soon as it is their turn."""
    extra: bool = False
    """Not part of the short course."""
    game: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        if not self.solution or not all(self.solution):
            raise ValueError("the solution should be a list of turns, each a list of actions")
        if not self.answers or not self.answers[-1].is_last_resort or self.answers[-1].verdict == "right":
            raise ValueError(
                "the last answer should have no conditions and not be 'right': it is for all else"
            )


class Attempt:
    """A lesson being played: what the learner chose, what the others answered, and what is to be said about it."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.game = _begin(lesson)
        self._begun = self.game.n_entries
        self._left = list(lesson.rivals)
        self._let_rivals_act()

    def play(self, actions: Sequence[str]) -> None:
        """Play a turn, or one choice, of the learner, and what the others do then; raises what the rules say."""
        tried = self.game.copy()
        for action in actions:
            tried.advance(self.lesson.seat, action)
        self.game = tried
        self._let_rivals_act()

    def judge(self, actions: Sequence[str], *, trying: Sequence[str] = ()) -> Answer | None:
        """Return what is to be said about the last choice, if anything is yet.

        ``actions`` were played; ``trying`` is tried out after them, on a copy. In the middle of a turn only an answer
        whose conditions hold is given: the person may still do the right thing.
        """
        if not actions and not trying:
            return None
        seat, game = self.lesson.seat, self.game.copy()
        for action in trying:
            game.advance(seat, action)
        events = _told(game.events(seat, since=self._begun))
        is_complete = not game.rules.whole_turns or game.over or seat not in game.to_act or not trying
        for answer in self.lesson.answers:
            if answer.fits(events, [*actions, *trying][-1]) and (is_complete or not answer.is_last_resort):
                return answer
        return None

    def _let_rivals_act(self) -> None:
        while self._left and self._left[0][0] in self.game.to_act and not self.game.over:
            self.game.advance(*self._left.pop(0))


def _told(events: Iterable[Event]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = msgspec.to_builtins(list(events))
    return told


def _begin(lesson: Lesson) -> Game:
    rules = rules_of(lesson.game)
    players, options, states = rules.read_position(lesson.position)
    # Everybody gets the same deals, so that a lesson always goes the same way.
    table = Table(rules, players, options, chance.secret_of_seed(0), lesson.position)
    return Game.resume(table, states)


# Where lessons come from


@cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in the order of their file names; none if it brings none. Raises BadLesson."""
    home = package_of(game).lessons
    if home is None:
        return ()
    folder = files(home) / "lessons"
    found = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(_read_file(game, file) for file in sorted(found, key=lambda file: file.name))


def lesson_of(game: str, name: str) -> Lesson:
    """Return one lesson; raises UnknownGame, UnknownLesson or BadLesson."""
    known = {lesson.id: lesson for lesson in lessons_of(game)}
    if name not in known:
        raise UnknownLesson(f"there is no lesson {name!r} about {game}; {suggest(name, known)}")
    return known[name]


def _read_file(game: str, file: Traversable) -> Lesson:
    name = file.name.removesuffix(".toml").lstrip("0123456789-")
    try:
        return read_lesson(game, name, file.read_text("utf-8"))
    except (BadLesson, UnicodeDecodeError) as error:
        raise BadLesson(f"{file.name}: {error}") from error


msgspec.json.Decoder(Lesson)  # msgspec learns the type here, in one thread: see tests/test_threads.py


def read_lesson(game: str, name: str, text: str) -> Lesson:
    """Read a lesson's file and try whether its position and its rivals work; raises BadLesson."""
    try:
        lesson = msgspec.toml.decode(text, type=Lesson)
        lesson = msgspec.structs.replace(lesson, game=game, id=name)
        attempt = Attempt(lesson)
    except (msgspec.DecodeError, GravitableError) as error:
        raise BadLesson(f"the lesson cannot be used: {error}") from error
    if lesson.seat not in attempt.game.to_act:
        raise BadLesson(f"seat {lesson.seat} should learn, but the position waits for {attempt.game.to_act}")
    return lesson
