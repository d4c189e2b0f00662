"""How heavy, how fast and how good the browser client is, measured in a real Chromium on this machine.

    python benchmarks/client.py                        # everything; a few minutes
    python benchmarks/client.py --only size frames     # a part of it
    python benchmarks/client.py --runs 1 --json        # one round of Lighthouse; one JSON object a line
    python benchmarks/client.py --only lighthouse --pages start --cpu 1   # a phone as fast as this machine

* ``size``: bytes that come over the wire for the start page, and with a running game of either kind.
* ``lighthouse``: performance, accessibility, best practices and SEO of the pages below, by Lighthouse with its own
  settings for phones (a slow line, a slow processor) and for desktops; the median of so many runs. The npm package is
  fetched into ``out/lighthouse`` when it is not there. A phone counts as four times slower than this machine unless
  ``--cpu`` says otherwise; ``speed`` is what Lighthouse found this machine to be at that moment (its benchmark index:
  a quiet desktop has 1,000 to 2,000, an ordinary phone 125 to 800). Where it is as low as a phone's, four is too many.
* ``frames``: frames a second, late frames and tasks over 50 ms while a board with six superstars plays the turns of
  the others, at normal speed.
* ``taps``: milliseconds from a tap to the first change on the screen, server included; in a lesson, to its answer.
* ``course``: how long the core of each course takes a learner who gets everything right: the time that a browser needs
  for it at normal speed, the words at 238 a minute (as fast as adults read prose), and a second of thought a tap.

Chromium, the server, the bots and the measuring share the machine: what else runs on it shows in the figures. So
the first line tells how busy it was before (``machine.load``); a load near the number of cores spoils the rest.
"""

from __future__ import annotations

import argparse
import json
import os
import runpy
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tools")]

from web.conftest import Server, chromium  # noqa: E402 - the tests' folder has to be known first
from web.course import taps_of, walk, words_of  # noqa: E402
from web.playing import play, start_against_bots  # noqa: E402

LIGHTHOUSE = ROOT / "out" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
PAGES = {
    "start": "/",
    "learn": "/learn",
    "learn-superstar": "/learn/superstar",
    "learn-gravwell": "/learn/gravwell",
    "lesson": "/learn/superstar/falling",
    "puzzles": "/puzzles",
    "daily": "/daily",
    "analysis": "/analysis",
}
"""Pages with an address of their own; a contest and a table of either game are made when they are wanted."""
MADE = ("contest", "superstar", "gravwell")
USUAL_CPU = 4
"""How many times slower than this machine Lighthouse takes a phone to be, unless it is told."""
GAMES = ("superstar", "gravwell")
PARTS = ("size", "frames", "taps", "course", "lighthouse")
WORDS_A_MINUTE = 238
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

WATCH = """() => {
    window.seen = { frames: [], tasks: [] };
    new PerformanceObserver(list => list.getEntries().forEach(entry => window.seen.tasks.push(entry.duration)))
        .observe({ entryTypes: ['longtask'] });
    let last = performance.now();
    // Only while something is being played: a page at rest draws nothing.
    const frame = now => {
        if (document.querySelector('[data-skip]:not([disabled])')) window.seen.frames.push(now - last);
        last = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""

TAP = """([button, place]) => new Promise(done => {
    const start = performance.now();
    const watch = new MutationObserver(() => {
        watch.disconnect();
        // The change is in the page; the frame that shows it comes next.
        requestAnimationFrame(() => done(performance.now() - start));
    });
    watch.observe(document.querySelector(place), { subtree: true, childList: true, characterData: true,
        attributes: true, attributeFilter: ['transform', 'd'] });
    document.querySelector(button).click();
})"""


@dataclass(frozen=True)
class Figure:
    """One result beside what was promised."""

    metric: str
    value: float
    unit: str
    target: str
    kept: bool


def at_most(metric: str, value: float, unit: str, limit: float) -> Figure:
    """Return a figure that must not be larger than its limit."""
    return Figure(metric, round(value, 1), unit, f"<= {limit:g}", value <= limit)


def at_least(metric: str, value: float, unit: str, limit: float) -> Figure:
    """Return a figure that must not be smaller than its limit."""
    return Figure(metric, round(value, 1), unit, f">= {limit:g}", value >= limit)


@contextmanager
def browsing(executable: str, folder: Path) -> Iterator[int]:
    """Run a Chromium of our own; give the port that Playwright and Lighthouse both talk to."""
    port_file = folder / "DevToolsActivePort"
    command = [executable, *FLAGS, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (port_file.is_file() and "\n" in port_file.read_text()):
            if process.poll() is not None:
                raise SystemExit(f"{executable} ended before it was ready")
            time.sleep(0.05)
        yield int(port_file.read_text().split()[0])
    finally:
        process.terminate()
        process.wait(timeout=20)


class Client:
    """The client in a browser, at a server of ours."""

    def __init__(self, browser: Browser, port: int, url: str) -> None:
        self.browser = browser
        self.port = port
        self.url = url

    def open(self, settings: dict[str, Any]) -> Page:
        """Open the start page in a profile of its own."""
        context = self.browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US")
        wish = json.dumps(json.dumps({"theme": "night", "sound": False, **settings}))
        context.add_init_script(f"localStorage['gravitable.settings'] = {wish}")
        page = context.new_page()
        page.goto(self.url)
        page.wait_for_selector("[data-play=superstar]")
        return page


def size(client: Client) -> Iterator[Figure]:
    """Count what comes over the wire, first for the start page and then until a game is running."""
    for game in GAMES:
        context = client.browser.new_context()
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        received: list[float] = []
        wire.on("Network.loadingFinished", lambda event, to=received: to.append(event["encodedDataLength"]))
        page.goto(client.url)
        page.wait_for_selector("[data-play=superstar]")
        page.wait_for_load_state("networkidle")
        if game == GAMES[0]:
            yield at_most("size.start", sum(received) / 1000, "kB", 120)
        start_against_bots(page, game, players=3)
        play(page, taps=4)
        yield at_most(f"size.{game}", sum(received) / 1000, "kB", 250)
        context.close()


def _one_turn(page: Page) -> None:
    """Play a turn and see the others' turns through, at their own pace."""
    while not page.query_selector(".finish .primary:not([disabled])"):
        if page.query_selector("[data-finished]"):
            return
        play(page, taps=1)
    page.click(".finish .primary:not([disabled])")
    page.wait_for_selector("[data-card]:not([disabled]), [data-finished], .chip", timeout=120_000)


def frames(client: Client) -> Iterator[Figure]:
    """Count frames and long tasks while the turns of five rivals are shown."""
    page = client.open({"speed": "normal"})
    start_against_bots(page, "superstar", players=6)
    page.wait_for_selector("[data-card]:not([disabled])", timeout=120_000)
    page.evaluate(WATCH)
    for _ in range(4):
        _one_turn(page)
    seen = page.evaluate("() => window.seen")
    spans, tasks = seen["frames"], seen["tasks"]
    late = 100 * sum(span > 25 for span in spans) / len(spans)
    yield Figure("frames.counted", len(spans), "frames", "", True)
    yield at_least("frames.rate", 1000 * len(spans) / sum(spans), "/s", 59)
    yield at_most("frames.late", late, "% over 25 ms", 1)
    yield at_most("frames.longest_task", max(tasks, default=0), "ms", 50)
    yield at_most("frames.tasks_over_50_ms", len(tasks), "", 0)
    page.context.close()


def _tap(page: Page, button: str, place: str) -> float:
    page.wait_for_selector(button)
    return float(page.evaluate(TAP, [button, place]))


def taps(client: Client) -> Iterator[Figure]:
    """Measure from a tap to the change that it brings, for each kind of move."""
    page = client.open({"speed": "fast"})
    start_against_bots(page, "superstar", players=2)
    moves: list[float] = []
    for _ in range(8):
        page.locator("[data-card]:not([disabled])").last.click()
        moves.append(_tap(page, ".chip.active", "svg.board"))
        _one_turn(page)
    yield from _spread("taps.superstar_move", moves)
    page.context.close()
    page = client.open({"speed": "off"})
    start_against_bots(page, "gravwell", players=2)
    picks: list[float] = []
    while len(picks) < 8:
        # A sealed card shows as sealed; the stacks of the draft are taken on the way.
        if page.query_selector("[data-seal]:not([disabled])"):
            picks.append(_tap(page, "[data-seal]:not([disabled])", ".controls"))
        else:
            play(page, taps=1)
    yield from _spread("taps.gravwell_pick", picks)
    yield from _lesson_answers(page, client.url)
    page.context.close()


def _lesson_answers(page: Page, url: str) -> Iterator[Figure]:
    """Measure from the last tap of a lesson to what is said about it."""
    answers: list[float] = []
    for _ in range(8):
        page.goto(f"{url}/learn/superstar/falling")
        page.locator("[data-card=rotate]:enabled").click()
        answers.append(_tap(page, "[data-action=rotate-ccw]", "[data-lesson] [role=status]"))
    yield from _spread("taps.lesson_answer", answers, limit=100)


def course(client: Client) -> Iterator[Figure]:
    """Add up what a course takes: the page's own time, reading, and deciding."""
    for game in GAMES:
        page = client.open({"speed": "normal"})
        began = time.monotonic()
        walk(page, client.url, game)
        shown, words = time.monotonic() - began, words_of(game)
        yield Figure(f"course.{game}.shown", round(shown), "s", "", True)
        yield Figure(f"course.{game}.words", words, "", "", True)
        yield at_most(f"course.{game}.whole", shown + words * 60 / WORDS_A_MINUTE + taps_of(game), "s", 180)
        page.context.close()


def _spread(metric: str, values: list[float], limit: float = 50) -> Iterator[Figure]:
    yield at_most(f"{metric}.median", statistics.median(values), "ms", limit)
    yield at_most(f"{metric}.worst", max(values), "ms", limit)


def _lighthouse() -> list[str]:
    """Return how Lighthouse is started, fetched by npm if it is not there; Node is the one that builds the client."""
    node, npm = runpy.run_path(str(ROOT / "web" / "build.py"))["node_command"]()
    main = LIGHTHOUSE / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not main.is_file():
        LIGHTHOUSE.mkdir(parents=True, exist_ok=True)
        print("Fetching Lighthouse (once; a minute) ...", file=sys.stderr)
        wish = ["--prefix", str(LIGHTHOUSE), "--no-audit", "--no-fund", "lighthouse@12"]
        subprocess.run([node, npm, "install", *wish], check=True, stdout=subprocess.DEVNULL)
    return [node, str(main)]


def _addresses(client: Client, wanted: list[str]) -> dict[str, str]:
    """Return where each page is; a contest and games are begun in the browser's main profile, as Lighthouse uses it."""
    addresses = {name: client.url + PAGES[name] for name in wanted if name in PAGES}
    for name in (name for name in wanted if name in MADE):
        page = client.browser.contexts[0].new_page()
        page.goto(client.url)
        if name == "contest":
            _begin_contest(page, client.url)
        else:
            start_against_bots(page, name, players=4)
            play(page, taps=5)
        addresses[name] = page.url
        page.close()
    return addresses


def _begin_contest(page: Page, url: str) -> None:
    page.goto(f"{url}/new/gravwell")
    page.locator("[data-duplicate]").check()
    page.locator("form button.primary").click()
    page.wait_for_selector("[data-contest=open]")


def lighthouse(client: Client, runs: int, wanted: list[str], cpu: float) -> Iterator[Figure]:
    """Let Lighthouse judge pages, as a phone and as a desktop would show them."""
    program = _lighthouse()
    yield Figure("lighthouse.phone.cpu", cpu, "times slower than this machine", "", True)
    for name, address in _addresses(client, wanted).items():
        for device in ("phone", "desktop"):
            # A visitor has no service worker yet; who sits at a table needs the session.
            stays = ["--disable-storage-reset"] if name in MADE else []
            command = [*program, address, f"--port={client.port}", *stays]
            command += ["--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
            slower = f"--throttling.cpuSlowdownMultiplier={cpu:g}"
            command += ["--preset=desktop"] if device == "desktop" else [slower]
            reports = [_report(command) for _ in range(runs)]
            speed = statistics.median(report["environment"]["benchmarkIndex"] for report in reports)
            yield Figure(f"lighthouse.{name}.{device}.speed", round(speed), "of this machine", "", True)
            for category in CATEGORIES:
                scores = [100 * report["categories"][category]["score"] for report in reports]
                yield at_least(f"lighthouse.{name}.{device}.{category}", statistics.median(scores), "", 95)


def _report(command: list[str], attempts: int = 3) -> dict[str, Any]:
    """Run Lighthouse; on a busy machine it now and then loses the beginning of its recording and has to go again."""
    for _ in range(attempts):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not done.returncode:
            report: dict[str, Any] = json.loads(done.stdout)
            if all(category["score"] is not None for category in report["categories"].values()):
                return report
    raise SystemExit(f"Lighthouse failed:\n{done.stderr[-2000:]}")


def measured(client: Client, wish: argparse.Namespace) -> Iterator[Figure]:
    """Measure one part after the other."""
    for part in wish.only:
        if part == "lighthouse":
            yield from lighthouse(client, max(1, wish.runs), wish.pages, wish.cpu)
        else:
            yield from {"size": size, "frames": frames, "taps": taps, "course": course}[part](client)


def show(figure: Figure, *, as_json: bool) -> None:
    """Print one line."""
    if as_json:
        print(json.dumps(asdict(figure)), flush=True)
    else:
        sign = "" if figure.kept else "  <-- missed"
        print(
            f"{figure.metric:48} {figure.value:8g} {figure.unit:12} {figure.target:8}{sign}".rstrip(),
            flush=True,
        )


def main() -> int:
    """Start a server and a browser of our own and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="measure only these")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="runs of Lighthouse per page (3)")
    pages = [*PAGES, *MADE]
    parser.add_argument("--pages", nargs="+", choices=pages, default=pages, help="pages for Lighthouse (all)")
    parser.add_argument(
        "--cpu",
        type=float,
        default=USUAL_CPU,
        metavar="TIMES",
        help=f"how many times slower a phone is than this machine ({USUAL_CPU})",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    wish = parser.parse_args()
    executable = chromium()
    if executable is None:
        print("Chromium is not installed (Debian: apt-get install chromium)", file=sys.stderr)
        return 1
    missed = 0
    load = os.getloadavg()[0]
    show(Figure("machine.load", round(load, 1), f"on {os.cpu_count()} cores", "", True), as_json=wish.json)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.db")
        server.start()
        try:
            with browsing(executable, Path(folder) / "profile") as port:
                browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
                for figure in measured(Client(browser, port, server.url), wish):
                    show(figure, as_json=wish.json)
                    missed += not figure.kept
        finally:
            server.stop()
    return 1 if missed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
