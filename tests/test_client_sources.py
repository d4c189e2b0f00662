"""What the browser client takes from the Python package is in the repository, and current."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from gravitable import bots
from gravitable.core.registry import packages

WEB = Path(__file__).resolve().parents[1] / "web"
GENERATED = WEB / "src" / "lib" / "generated"
SOURCES = WEB.parent / "src" / "gravitable"


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"web_{name}", WEB / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_typescript_types_are_current(tmp_path: Path) -> None:
    build = _module("build")
    if not (WEB / "node_modules" / "openapi-typescript").is_dir():
        pytest.skip("the client's npm packages are not installed: run 'make setup', or python web/build.py")
    build.write_types(build.Npm(), tmp_path / "api.ts")
    made, kept = (folder / "api.ts" for folder in (tmp_path, GENERATED))
    assert kept.read_text("utf-8") == made.read_text("utf-8"), (
        "run python web/build.py, and commit what it wrote"
    )


def test_colours_are_those_of_the_drawings(tmp_path: Path) -> None:
    palette = _module("palette")
    palette.write(tmp_path)
    for name in ("palette.css", "palette.ts"):
        kept = (GENERATED / name).read_text("utf-8")
        assert kept == (tmp_path / name).read_text("utf-8"), "run python web/palette.py"


def test_no_colour_of_the_drawings_is_set_a_second_time() -> None:
    """The style sheet may add colours of its own, but not change one that the drawings share."""
    shared = dict.fromkeys(line.split(":")[0].strip() for line in _declarations(GENERATED / "palette.css"))
    own = [line.split(":")[0].strip() for line in _declarations(WEB / "src" / "app.css")]
    assert shared
    assert not [name for name in own if name in shared]


def _declarations(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").splitlines() if line.strip().startswith("--")]


def test_the_levels_are_described_to_people_as_they_are() -> None:
    """The English texts are those of the bots; the other languages have one for each of these."""
    told = json.loads((WEB / "src" / "lib" / "bots.texts.json").read_text("utf-8"))
    for game in ("superstar", "gravwell"):
        for level in bots.levels(game):
            texts = told[f"bot-text.level-{level.number}"]
            assert texts["en"] == level.description
            assert len(texts) >= 5
            assert len(set(texts.values())) == len(texts), "a text is not translated"


def test_the_lock_file_names_no_place_to_download_from() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text("utf-8")


def test_every_gain_of_a_review_has_words_in_the_browser() -> None:
    texts = json.loads((WEB / "src" / "lib" / "i18n" / "pages" / "insight" / "en.json").read_text("utf-8"))
    for package in packages().values():
        if package.client is not None:
            assert package.gains is not None
            assert {f"better.{kind}" for kind in package.load(package.gains).words} <= texts.keys()


def test_french_punctuation_stays_with_its_word() -> None:
    """A colon at the beginning of a line, as plain spaces allow on a narrow screen, is a mistake in French."""
    texts = [
        text
        for file in (WEB / "src").rglob("fr.json")
        for text in json.loads(file.read_text("utf-8")).values()
    ]
    lessons = [
        line for file in SOURCES.glob("*/lessons/*.toml") for line in file.read_text("utf-8").splitlines()
    ]
    texts += [line for line in lessons if line.startswith("fr = ")]
    assert len(texts) > 500
    assert [text for text in texts if re.search(r" [:;!?»]|« ", text)] == []
