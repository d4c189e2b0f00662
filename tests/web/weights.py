"""How heavy a page of the client is, packed."""

from __future__ import annotations

import gzip

from playwright.sync_api import Page

from web.conftest import STATIC


def loaded(page: Page, url: str) -> list[str]:
    """Return the files of the client that the page has loaded."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    own = [name.removeprefix(url).lstrip("/") for name in names if name.startswith(url)]
    return ["index.html", *(name for name in own if (STATIC / name).is_file())]


def weight(names: list[str]) -> float:
    """Return how many kB these files are, packed."""
    return sum(len(gzip.compress((STATIC / name).read_bytes())) for name in set(names)) / 1000
