"""Whoever has to wait is told why: simulate, tile report, environments and search each say what they compile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gravitable import bots
from gravitable.cli import simulate
from gravitable.cli.touches import superstar_tiles
from gravitable.core import jit, kernel_cache
from gravitable.envs.batched import kernel_of
from gravitable.envs.rivals import rivals_kernel


def command(app: object, *arguments: str) -> None:
    CliRunner().invoke(app, arguments, catch_exceptions=False)  # type: ignore[arg-type]


WAYS: list[tuple[str, Callable[[], object]]] = [
    ("random play", lambda: command(simulate.app, "superstar", "--games", "2")),
    ("the tile report", lambda: command(superstar_tiles.app, "report", "--games", "10")),
    ("the environments of Gravity Superstar", lambda: kernel_of.__wrapped__("superstar")),
    ("the rivals in environments of Gravity Superstar", lambda: rivals_kernel.__wrapped__("superstar")),
    ("the bots of Gravity Superstar", lambda: bots.make("search:8", "superstar", seed=1)),
]


@pytest.mark.parametrize(("what", "use"), WAYS, ids=[what for what, _ in WAYS])
def test_on_a_new_machine_it_is_said(
    what: str, use: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if nothing had been compiled: the kernels come from the cache, but nobody knows that."""
    told: list[str] = []
    for module in (jit, kernel_cache):
        monkeypatch.setattr(module, "stamp", lambda package, name: tmp_path / f"{package} {name}")
    monkeypatch.setattr(jit, "_tell", told.append)
    use()
    assert f"Compiling {what} for this machine (once, about half a minute) ..." in told
    told.clear()
    use()
    assert told == [], "the second time nothing is compiled"
