"""What ``make`` habits do beyond calling others: releases, notices, system packages."""

from __future__ import annotations

from pathlib import Path

import browser
import notices
import pytest
import release

import gravitable

ROOT = Path(__file__).parent.parent
GOOD = "# Changes\n\n## Unreleased\n\n## 1.2.0\n\n* News.\n"


def test_a_release_is_ready_only_when_nothing_stands_in_the_way() -> None:
    assert release.problems("1.2.0", GOOD, "", "v1.1.0\n") == []
    for changed, said in (
        ({"number": "1.3.0"}, "no section '## 1.3.0'"),
        ({"changelog": GOOD.replace("Unreleased\n", "Unreleased\n\n* More.\n")}, "under 'Unreleased'"),
        ({"changed": " M README.md\n"}, "not committed"),
        ({"tags": "v1.1.0\nv1.2.0\n"}, "a tag v1.2.0 already"),
    ):
        given = {"number": "1.2.0", "changelog": GOOD, "changed": "", "tags": "", **changed}
        (problem,) = release.problems(**given)
        assert said in problem
    assert release.version() == gravitable.__version__


@pytest.mark.parametrize(
    ("has_apt", "is_root", "said"),
    [
        (False, True, "packages of your system"),
        (True, False, "sudo apt-get install chromium tmux"),
        (True, True, None),
    ],
)
def test_without_root_it_is_said_what_to_install(has_apt: bool, is_root: bool, said: str | None) -> None:
    told = browser.advice(["chromium", "tmux"], has_apt=has_apt, is_root=is_root)
    assert (told is None) if said is None else (said in str(told))
    assert told is None or "skipped" in told


def test_a_browser_of_another_name_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser.missing() == ["chromium", "tmux"]
    for name in ("google-chrome", "tmux"):
        (tmp_path / name).touch(mode=0o755)
    assert browser.missing() == []


def test_the_notices_name_everybody() -> None:
    text = (ROOT / "THIRD_PARTY.md").read_text("utf-8")
    assert all(f"\n### {name} (" in text for name in notices.bundled())
    assert all(f"| {name} | " in text for name in notices.needed())
    assert {"svelte", "intl-messageformat", "uqr"} <= set(notices.bundled())
