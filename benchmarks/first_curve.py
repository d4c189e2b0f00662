"""How long after a tap on "Review" the first curve is on the screen, and the whole review.

    python benchmarks/first_curve.py                 # three games of each kind, some minutes
    python benchmarks/first_curve.py --games 5 --only superstar

A real server with the default budget, a real browser, one bot. The game is played over a socket, quickly but for one
rest half-way: nobody plays a whole game in a second, and what the server gets ready meanwhile would not be seen.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from load_server import Server

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from web.conftest import chromium  # noqa: E402 - the tests' own way to play
from web.elsewhere import finish_elsewhere  # noqa: E402
from web.playing import play, start_against_bots  # noqa: E402

STILL = "localStorage['gravitable.settings'] = JSON.stringify({ theme: 'night', speed: 'off', sound: false })"
REST_S = 10.0
TAPS = 24
"""Enough for the server to take the game for one that goes on."""
PATIENCE_MS = 120_000


def measure(browser: Browser, url: str, game: str) -> tuple[float, float]:
    """Return the seconds from the tap to the first curve, and to the whole review."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(STILL)
    page.goto(url)
    start_against_bots(page, game)
    if not play(page, taps=TAPS):
        time.sleep(REST_S)
        finish_elsewhere(page)
    began = time.perf_counter()
    page.locator("[data-review]").click()
    page.wait_for_selector("[data-curve]", timeout=PATIENCE_MS)
    curve = time.perf_counter() - began
    page.wait_for_selector("[data-progress]", state="detached", timeout=PATIENCE_MS)
    whole = time.perf_counter() - began
    page.context.close()
    return curve, whole


def _print_all(url: str, game: str, games: int) -> None:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=options)
        for number in range(games):
            curve, whole = measure(browser, url, game)
            order = "the first after the server's start" if number == 0 else "later"
            print(f"{game}: curve after {curve:.1f} s, whole after {whole:.1f} s ({order})", flush=True)
        browser.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="From the tap on Review to the first curve on the screen.")
    parser.add_argument(
        "--games", type=int, default=3, help="of each kind, each kind with a new server (default: 3)"
    )
    parser.add_argument("--only", choices=("superstar", "gravwell"), help="one kind of game only")
    wish = parser.parse_args()
    for game in [wish.only] if wish.only else ["superstar", "gravwell"]:
        with tempfile.TemporaryDirectory(prefix="gravitable-curve-") as folder:
            server = Server(Path(folder))
            try:
                asyncio.run(server.wait())
                _print_all(server.url, game, wish.games)
            finally:
                server.stop()
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
