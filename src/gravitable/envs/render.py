"""Drawing a game for an environment: as text, as an array of pixels, or for a person to watch."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gravitable.core.contract import Json
from gravitable.envs.errors import BadSetting
from gravitable.envs.labs import lab_of
from gravitable.envs.single import SingleGame

RENDER_MODES = ("human", "ansi", "rgb_array")

Image = NDArray[np.uint8]


class Renderer:
    """Draws one game in one way; what it shows is what a spectator may see."""

    def __init__(self, game: SingleGame, mode: str | None) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise BadSetting(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {mode!r}")
        self._game = game
        self._mode = mode
        self._window: Any = None
        self._was_closed = False

    def draw(self) -> Image | str | None:
        """Return text or pixels; for a person show a window where pygame is installed, and else print the text."""
        if self._mode == "ansi":
            return self._text(colour=False)
        if self._mode == "rgb_array":
            return self._pixels()
        if self._mode == "human":
            self._show()
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            import pygame  # noqa: PLC0415 - there is a window, so it is installed

            pygame.quit()
            self._window = None

    def _view(self) -> Json:
        return self._game.view()

    def _text(self, *, colour: bool) -> str:
        return self._game.rules.draw_text(self._view(), colour=colour)

    def _pixels(self) -> Image:
        picture: Image = lab_of(self._game.rules.name).picture(self._view())
        return picture

    def _show(self) -> None:
        try:
            import pygame  # noqa: PLC0415 - optional
        except ImportError:
            sys.stdout.write(self._text(colour=sys.stdout.isatty()) + "\n")
            return
        if not self._was_closed:
            self._show_in_window(pygame)

    def _show_in_window(self, pygame: Any) -> None:
        pixels = self._pixels().swapaxes(0, 1)
        if self._window is None:
            pygame.init()
            self._window = pygame.display.set_mode(pixels.shape[:2])
            pygame.display.set_caption(self._game.rules.title)
        if pygame.event.get(pygame.QUIT):  # the person has closed the window: the game goes on unseen
            self._was_closed = True
            self.close()
            return
        pygame.surfarray.blit_array(self._window, pixels)
        pygame.display.flip()
