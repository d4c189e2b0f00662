"""The shape of the project: who may import whom, which files there are, how long they get."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import mypy.api
import pytest

from gravitable.core.package import GamePackage
from gravitable.core.registry import game_names, package_of

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "gravitable"
LONGEST_FILE = 400

# What a game has that the other does not need; everything else has the same name in both packages.
OWN_FILES = {
    "superstar": {"board", "host", "position_read", "tiles"},
    "gravwell": {"ahead", "outlook", "pulls", "spread"},
}
OWN_TESTS = {
    "superstar": {"test_falling", "test_grid", "test_previews", "test_tile_report", "test_tiles"},
    "gravwell": {"test_ahead", "test_hidden", "test_outlook", "test_random_play"},
}
CHANCE_AND_CLOCK = {"random", "secrets", "time", "datetime", "uuid"}


def rule_files(game: str) -> list[Path]:
    """Return the files of a game's rules: all but its drawing."""
    return [path for path in sorted((SOURCE / game).rglob("*.py")) if "drawing" not in path.parts]


def imports(tree: ast.AST) -> Iterator[str]:
    """Return the full names of everything that a piece of source imports, at any depth."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole module"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_of(path: Path) -> list[str]:
    return list(imports(ast.parse(path.read_text("utf-8"))))


def eager_imports(path: Path) -> list[str]:
    """Return what a file imports as soon as it is loaded: not inside functions, not only for type checkers."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [ast.Pass()]
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    return list(imports(tree))


def is_allowed(module: str, *packages: str) -> bool:
    top = module.split(".", maxsplit=1)[0]
    if top == "gravitable":
        return any(module == package or module.startswith(f"{package}.") for package in packages)
    return top in sys.stdlib_module_names or top in (
        "numpy",
        "numba",
        "llvmlite",
        "msgspec",
    )  # llvmlite: half of Numba


@pytest.mark.parametrize("game", game_names())
def test_rules_import_only_numpy_numba_msgspec_the_standard_library_and_the_core(game: str) -> None:
    for path in rule_files(game):
        wrong = [
            name for name in imports_of(path) if not is_allowed(name, "gravitable.core", f"gravitable.{game}")
        ]
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@pytest.mark.parametrize("game", game_names())
def test_rules_need_drawing_only_when_somebody_draws(game: str) -> None:
    for path in rule_files(game):
        drawing = f"gravitable.{game}.drawing"
        assert not any(name.startswith(drawing) for name in eager_imports(path)), path
        if path.name != "rules.py":
            assert not any(name.startswith(drawing) for name in imports_of(path)), path
        assert "gravitable.core.drawing" not in {name.rsplit(".", 1)[0] for name in imports_of(path)}, path


@pytest.mark.parametrize("game", game_names())
def test_drawings_know_no_rules_but_names_and_numbers(game: str) -> None:
    """They draw what a view says, so they must not reach for the kernel."""
    kernel = {
        f"gravitable.{game}.{name}"
        for name in ("apply", "legal", "moves", "turn", "setup", "entry", "state", "view")
    }
    for path in sorted((SOURCE / game / "drawing").glob("*.py")):
        used = {name for name in imports_of(path) if name in kernel or name.rsplit(".", 1)[0] in kernel}
        assert not used, f"{path.relative_to(ROOT)} imports {used}"


def test_the_core_imports_no_game_and_nothing_else_of_ours() -> None:
    for path in sorted((SOURCE / "core").glob("*.py")):
        wrong = [name for name in imports_of(path) if not is_allowed(name, "gravitable.core")]
        assert not wrong, f"{path.relative_to(ROOT)} imports {wrong}"


@pytest.mark.parametrize("game", game_names())
def test_rules_know_no_clock_and_no_global_randomness(game: str) -> None:
    for path in rule_files(game):
        assert not {name.split(".")[0] for name in imports_of(path)} & CHANCE_AND_CLOCK, path
        assert "np.random" not in path.read_text("utf-8"), path


def names(game: str) -> set[str]:
    found = {path.stem for path in (SOURCE / game).iterdir() if path.suffix == ".py"}
    return found | {path.name for path in (SOURCE / game).iterdir() if (path / "__init__.py").exists()}


def test_both_games_have_the_same_file_names() -> None:
    shared = [names(game) - OWN_FILES[game] for game in game_names()]
    assert shared[0] == shared[1]
    assert {"data", "state", "legal", "apply", "view", "notation", "rules", "drawing"} <= shared[0]
    assert all(OWN_FILES[game] <= names(game) for game in game_names())


def test_the_tests_of_both_games_have_the_same_names() -> None:
    """What both test has one name; only rules, which differ, have tests of their own names: ``test_rules_...``."""
    found = {game: {path.stem for path in (ROOT / "tests" / game).glob("test_*.py")} for game in game_names()}
    for game, tests in found.items():
        assert sum(name.startswith("test_rules_") for name in tests) >= 4, game
        assert OWN_TESTS[game] <= tests, game
        shared = {name for name in tests - OWN_TESTS[game] if not name.startswith("test_rules_")}
        assert shared == {"test_drawing", "test_golden", "test_reference", "test_texts"}, game
        assert "test_rules_page" in tests, game


def test_the_import_checks_can_fail(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("import fastapi\nfrom gravitable.bots import play\ndef f():\n    import time\n", "utf-8")
    found = imports_of(path)
    assert found == ["fastapi", "gravitable.bots.play", "time"]
    assert [is_allowed(name, "gravitable.core") for name in found] == [False, False, True]
    assert eager_imports(path) == ["fastapi", "gravitable.bots.play"]


# All files


def our_files(*suffixes: str) -> list[Path]:
    """Return the files that people of this project write, by how their names end."""
    folders = [ROOT / name for name in ("src", "tests", "benchmarks", "docs", "web", ".ci")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes]
    found += [path for path in ROOT.iterdir() if path.suffix in suffixes]
    skipped = {"node_modules", "__pycache__", "dist", "build", "site", ".svelte-kit", "static", "generated"}
    skipped |= {".git"}  # a file, in a worktree
    return [path for path in found if path.is_file() and not skipped & set(path.relative_to(ROOT).parts)]


def test_no_source_file_is_too_long() -> None:
    sizes = {path: len(path.read_text("utf-8").splitlines()) for path in our_files(".py", ".ts", ".svelte")}
    assert len(sizes) > 50
    long = {str(path.relative_to(ROOT)): size for path, size in sizes.items() if size > LONGEST_FILE}
    assert not long


# Put together here, so that this file does not find itself.
MACHINE_PATHS = re.compile(
    "|".join(["/" + "work/", "/" + "root/", "/" + r"home/\w", "/" + r"Users/\w", r"\b[C-Z]:" + r"\\\w"])
)
DOWNLOADS = re.compile(
    "|".join(
        ["registry" + r"\.npmjs", "files" + r"\.pythonhosted", "pypi" + r"\.org", "codeload" + r"\.github"]
    )
)
TEXT = (
    ".py",
    ".md",
    ".txt",
    ".toml",
    ".yml",
    ".yaml",
    ".json",
    ".ts",
    ".svelte",
    ".js",
    ".html",
    ".css",
    ".sh",
    ".cfg",
    "",
)


@pytest.mark.parametrize("pattern", [MACHINE_PATHS, DOWNLOADS], ids=["machine-paths", "download-addresses"])
def test_no_file_names_a_machine_or_a_download(pattern: re.Pattern[str]) -> None:
    found = []
    for path in our_files(*TEXT):
        match = pattern.search(path.read_text("utf-8", errors="replace"))
        if match:
            found.append(f"{path.relative_to(ROOT)}: {match.group()}")
    assert not found


# Shared code knows no game by name


SHARED = ("api.py", "arena", "bench", "bots", "cli", "core", "envs", "learn", "puzzles", "reviews", "server")
EXAMPLES_ONLY = {"server/protocol/server.py"}
"""Files with examples of messages, which are about some game."""


def shared_files() -> list[Path]:
    """Return our Python files that are for all games: not those of a game, and not those that are named after one."""
    found = [path for name in SHARED for path in [SOURCE / name, *(SOURCE / name).rglob("*.py")]]
    files = [path for path in found if path.suffix == ".py"]
    return [
        path
        for path in files
        if not any(game in path.name for game in game_names())
        and str(path.relative_to(SOURCE)) not in EXAMPLES_ONLY
    ]


def docstrings(tree: ast.AST) -> set[int]:
    """Return the lines on which texts stand that nobody reads but people: statements that are nothing but a text."""
    return {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def games_named_in(source: str) -> list[str]:
    """Return where a piece of code names a game; examples in the help of commands may."""
    tree = ast.parse(source)
    skipped, found = docstrings(tree), []
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if (
                node.lineno not in skipped and "[bold]gravitable" not in text
            ):
                words = [text]
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
                words = [name]
            case ast.Import(names=names):
                words = [alias.name for alias in names]
            case ast.ImportFrom(module=module, names=names):
                words = [module or "", *(alias.name for alias in names)]
            case _:
                continue
        found += [word for word in words if any(game in word.lower() for game in game_names())]
    return found


def test_shared_code_names_no_game() -> None:
    files = shared_files()
    assert len(files) > 120
    named = {str(path.relative_to(ROOT)): games_named_in(path.read_text("utf-8")) for path in files}
    assert not {path: words for path, words in named.items() if words}


def test_a_named_game_would_be_found() -> None:
    for code in ('if game == "superstar": pass', "from gravitable.gravwell import data", "SUPERSTAR = 1"):
        assert games_named_in(code)
    assert not games_named_in('"""As in ``new("superstar")``."""\nhelp = "[bold]gravitable play gravwell[/]"')


OWN_MODULES_ONLY = {
    "bench/__init__.py": "its own modules",
    "bots/minds/__init__.py": "the beginning of the name is declared in a game's Mind",
}


def names_put_together(source: str) -> list[str]:
    """Return where code puts together the name of a module, or a path with the name of a game in it.

    What a game brings is declared by the game (``GamePackage``). A module or file that is found by the game's name
    would work for our own games only.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Name(id="import_module" | "find_spec"), args=[ast.JoinedStr() | ast.BinOp(), *_]
            ):
                found.append(ast.unparse(node))
            case ast.BinOp(op=ast.Div(), right=right) if "game" in re.findall(r"\w+", ast.unparse(right)):
                found.append(ast.unparse(node))
            case _:
                continue
    return found


def test_what_a_game_brings_is_not_found_by_the_name_of_the_game() -> None:
    found = {
        str(path.relative_to(SOURCE)): names_put_together(path.read_text("utf-8")) for path in shared_files()
    }
    assert {path for path, places in found.items() if places} == set(OWN_MODULES_ONLY)


def test_a_name_put_together_would_be_found() -> None:
    for code in (
        'import_module(f"{folder}.spread")',
        'find_spec("gravitable." + game)',
        'load(WEIGHTS / f"{game}.npz")',
        "DATA / game",
    ):
        assert names_put_together(code)
    assert not names_put_together("import_module(lab_of(game).kernels); half = games / 2")


@pytest.mark.parametrize("game", game_names())
def test_everything_that_a_game_declares_can_be_loaded(game: str) -> None:
    package = package_of(game)
    places = {field.name: getattr(package, field.name) for field in fields(package)}
    texts = {name: text for name, text in places.items() if isinstance(text, str) and "gravitable." in text}
    assert {"rules", "bots", "puzzles", "shelf", "lessons"} <= set(texts)
    for name, text in texts.items():
        assert package.file(text).exists() if name == "shelf" else package.load(text) is not None, name


def test_the_page_for_a_third_game_lists_everything_that_a_game_may_bring() -> None:
    page = (ROOT / "docs" / "third-game.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    listed = re.findall(r"`(\w+)`", "".join(rows))
    optional = [field.name for field in fields(GamePackage) if field.default is None]
    assert sorted(listed) == sorted([*optional, "commands"])


def test_the_shared_parts_of_the_client_name_no_game() -> None:
    """The drawings ``#superstar-0`` and so on are little people that stand for players everywhere."""
    own = {*game_names(), "art"}
    folders = [path for path in (ROOT / "web" / "src").iterdir() if path.is_dir() and path.name not in own]
    assert {"lib", "ui", "pages", "generic", "analysis", "insight"} <= {folder.name for folder in folders}
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".ts", ".svelte")]
    named = re.compile(r"[\"'`/](superstar|gravwell)[\"'`/]")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        if "generated" not in path.parts
        for line in path.read_text("utf-8").splitlines()
        if named.search(line) and not line.lstrip().startswith(("*", "//", "/*", "<!--"))
    ]
    assert len(files) > 50
    assert not found


def test_the_walk_of_an_action_names_real_places_in_at_most_twenty_hops() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    hops = re.findall(r"^\| (\d+) \| `([^`]+)` `([^`]+)` \|", page, re.MULTILINE)
    assert [int(number) for number, _, _ in hops] == list(range(1, len(hops) + 1))
    assert 10 < len(hops) <= 20
    for _, path, name in hops:
        source = (ROOT / path).read_text("utf-8")
        definition = rf"def {name}\(" if path.endswith(".py") else rf"^  [a-z ]*{name}\("
        assert re.search(definition, source, re.MULTILINE), f"{path} has no {name}"


def test_a_slip_in_the_name_of_a_field_is_found_by_the_type_checker(tmp_path: Path) -> None:
    slips = {"superstar": ("pawn", "pwan"), "gravwell": ("position", "positon")}
    for game, (field, slip) in slips.items():
        lines = (
            f"from gravitable.{game}.state import State",
            "def right(s: State) -> object:",
            f"    return s.{field}[0]",
            "def wrong(s: State) -> object:",
            f"    return s.{slip}[0]",
        )
        (tmp_path / f"{game}.py").write_text("\n".join(lines) + "\n")
    files = [str(path) for path in tmp_path.glob("*.py")]
    # Both at once: what they import is the same, and takes seconds.
    told, _, _ = mypy.api.run(["--strict", "--cache-dir", str(tmp_path), "--follow-imports=silent", *files])
    assert told.count('"State" has no attribute') == len(slips)
    for game, (_, slip) in slips.items():
        assert re.search(rf'{game}\.py:5: error: "State" has no attribute "{slip}"', told)
    assert "Found 2 errors" in told
