"""The course of a game on the full screen: whose turn it is, what is asked, what is shown and when."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from rich.markup import escape

from gravitable.cli.choices import choices_of
from gravitable.cli.screen.menu import GO_ON, LEAVE, TAKE_BACK, Menu, menu_of, words
from gravitable.cli.stages import Scene, Stage

if TYPE_CHECKING:
    from gravitable.cli.screen.app import TableApp
    from gravitable.cli.sitting import Sitting
    from gravitable.core.events import Event

_STEP_S: Final = 0.13  # from space to space
_REST_S: Final = 0.7  # after a bot's move that somebody only watches
_TOLD_ENTRIES: Final = 80  # how far back in the log the story begins

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Run something slow without stopping the screen. The thread does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if not done.done():
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as wrong:  # raised again where the result is awaited
            error = wrong
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await done


class Course:
    """Plays a sitting on an app: the same steps as the plain mode takes, but nothing ever waits for a line."""

    def __init__(self, app: TableApp, sitting: Sitting, stage: Stage) -> None:
        self.app, self.sitting, self.stage = app, sitting, stage
        humans = sitting.humans
        self.viewer: int | None = humans[0] if len(humans) == 1 else None
        """Through whose eyes the screen looks; None: only what everybody may know."""

    async def run(self) -> None:
        """Play to the end, and wait there until somebody leaves."""
        self._save()
        self.show_now()
        while not self.sitting.game.over:
            seat = self.sitting.next_seat()
            if self.sitting.seats[seat].is_human:
                await self._person(seat)
            else:
                await self._bot(seat)
        await self._end()

    # Turns

    async def _bot(self, seat: int) -> None:
        self.app.wait_for(f"{self.sitting.names[seat]} is thinking ...")
        action = await in_thread(lambda: self.sitting.bots_choice(seat))
        await self._act(seat, action)
        if not self.sitting.humans:
            await self.app.rest(_REST_S)

    async def _person(self, seat: int) -> None:
        if self.sitting.sit_down(seat):
            await self.app.cover(self.sitting.names[seat])
        self.viewer = seat
        self.show_now()
        self.app.wait_for("Working out what each choice brings ...")
        menu = await in_thread(lambda: self._menu(seat))
        answer = await self.app.ask(menu)
        if answer == TAKE_BACK:
            self._take_back()
        else:
            await self._act(seat, answer)
            if self.sitting.must_pause(seat):
                await self._pause()
        if len(self.sitting.humans) > 1 and seat not in self.sitting.game.to_act:
            self.viewer = None
            self.show_now()

    def _menu(self, seat: int) -> Menu:
        names = [escape(name) for name in self.sitting.names]
        return menu_of(choices_of(self.sitting.game, seat, self.sitting.touch, names))

    async def _pause(self) -> None:
        """Wait before the turn passes on: time to look at the outcome, and to take it back."""
        items = [(GO_ON, "go on")] + [(TAKE_BACK, "take it back")] * bool(self.sitting.before)
        if await self.app.ask(words("Your turn is done", *items)) == TAKE_BACK:
            self._take_back()

    def _take_back(self) -> None:
        if self.sitting.take_back():
            self._save()
            self.app.say("Taken back.")

    async def _act(self, seat: int, action: str) -> None:
        """Play an action, and show what the viewer sees of it."""
        game, viewer = self.sitting.game, self.viewer
        before, since, told = game.view(viewer), len(game.log), self._story()
        self.sitting.play(seat, action)
        self._save()
        happened = game.events(viewer, since=since)
        await self._animate(self.stage.scenes(before, game.view(viewer), happened), told, happened)
        self.show_now()

    async def _animate(self, scenes: object, told: list[str], happened: Sequence[Event]) -> None:
        """Show scene after scene; the story follows what has been seen."""
        self.app.wait_for("")
        self.app.begin_motion()
        for scene in scenes:  # type: ignore[attr-defined]
            if not self.app.is_moving:
                return
            self.app.show(scene, [*told, *self.sitting.told(happened[: scene.told])])
            await self.app.rest(_STEP_S)

    async def _end(self) -> None:
        sitting = self.sitting
        self.viewer = sitting.humans[0] if len(sitting.humans) == 1 else None
        self.show_now()
        result = sitting.game.result
        assert result is not None  # noqa: S101 - the game is over
        names = [escape(name) for name in sitting.shown_names]
        self.app.show_result(sitting.touch.final_table(sitting.game.state(), result, names))
        await self.app.ask(words("The game is over", (LEAVE, "leave")))
        self.app.exit()

    # Telling

    def show_now(self) -> None:
        """Show the game as it is."""
        self.app.show(Scene(self.sitting.game.view(self.viewer)), self._story())

    def _story(self) -> list[str]:
        game = self.sitting.game
        return list(self.sitting.told(game.events(self.viewer, since=max(0, len(game.log) - _TOLD_ENTRIES))))

    def whole_story(self) -> list[str]:
        """Return everything that the viewer may know of what happened."""
        return list(self.sitting.told(self.sitting.game.events(self.viewer)))

    def preview(self, action: str) -> Scene:
        """Return what an action of the seat at the keyboard would bring about."""
        game, seat = self.sitting.game, self.sitting.at_keyboard
        view = game.view(self.viewer)
        return Scene(view) if seat is None else self.stage.preview(game, seat, action, view)

    def leading_to(self, place: str, actions: Sequence[str]) -> list[str]:
        """Return the actions that end on a place of the board; where nothing is certain, the likeliest ones."""
        game, seat = self.sitting.game, self.sitting.at_keyboard
        if seat is None:
            return []
        chances = {action: self.stage.chance(game, seat, action, place) for action in actions}
        best = max(chances.values())
        return [action for action, chance in chances.items() if 0 < chance == best]

    def _save(self) -> None:
        problem = self.sitting.save()
        if problem:
            self.app.say(problem, is_bad=True)
