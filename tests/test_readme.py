"""The README is true: its Python examples print what it says, and its commands run.

A block of commands with ``<!-- not run: reason -->`` right above it is left alone. ``make`` habits would set up and
test the project inside its own tests, so of those only their existence is checked.
"""

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
_BLOCK = re.compile(r"(?P<above>[^\n]*)\n```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
_NOT_RUN = re.compile(r"<!-- not run: .+ -->")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, where it begins, and whether it is to be run."""

    kind: str
    body: str
    line: int
    is_run: bool

    @property
    def commands(self) -> list[str]:
        """The lines behind a prompt, without trailing comments."""
        lines = [line for line in self.body.splitlines() if line.startswith("$ ")]
        return [re.sub(r"\s+#.*", "", line[2:]).strip() for line in lines]


def blocks(kind: str) -> list[Block]:
    text = README.read_text(encoding="utf-8")
    found = []
    for match in _BLOCK.finditer(text):
        line = text.count("\n", 0, match.start("body")) + 1
        found.append(Block(match["kind"], match["body"], line, not _NOT_RUN.search(match["above"])))
    return [block for block in found if block.kind == kind]


def test_the_readme_has_examples() -> None:
    assert blocks("python")
    assert any(block.is_run for block in blocks("console"))


def test_python_examples_print_what_the_readme_says() -> None:
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    for block in blocks("python"):
        example = doctest.DocTestParser().get_doctest(
            block.body, names, "README.md", "README.md", block.line - 1
        )
        runner.run(example, out=report.append, clear_globs=False)
        names = example.globs  # later blocks go on with what earlier ones made
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


COMMANDS = [
    pytest.param(command, id=f"line {block.line}: {command}")
    for block in blocks("console")
    if block.is_run
    for command in block.commands
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_readme_run(command: str, tmp_path: Path) -> None:
    if command.split(maxsplit=1)[0] == "make":
        _run(command.replace("make", "make --dry-run", 1), ROOT)
    else:
        _run(command, tmp_path)


def _run(command: str, folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(  # noqa: S602 - as the reader would type it
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path, "XDG_DATA_HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
