"""Write the colours, outlines and lists that the browser and the drawings of the Python package share.

``core/drawing.py`` and the games' ``drawing/pieces.py`` are the one place to change them; ``web/build.py`` calls this,
and a test fails when the files are out of date. ``python web/palette.py`` writes them by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from gravitable.core.drawing import DAWN, NIGHT, Theme
from gravitable.gravwell.data import VARIANTS
from gravitable.gravwell.drawing import pieces as gravwell
from gravitable.superstar.data import CARDS, GOODIE_NAMES, N_OWN_CARDS
from gravitable.superstar.drawing import pieces as superstar

TARGET = Path(__file__).resolve().parent / "src" / "lib" / "generated"
HEAD = "Made by web/palette.py from the Python package's drawings; changes here are lost."
PLAIN = (
    *("twinkle", "ink", "soft", "rim", "grid", "ledge", "ledge_shine", "outline"),
    *("accent", "accent_ink", "paper", "paper_ink", "replay", "door", "void"),
)
"""The colours of a theme that have the same name in CSS."""

FIRST_SIGHT = ("sky-1", "sky-2", "sky-3", "glow-light", "ink")


def css() -> str:
    """Return both themes and the colours of pieces as custom properties."""
    dawn = list(_mood(DAWN))
    return (
        f"/* {HEAD} */\n"
        + _block(":root", [*_mood(NIGHT), *_pieces()])
        + _block(':root[data-theme="dawn"]', dawn)
        + "/* Before the client has read the settings, the system's wish decides the sky. */\n"
        + "@media (prefers-color-scheme: light) {\n"
        + _block(":root:not([data-theme])", [each for each in dawn if each[0] in FIRST_SIGHT])
        + "}\n"
    )


def _mood(theme: Theme) -> Iterator[tuple[str, str]]:
    for number, colour in enumerate(theme.sky, 1):
        yield f"sky-{number}", colour
    yield "glow-light", theme.glow
    yield "panel", f"rgb(255 255 255 / {theme.card_opacity:.0%})"
    for name in PLAIN:
        yield name.replace("_", "-"), getattr(theme, name)
    for place, (light, deep) in enumerate(theme.tints):
        yield f"tile-{place}a", light
        yield f"tile-{place}b", deep


def _pieces() -> Iterator[tuple[str, str]]:
    for seat, (_, full) in enumerate(superstar.SEAT_SHADES):
        yield f"suit-{seat}", full
    for kind, (paper, ink) in gravwell.CARD_TINTS.items():
        yield f"fuel-{kind}", paper
        yield f"fuel-{kind}-ink", ink


def _block(selector: str, colours: list[tuple[str, str]]) -> str:
    return f"{selector} {{\n" + "".join(f"  --{name}: {colour};\n" for name, colour in colours) + "}\n"


def typescript() -> str:
    """Return the shades and outlines of pieces, for drawings that are put together in the browser."""
    tables: Mapping[str, object] = {
        "STAR_POINTS": superstar.STAR_POINTS,
        "STAR_NOTCHES": superstar.STAR_NOTCHES,
        "STAR_SHADES": superstar.STAR_SHADES,
        "CARD_ICONS": superstar.CARD_ICONS,
        "OWN_CARDS": CARDS[:N_OWN_CARDS],
        "GOODIES": GOODIE_NAMES,
        "SEAT_LETTERS": superstar.LETTERS,
        "SEAT_SHADES": superstar.SEAT_SHADES,
        "SHIP_LETTERS": gravwell.LETTERS,
        "SHIP_SHADES": gravwell.SHIP_SHADES,
        "HULLS": gravwell.HULLS,
        "WRECK": gravwell.WRECK,
        "FUEL_SIGNS": gravwell.CARD_SIGNS,
        "VARIANTS": list(VARIANTS),
    }
    lines = (f"export const {name} = {json.dumps(table)} as const;\n" for name, table in tables.items())
    return f"/** {HEAD} */\n" + "".join(lines)


def write(target: Path = TARGET) -> None:
    """Write both files."""
    target.mkdir(parents=True, exist_ok=True)
    (target / "palette.css").write_text(css(), encoding="utf-8")
    (target / "palette.ts").write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    write()
