"""Take a picture of every page at all five sizes that it is made for, under both skies, for review.

python tests/web/screenshots.py                 # all of them
python tests/web/screenshots.py start lobby     # only these
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from web.conftest import Server, chromium  # noqa: E402 - the tests' folder has to be known first
from web.pages import SIGHTS  # noqa: E402

SIZES = {
    "phone": (360, 640, 2),
    "lying": (640, 360, 2),
    "tablet": (820, 1180, 1),
    "desktop": (1280, 800, 1),
    "large": (2560, 1440, 1),
}
SKIES = ("night", "dawn")


def take(browser: Browser, server: Server, target: Path, names: list[str]) -> None:
    """Take the pictures of the sights with these names, or of all."""
    for sight in SIGHTS:
        if names and sight.name not in names:
            continue
        for size, (width, height, scale) in SIZES.items():
            for sky in SKIES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                    has_touch=size in ("phone", "lying", "tablet"),
                    locale="en-US",
                    base_url=server.url,
                )
                wish = f'{{"theme":"{sky}","speed":"off","sound":false}}'
                context.add_init_script(f"localStorage['gravitable.settings'] = '{wish}'")
                page = context.new_page()
                sight.go(page)
                page.wait_for_timeout(400)
                page.screenshot(path=target / f"{sight.name}-{size}-{sky}.png")
                context.close()
        print(sight.name)


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
            take(browser, server, target, sys.argv[1:])
        finally:
            browser.close()
            server.stop()
    print(f"pictures are in {target.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
