"""What is wrong with a page at a size: sticking out, covered, cut, or too small to read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from long_forms import LONG

ALL_SIZES = (
    (360, 640),
    (640, 360),
    (412, 915),
    (915, 412),
    (768, 1024),
    (1024, 768),
    (1440, 2560),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
)
SIZES = ALL_SIZES if LONG else ((360, 640), (640, 360), (768, 1024), (1280, 800))
LARGE_TEXT_SIZES = ((360, 640), (640, 360), (768, 1024), (1280, 800)) if LONG else ((360, 640), (1280, 800))

# Runs in the page. A letter on a piece belongs to its drawing, and a board that was enlarged is meant to be panned;
# everything else counts.
_COMPLAINTS = """() => {
    const found = [];
    const wide = innerWidth;
    const forReadersOnly = (e) => getComputedStyle(e).clipPath === 'inset(50%)';  // words of a button with a picture
    const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen, .zoomed') &&
        !forReadersOnly(e);
    const name = (e) => `${e.tagName.toLowerCase()}.${String(e.getAttribute('class') ?? '').split(' ')[0]} ` +
        `"${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 40)}"`;
    const shown = [...document.body.querySelectorAll('*')].filter(seen);
    const reach = document.documentElement.scrollWidth;
    if (reach > wide) found.push(`the page is ${reach} wide`);
    const tall = document.documentElement.scrollHeight - innerHeight;  // lower screens are meant to scroll
    if (document.querySelector('.game') && matchMedia('(min-height: 34em)').matches && tall > 1)
        found.push(`the table is ${tall} px higher than the screen`);
    const party = document.querySelector('[data-celebration]');
    const hasUsualLetters = getComputedStyle(document.documentElement).fontSize === '16px';
    if (party && hasUsualLetters && party.scrollHeight > party.clientHeight + 1)
        found.push('the way back to the board is out of sight');
    for (const e of shown) {
        const style = getComputedStyle(e);
        if (e instanceof SVGElement || style.overflowX === 'visible' || style.textOverflow === 'ellipsis') continue;
        if (e.matches('input, select, textarea')) continue;
        const hidden = e.scrollWidth - e.clientWidth;
        if (hidden > 1) found.push(`${name(e)} hides ${hidden} px sideways`);
    }
    const modal = document.querySelector('dialog[open]');
    const controls = shown.filter((e) => e.matches('a[href], button, input, select, textarea, summary'))
        .filter((e) => !modal || modal.contains(e));
    for (const control of controls) {
        const e = control.closest('label') ?? control;
        e.scrollIntoView({ block: 'center', inline: 'nearest' });
        const box = e.getBoundingClientRect();
        if (box.left < -1 || box.right > wide + 1) found.push(`${name(e)} is cut by the edge`);
        for (const part of [0.3, 0.5, 0.7]) {
            const on = document.elementFromPoint(box.left + box.width * part, box.top + box.height / 2);
            if (!on || !(e.contains(on) || on.contains(e))) {
                found.push(`${name(e)} is covered by ${on ? name(on) : 'nothing that can be seen'}`);
                break;
            }
        }
        if (!control.matches('button, a.button')) continue;
        const range = document.createRange();
        for (const child of control.querySelectorAll('*')) {
            if (!seen(child) || child.childElementCount || !child.textContent.trim()) continue;
            if (getComputedStyle(child.parentElement).textOverflow === 'ellipsis') continue;
            if (getComputedStyle(child).textOverflow === 'ellipsis') continue;
            range.selectNodeContents(child);
            const words = range.getBoundingClientRect();
            const frame = control.getBoundingClientRect();
            if (words.left < frame.left - 2 || words.right > frame.right + 2 || words.bottom > frame.bottom + 3)
                found.push(`the words of ${name(control)} spill over: ${child.textContent.trim()}`);
        }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const e = node.parentElement;
        const words = node.textContent.trim();
        if (!words || !e || !seen(e) || e.closest('noscript, script, style, option')) continue;
        if (e instanceof SVGElement && /^[A-Z]$/.test(words)) continue;
        const ctm = e instanceof SVGGraphicsElement ? e.getScreenCTM() : null;
        const size = parseFloat(getComputedStyle(e).fontSize) * (ctm ? Math.hypot(ctm.a, ctm.b) : 1);
        if (size < 11.9) found.push(`"${words.slice(0, 30)}" is ${size.toFixed(1)} px`);
    }
    scrollTo(0, 0);
    return [...new Set(found)];
}"""
_AT_REST = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)


def complaints(page: Page) -> list[str]:
    """Return what is wrong with the page at the size it has, once it has come to rest there."""
    found: list[str] = []
    for _ in range(10):
        page.evaluate(_AT_REST)
        found = page.evaluate(_COMPLAINTS)
        if not found:
            break
    return found


def complaints_at_all_sizes(page: Page) -> list[str]:
    """Resize the page through all sizes, also with letters twice as large; return what is wrong, with the size."""
    before = page.viewport_size
    found = [f"{size}: {each}" for size in SIZES for each in _at(page, size)]
    with large_text(page):
        found += [f"{size} with 200% text: {each}" for size in LARGE_TEXT_SIZES for each in _at(page, size)]
    if before:
        page.set_viewport_size(before)
    return found


def _at(page: Page, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return complaints(page)


@contextmanager
def large_text(page: Page) -> Iterator[None]:
    """Set the browser's own text size to twice the usual, as in its settings."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    try:
        yield
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        session.detach()
