"""Kernels written once for several games: each game gets its own, from the cache too, and a missing part is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gravitable.core.template import fill_in, given

TEMPLATE = """
from gravitable.core.jit import kernel
from gravitable.core.template import given

change = given()


@kernel
def twice(number: int) -> int:
    return change(change(number))
"""
GAME = '''
"""{name}"""
from gravitable.core.jit import kernel
from gravitable.core.template import fill_in
from pair import template


@kernel
def change(number: int) -> int:
    return number {how}


fill_in(template, globals(), change=change)
'''
ASK = """
from pair import adding, doubling

print(adding.twice(5), doubling.twice(5), doubling.__doc__)
print(sum(sum(module.twice.stats.cache_hits.values()) for module in (adding, doubling)))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "pair"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "template.py").write_text(TEMPLATE)
    (folder / "adding.py").write_text(GAME.format(name="adds", how="+ 1"))
    (folder / "doubling.py").write_text(GAME.format(name="doubles", how="* 2"))
    return tmp_path


def ask(package: Path) -> list[str]:
    path = os.pathsep.join([str(package), *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": path, "GRAVITABLE_CACHE": str(package / "cache")}
    told = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.splitlines()


def test_each_game_gets_its_own_kernels_and_finds_them_again_in_the_cache(package: Path) -> None:
    compiled, loaded = ask(package), ask(package)
    assert compiled == ["7 20 doubles", "0"]
    assert loaded == ["7 20 doubles", "2"]


def test_other_parts_are_never_run_from_an_old_cache(package: Path) -> None:
    ask(package)
    (package / "pair" / "adding.py").write_text(GAME.format(name="adds", how="+ 100"))
    assert ask(package)[0] == "205 20 doubles"


def a_template(tmp_path: Path) -> ModuleType:
    path = tmp_path / "small.py"
    path.write_text("def ask():\n    return answer()\n")
    template = ModuleType("small")
    vars(template).update(__file__=str(path), answer=given())
    return template


def test_parts_must_be_exactly_those_that_the_template_asks_for(tmp_path: Path) -> None:
    template = a_template(tmp_path)
    with pytest.raises(
        TypeError, match=r"the parts of small and those of game differ: \['answer'\] and \[\]"
    ):
        fill_in(template, {"__name__": "game"})
    with pytest.raises(TypeError, match="differ"):
        fill_in(template, {"__name__": "game"}, answer=int, question=int)


def test_a_part_cannot_push_out_what_the_game_calls_by_that_name(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="game already means something else by answer"):
        fill_in(a_template(tmp_path), {"__name__": "game", "answer": float}, answer=int)
