"""The documentation is true: every Python and console block of every page runs, as in ``test_readme``.

A block with ``<!-- not run: reason -->`` right above it is left alone. Python blocks of one page share their names,
like a session; those without prompts only have to run.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import test_readme as readme
from third_game import installed, lay_out_sunskim

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
THIRD_GAME = "third-game.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place to run things in, with the tiles and the bots of one's own that the pages speak of."""
    shutil.copytree(next((ROOT / "src").rglob("lantern.txt")).parent, tmp_path / "my-tiles")
    (source,) = re.findall(
        r"```python\n(# my_bots.py\n.*?)```", (DOCS / "write-a-bot.md").read_text(), re.DOTALL
    )
    (tmp_path / "my_bots.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def third_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The third game that a page speaks of, installed."""
    target = tmp_path_factory.mktemp("installed")
    lay_out_sunskim(target)
    with installed(target):
        yield


def _blocks(page: Path, kind: str) -> list[readme.Block]:
    text = page.read_text(encoding="utf-8")
    return [
        readme.Block(match["kind"], match["body"], text.count("\n", 0, match.start("body")) + 1, is_run=True)
        for match in readme._BLOCK.finditer(text)
        if match["kind"] == kind and not readme._NOT_RUN.search(match["above"])
    ]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if _blocks(page, "python")], ids=lambda page: page.name
)
def test_python_blocks_print_what_the_page_says(
    page: Path, folder: Path, request: pytest.FixtureRequest
) -> None:
    if page.name == THIRD_GAME:
        request.getfixturevalue("third_game")
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    for block in _blocks(page, "python"):
        if ">>> " in block.body:
            example = doctest.DocTestParser().get_doctest(
                block.body, names, page.name, str(page), block.line - 1
            )
            runner.run(example, out=report.append, clear_globs=False)
            names = example.globs
        else:
            exec(compile("\n" * block.line + block.body, str(page), "exec"), names)  # noqa: S102 - our own page
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


COMMANDS = [
    pytest.param(command, id=f"{page.name} line {block.line}: {command}")
    for page in PAGES
    for block in _blocks(page, "console")
    for command in block.commands
]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str, folder: Path, request: pytest.FixtureRequest) -> None:
    if "sunskim" in command:
        request.getfixturevalue("third_game")
    readme.test_commands_of_the_readme_run(command, folder)


@pytest.mark.parametrize(("maker", "page"), [("make_api", "api.md"), ("make_protocol", "protocol.md")])
def test_pages_made_from_the_source_are_current(maker: str, page: str) -> None:
    spec = importlib.util.spec_from_file_location(maker, DOCS / f"{maker}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (DOCS / page).read_text("utf-8") == module.page(), f"run python docs/{maker}.py"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_what_it_is(page: Path) -> None:
    """Commands hide from the tests in blocks of other kinds, or of none."""
    fences = re.findall(r"^```(.*)$", page.read_text("utf-8"), re.MULTILINE)
    assert set(fences[::2]) <= {"console", "json", "python", "text"}
    assert set(fences[1::2]) <= {""}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)", text)
    missing = [target for target in targets if target and not (page.parent / target).exists()]
    assert not missing


def test_every_page_has_its_place_in_the_site() -> None:
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    named = re.findall(r": ([\w-]+\.md)$", config, re.MULTILINE)
    assert sorted(named) == sorted(page.name for page in PAGES)


def test_the_site_builds_without_warnings_and_is_for_readers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As ``make docs`` builds it: every page and picture, and nothing that only writes them."""
    import site_for_readers as site  # noqa: PLC0415 - in the folder of tools

    for name in ("docs", "mkdocs.yml"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    assert site.build(tmp_path) == 0, capfd.readouterr()
    built = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.*")}
    assert {page.with_suffix(".html").name for page in PAGES} <= built
    assert {f"images/{path.name}" for path in (DOCS / "images").iterdir()} <= built
    pages = {name for name in built if name.endswith(".html")}
    assert pages == {page.with_suffix(".html").name for page in PAGES} | {"404.html"}
    assert not {
        name for name in built if "__pycache__" in name or name.endswith((".py", ".pyc", ".md", ".yml"))
    }


def test_every_picture_is_shown_and_every_picture_shown_exists() -> None:
    texts = [page.read_text("utf-8") for page in [*PAGES, ROOT / "README.md"]]
    shown = {Path(name).name for text in texts for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)}
    assert shown == {path.name for path in (DOCS / "images").iterdir()}


def test_the_readme_shows_both_games_in_the_browser_and_a_fall() -> None:
    """Pictures of running games, taken by ``make screenshots``; small, since they are kept with the sources."""
    readme_text = (ROOT / "README.md").read_text("utf-8")
    for name, largest in (
        ("browser-superstar.webp", 100_000),
        ("browser-gravwell.webp", 100_000),
        ("fall.svg", 60_000),
    ):
        assert f"(docs/images/{name})" in readme_text
        assert 5_000 < (DOCS / "images" / name).stat().st_size < largest, name
    assert "@keyframes" in (DOCS / "images" / "fall.svg").read_text("utf-8"), "the fall does not move"


def test_pictures_of_the_rules_are_current() -> None:
    import pictures  # noqa: PLC0415 - in the folder of tools

    for name, text in pictures.pictures():
        assert (DOCS / "images" / name).read_text("utf-8") == text, f"run python tools/pictures.py ({name})"
