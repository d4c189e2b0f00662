"""``gravitable learn``: lessons in the terminal, and a check of their files."""

from __future__ import annotations

from typing import Annotated

import typer

from gravitable.cli.choices import choices_of, chosen, print_choices
from gravitable.cli.console import has_colour, out, print_drawing, print_sentence
from gravitable.cli.touches import touch_of
from gravitable.core.lessons import LANGUAGES, Answer, Attempt, Lesson, lesson_of, lessons_of
from gravitable.core.registry import game_names

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

NAMES = ("You", "Mira", "Juno", "Rigel")
FOUND_WRONG = 1


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable learn[/]\n\n"
    "[bold]gravitable learn superstar[/]\n\n"
    "[bold]gravitable learn gravwell tractor --language de[/]\n\n"
    "[bold]gravitable learn --check[/]"
)
def learn(
    game: Annotated[
        str | None, typer.Argument(help="The game to learn; without one, all lessons are listed.")
    ] = None,
    lesson: Annotated[
        str | None, typer.Argument(help="One lesson; without one, the course from its start.")
    ] = None,
    language: Annotated[str, typer.Option(help=f"The language of the texts: {', '.join(LANGUAGES)}.")] = "en",
    check: Annotated[
        bool, typer.Option("--check", help="Read all lessons and play their solutions.")
    ] = False,
) -> None:
    """Learn a game by playing: short lessons, each with one thing to do."""
    games = [game] if game else list(game_names())
    if check:
        raise typer.Exit(_check(games))
    if game is None:
        _list(language)
        return
    for one in [lesson_of(game, lesson)] if lesson else [each for each in lessons_of(game) if not each.extra]:
        if not _teach(one, language):
            return


def _list(language: str) -> None:
    for game in game_names():
        for lesson in lessons_of(game):
            mark = " (extra)" if lesson.extra else ""
            out.print(f"{game} {lesson.id:<12} {lesson.title.told(language)}{mark}", markup=False)


def _check(games: list[str]) -> int:
    """Play the solution of every lesson; return the exit code."""
    wrong = 0
    for lesson in [one for game in games for one in lessons_of(game)]:
        attempt = Attempt(lesson)
        for actions in lesson.solution:
            attempt.play(actions)
        answer = attempt.judge(lesson.solution[-1])
        is_right = answer is not None and answer.verdict == "right"
        wrong += not is_right
        out.print(f"{'fine ' if is_right else 'WRONG'} {lesson.game} {lesson.id}", markup=False)
    return FOUND_WRONG if wrong else 0


def _teach(lesson: Lesson, language: str) -> bool:
    """Let somebody try a lesson until it is solved; say whether it was."""
    while True:
        out.print(f"\n[bold]{lesson.title.told(language)}[/]")
        answer = _attempt(lesson, language)
        if answer is None:
            return False
        print_sentence(answer.text.told(language))
        if answer.verdict == "right":
            return True


def _attempt(lesson: Lesson, language: str) -> Answer | None:
    """Let somebody choose until there is a final answer; None when they leave."""
    attempt, tried = Attempt(lesson), list[str]()
    touch = touch_of(lesson.game)
    while True:
        game = attempt.game.copy()
        for action in tried:
            game.advance(lesson.seat, action)
        print_drawing(game.rules.draw_text(game.view(lesson.seat), colour=has_colour()))
        print_sentence(lesson.task.told(language))
        choices = choices_of(game, lesson.seat, touch, NAMES)
        print_choices(out, choices)
        typed = out.input("Your choice (q leaves): ").strip()
        if typed == "q":
            return None
        choice = chosen(choices, typed)
        if not isinstance(choice, str):
            out.print(choice)
            continue
        tried.append(choice)
        answer = attempt.judge((), trying=tried)
        if answer is not None and answer.verdict != "go-on":
            return answer
        if answer is not None:
            print_sentence(answer.text.told(language))
