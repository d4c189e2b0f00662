"""Take a picture of every page at all five sizes that it is made for, under both skies, for review.

python tests/web/screenshots.py                 # all of them, and those that the README shows
python tests/web/screenshots.py start lobby     # only these
python tests/web/screenshots.py readme          # only those of the README: two running games, kept with the sources
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from web.conftest import Server, chromium  # noqa: E402 - the tests' folder has to be known first
from web.pages import SIGHTS, Sight  # noqa: E402

SIZES = {
    "phone": (360, 640, 2),
    "lying": (640, 360, 2),
    "tablet": (820, 1180, 1),
    "desktop": (1280, 800, 1),
    "large": (2560, 1440, 1),
}
SKIES = ("night", "dawn")


PATIENCE_MS = 300_000
"""How long a page may take: this runs beside other work, and the first game waits for its bots to be compiled."""
IN_README = {"superstar-choice": "browser-superstar.webp", "gravwell-pick": "browser-gravwell.webp"}
"""The sights that the README shows, and their files."""
README_SIZE = (1280, 800, 1)


@contextmanager
def seen(
    browser: Browser, server: Server, sight: Sight, size: tuple[int, int, float], sky: str, *, touch: bool
) -> Iterator[Page]:
    """Give a page on which a sight is to be seen, in a profile of its own."""
    width, height, scale = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        has_touch=touch,
        locale="en-US",
        base_url=server.url,
    )
    wish = f'{{"theme":"{sky}","speed":"off","sound":false}}'
    context.add_init_script(f"localStorage['gravitable.settings'] = '{wish}'")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    sight.go(page)
    page.wait_for_timeout(400)
    yield page
    context.close()


def take(browser: Browser, server: Server, target: Path, names: list[str]) -> None:
    """Take the pictures of the sights with these names, or of all."""
    for sight in SIGHTS:
        if names and sight.name not in names:
            continue
        for name, size in SIZES.items():
            for sky in SKIES:
                touch = name in ("phone", "lying", "tablet")
                with seen(browser, server, sight, size, sky, touch=touch) as page:
                    page.screenshot(path=target / f"{sight.name}-{name}-{sky}.png")
        print(sight.name)


def _show_best_choice(page: Page) -> None:
    """Point at the choice that gains most, where choices say what they gain."""
    chips = page.locator(".chip").all()
    gains = [sum(map(int, re.findall(r"[+](\d+)", chip.inner_text()))) for chip in chips]
    if chips:
        chips[gains.index(max(gains))].hover()
        page.wait_for_timeout(400)


def take_for_readme(browser: Browser, server: Server) -> None:
    """Take the pictures that the README shows, small enough to be kept with the sources."""
    for sight in SIGHTS:
        if sight.name in IN_README:
            with seen(browser, server, sight, README_SIZE, "night", touch=False) as page:
                _show_best_choice(page)
                picture = Image.open(io.BytesIO(page.screenshot()))
            path = ROOT / "docs" / "images" / IN_README[sight.name]
            picture.convert("RGB").resize((960, 600), Image.Resampling.LANCZOS).save(
                path, quality=82, method=6
            )
            print(f"{path.name}: {path.stat().st_size // 1000} kB")


def main() -> int:
    """Start a server and a browser of our own, and take the pictures."""
    executable = chromium()
    if executable is None:
        print("Chromium is not installed (Debian: apt-get install chromium): no pictures", file=sys.stderr)
        return 1
    target = ROOT / "out" / "screenshots"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.db")
        server.start()
        browser = playwright.chromium.launch(
            executable_path=executable, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            wanted = sys.argv[1:]
            if not wanted or "readme" in wanted:
                take_for_readme(browser, server)
            if wanted != ["readme"]:
                take(browser, server, target, wanted)
        finally:
            browser.close()
            server.stop()
    print(f"pictures are in {target.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
