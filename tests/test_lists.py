"""Each list is declared once: a forgotten or misplaced entry fails when the program starts, and shifts no others.

docs/architecture.md tells how many files a new card, variant, table option or message touches; the last tests hold it.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import field, make_dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from gravitable.bots.minds import mind_of
from gravitable.bots.tuning import VERSIONS
from gravitable.core.lists import must_agree, must_be_numbered
from gravitable.core.registry import packages
from gravitable.server.protocol import parts
from gravitable.server.storage import schema
from gravitable.server.tables import table_rows

ROOT = Path(__file__).parent.parent
SLIPS = {
    "a card without a number": ("superstar.data", '"tile", "double", ', '"tile", "double", "hop", '),
    "cards in another order": ("superstar.data", '"long", "high", "drop"', '"high", "long", "drop"'),
    "an action without a number": ("superstar.data", '    "teleport",\n', ""),
    "too many actions": ("superstar.data", "N_ACTIONS > MAX_ACTIONS", "N_ACTIONS > 9"),
    "a card without words": ("superstar.words", '    "teleport": ("Teleport', '    "telport": ("Teleport'),
    "a card without a sign": ("superstar.drawing.pieces", '    "teleport": "M', '    "telport": "M'),
    "events in another order": ("superstar.events", "    STEP,\n    FALL,\n", "    FALL,\n    STEP,\n"),
    "an event that nobody reads": ("superstar.event_types", "    ev.TELEPORT: lambda", "    99: lambda"),
    "an event without a sentence": (
        "gravwell.event_types",
        "words.SENTENCES",
        'words.SENTENCES.keys() - {"over"}',
    ),
    "variants in another order": (
        "gravwell.data",
        "VARIANT_NO_SECRETS, VARIANT_HARDCORE",
        "VARIANT_HARDCORE, VARIANT_NO_SECRETS",
    ),
    "an observation too wide": ("envs.kernels.superstar_observe", '"open door",', '"open door", "roof",'),
    "an observed thing without a place": ("envs.kernels.gravwell_observe", '"may stop", ', '"may", "stop", '),
    "knobs in another order": (
        "bots.kernels.superstar_search",
        "    SLIPS,\n    NOISE,\n",
        "    NOISE,\n    SLIPS,\n",
    ),
    "a knob without a name": ("bots.kernels.gravwell_search", ", EXTRA_ROUNDS, NET = ", ", EXTRA_ROUNDS = "),
    "a card that is never laid": ("bots.kernels.superstar_sight", "ROTATE, WILD, *range", "ROTATE, *range"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_a_list_is_told_at_the_start(slip: str) -> None:
    module, old, new = SLIPS[slip]
    name = f"gravitable.{module}"
    path = Path(str(importlib.import_module(name).__file__))
    source = path.read_text("utf-8")
    assert source.count(old) >= 1, "the test is out of date"
    code = compile(source.replace(old, new, 1), str(path), "exec")
    with pytest.raises((TypeError, ValueError)):
        exec(code, {"__name__": name, "__file__": str(path)})  # noqa: S102 - our own file


def test_a_new_table_setting_is_kept_without_a_column_of_its_own() -> None:
    later = make_dataclass(
        "Later",
        [("quiet", bool, field(default=False)), ("most_chat", int, field(default=50))],
        bases=(parts.TableSettings,),
        kw_only=True,
        frozen=True,
    )
    chosen = later(public=True, quiet=True, most_chat=7, clock=parts.Clock("turn-days", 2))
    columns = table_rows.columns_of(chosen)
    assert set(columns) <= set(schema.tables.c.keys())
    assert table_rows.settings_of(SimpleNamespace(**columns), later) == chosen
    early = table_rows.columns_of(parts.TableSettings(rated=True))
    assert table_rows.settings_of(SimpleNamespace(**early), later) == later(rated=True), "begun before"


def test_the_checks_themselves() -> None:
    must_agree("colours", ["red"], ("red",))
    must_be_numbered(["few-stars", "none"], {"FEW_STARS": 0, "NONE": 1})
    with pytest.raises(TypeError, match=r"colours differ: \['red'\] and \['blue'\]"):
        must_agree("colours", ["red"], ["blue"])
    with pytest.raises(TypeError, match="the numbers of one, two"):
        must_be_numbered(["one", "two"], {"ONE": 1, "TWO": 0})


def test_every_mind_knows_every_version_of_the_search_with_the_same_knobs() -> None:
    for game in (name for name, package in packages().items() if package.bots):
        knobs = mind_of(game).knobs
        assert tuple(knobs) == VERSIONS
        assert len({tuple(numbers) for numbers in knobs.values()}) == 1
        assert len(mind_of(game).levels) == 5


# How many files name one thing: all that is written by hand, but for the tests and the pages.


def files_that_say(word: str) -> set[str]:
    folders = [ROOT / "src" / "gravitable", ROOT / "web" / "src"]
    files = [
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in (".py", ".ts", ".svelte", ".json", ".html")
    ]
    return {
        str(path.relative_to(ROOT))
        for path in files
        if not {"static", "generated"} & set(path.parts) and re.search(word, path.read_text("utf-8"))
    }


def test_a_variant_is_named_where_it_is_declared_ruled_and_put_into_words() -> None:
    named = files_that_say("no_secrets|NO_SECRETS")
    texts = {path for path in named if path.endswith(".json")}
    assert texts == {"web/src/gravwell/options.texts.json"}
    assert {Path(path).parts[2] for path in named - texts} <= {"gravwell", "envs"}
    assert len(named - texts) <= 8


def test_the_texts_of_a_card_and_of_a_table_setting_stand_in_one_file() -> None:
    for key, file in (
        (r'"card(-text)?\.teleport"', "web/src/superstar/cards.texts.json"),
        (r'"new\.rated(-text)?"', "web/src/lib/settings.texts.json"),
    ):
        assert files_that_say(key) == {file}


def test_a_table_setting_is_named_where_it_is_declared_kept_and_used() -> None:
    assert len(files_that_say(r"\brated\b") - files_that_say(r"ratings?\b")) <= 6
    named = files_that_say(r"\bautostart\b")
    assert len({path for path in named if path.startswith("src/")}) <= 5, (
        "pages of the client may use it as they like"
    )


def test_a_message_is_named_where_it_is_declared_and_handled() -> None:
    assert files_that_say(r"\bUnwatch\b") == {
        "src/gravitable/server/protocol/client.py",
        "src/gravitable/server/sockets/socket.py",
    }


def test_a_language_is_named_in_the_files_that_the_architecture_page_lists() -> None:
    named = {Path(path) for path in files_that_say(r"\bgl\b") if not path.endswith("core/lessons.py")}
    own = {path.relative_to(ROOT) for path in (ROOT / "web" / "src").rglob("gl.json")}
    assert {path.name for path in named} == {
        "index.svelte.ts",
        "warming.html",
        *(path.name for path in named if path.match("*.texts.json")),
    }
    sets = {path.parent for path in own if path.parent.parent.name == "pages"}
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    counted = re.search(r"^\| a language \| (\d+) \|", page, re.MULTILINE)
    assert counted
    assert len(named) + len(own) - len(sets) == int(counted[1]) - 5, (
        "besides the sets of pages, of which there were five"
    )
