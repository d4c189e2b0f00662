"""What the drawings of both games share: SVG building, themes, the sky, clean names, coloured text.

Everything here is a plain function from values to strings, without state, so that the same position always
gives the same bytes. Nothing here knows a rule.
"""

import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

ThemeName = Literal["night", "dawn"]

FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, here and in the browser (web/palette.py). Pieces keep their own in every theme."""

    name: ThemeName
    sky: tuple[str, str, str]  # from the top to the bottom
    glow: str  # the light in the sky
    twinkle: str  # the small stars in the background
    ink: str  # text
    soft: str  # less important text
    card: str  # panels, laid over the sky
    card_opacity: float
    tints: tuple[tuple[str, str], ...]  # six gradients, one per tile place
    rim: str  # thin line around tiles and panels
    grid: str  # corner dots
    ledge: str
    ledge_shine: str
    outline: str  # dark line around every piece
    accent: str  # paths, pills and whoever is to act
    accent_ink: str
    paper: str  # cards in hand
    paper_ink: str
    replay: str
    door: str
    void: str  # insides of closed doors, backs of cards


NIGHT = Theme(
    name="night",
    sky=("#1a1145", "#2b1856", "#150b33"),
    glow="#7a3fa0",
    twinkle="#e9e2ff",
    ink="#ffffff",
    soft="#d3cbf7",
    card="#ffffff",
    card_opacity=0.08,
    tints=(
        ("#37358c", "#252568"),
        ("#255086", "#1b355f"),
        ("#226a6c", "#18464c"),
        ("#5f3080", "#402058"),
        ("#7a3260", "#521f44"),
        ("#6b4440", "#472a36"),
    ),
    rim="#b9a8ff",
    grid="#c9bcff",
    ledge="#6ff0c8",
    ledge_shine="#e4fff6",
    outline="#150c30",
    accent="#fff0b8",
    accent_ink="#33205c",
    paper="#faf6ff",
    paper_ink="#3d2a86",
    replay="#ff8fb6",
    door="#cdb8ff",
    void="#1d1440",
)

DAWN = Theme(
    name="dawn",
    sky=("#cfdcff", "#f3dcf3", "#ffe2c4"),
    glow="#fff6d8",
    twinkle="#ffffff",
    ink="#2a1b52",
    soft="#54447f",
    card="#ffffff",
    card_opacity=0.58,
    tints=(
        ("#f3f1ff", "#dfdcfb"),
        ("#eaf5ff", "#d2e6fb"),
        ("#e6faf3", "#cdeee2"),
        ("#f9eefe", "#ecd8f8"),
        ("#fff0f6", "#fbd9e7"),
        ("#fff6ea", "#fae4cc"),
    ),
    rim="#a796d6",
    grid="#8b7bc0",
    ledge="#2fb894",
    ledge_shine="#c9fff0",
    outline="#2a1b52",
    accent="#4b2fa8",
    accent_ink="#ffffff",
    paper="#ffffff",
    paper_ink="#3d2a86",
    replay="#c92f70",
    door="#8467cf",
    void="#ded4f5",
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in (NIGHT, DAWN)}


def theme_named(name: str) -> Theme:
    """Give the theme of that name, or say which ones there are."""
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; choose one of {', '.join(sorted(THEMES))}")
    return THEMES[name]


def number(value: float) -> str:
    """Print a number as short as two decimals allow: 3, 0.5, -1.25."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, *children: str, **attributes: object) -> str:
    """Write one element; `class_` gives class, `stroke_width` stroke-width, and None leaves it out.

    >>> element("circle", r=2.50, stroke_width=1, class_="sun")
    '<circle r="2.5" stroke-width="1" class="sun"/>'
    """
    parts = [tag]
    for name, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, (int, float)) else str(value)
        parts.append(f"{name.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{tag}>" if children else f"<{head}/>"


def group(*children: str, **attributes: object) -> str:
    """Write a group, or nothing when it would be empty."""
    return element("g", *children, **attributes) if any(children) else ""


def label(x: float, y: float, content: object, *, size: float, **attributes: object) -> str:
    """Write a line of text, escaped."""
    return element("text", escape(clean(str(content))), x=x, y=y, font_size=size, **attributes)


def hint(content: object) -> str:
    """Write the title of the surrounding group: shown under the pointer, said by screen readers; escaped."""
    return element("title", escape(clean(str(content))))


def at(x: float, y: float, turn: float = 0, scale: float = 1) -> str:
    """Give the transform that places a piece drawn around its own centre."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1:
        parts.append(f"scale({number(scale)})")
    return " ".join(parts)


def place(
    piece: str, theme: Theme, x: float, y: float, *, turn: float = 0, scale: float = 1, **attributes: object
) -> str:
    """Put a piece that the document defines once, under the theme's name and its own, on the drawing."""
    return element("use", href=f"#{theme.name}-{piece}", transform=at(x, y, turn, scale), **attributes)


def star_points(points: int, outer: float, inner: float) -> str:
    """Give the corner list of a star with its first point up."""
    corners = []
    for corner in range(2 * points):
        radius = inner if corner % 2 else outer
        angle = math.pi * corner / points - math.pi / 2
        corners.append(f"{number(radius * math.cos(angle))},{number(radius * math.sin(angle))}")
    return " ".join(corners)


def gradient(
    name: str, stops: Sequence[str], *, radial: bool = False, opacities: Sequence[float] = ()
) -> str:
    """Define a gradient with evenly spread stops: top to bottom, or from a light at the upper left."""
    last = max(len(stops) - 1, 1)
    marks = [
        element(
            "stop",
            offset=place / last,
            stop_color=colour,
            stop_opacity=opacities[place] if opacities else None,
        )
        for place, colour in enumerate(stops)
    ]
    if radial:
        return element("radialGradient", *marks, id=name)
    return element("linearGradient", *marks, id=name, x1=0, y1=0, x2=0, y2=1)


def pill(x: float, y: float, words: str, theme: Theme) -> str:
    """Write a short text on a bright pill around a place; `pill_width` tells how wide it gets."""
    width = pill_width(words)
    return group(
        element(
            "rect",
            x=x - width / 2,
            y=y - 15,
            width=width,
            height=30,
            rx=15,
            fill=theme.accent,
            stroke=theme.outline,
            stroke_width=2,
        ),
        label(x, y + 5.5, words, size=15, font_weight=700, text_anchor="middle", fill=theme.accent_ink),
        class_="gain",
    )


def pill_width(words: str) -> float:
    """Give the width of a pill with these words; letters differ, so it is on the generous side."""
    return 26 + 8.6 * cell_width(words)


STROKES = {"taken": ("#e69f00", "0 10"), "better": ("#56b4e9", "16 12")}
"""How two moves on one board differ: in colours that everybody can tell apart, and in their dashes."""


def dotted(line: str, theme: Theme, stroke: str | None = None) -> str:
    """Draw the dotted trace of a move along a line; `stroke` is one of `STROKES`."""
    colour, dashes = STROKES[stroke] if stroke else (theme.accent, "0 10")
    return element(
        "path",
        d=line,
        fill="none",
        stroke=colour,
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
        stroke_dasharray=dashes,
        class_=f"trace {stroke}" if stroke else "trace",
    )


def frame(width: float, height: float, theme: Theme, highlight: str | None) -> str:
    """Draw the ground of a player's row, with a bright rim in the `highlight` colour if there is one."""
    return element(
        "rect",
        width=width,
        height=height,
        rx=16,
        fill=theme.card,
        fill_opacity=theme.card_opacity + (0.08 if highlight else 0),
        stroke=highlight or theme.rim,
        stroke_opacity=1 if highlight else 0.25,
        stroke_width=3 if highlight else 1,
    )


def scatter(count: int, width: float, height: float) -> Iterator[tuple[float, float, float]]:
    """Spread points over a rectangle, always the same ones, each with a weight from 0 to 1."""
    value = 20180054
    for _ in range(count):
        triple = []
        for _ in range(3):
            # A small linear congruence: only the sky depends on it, and it needs no generator object.
            value = (value * 1103515245 + 12345) % 2**31
            triple.append((value >> 8) / 2**23)
        yield triple[0] * width, triple[1] * height, triple[2]


def sky(width: float, height: float, theme: Theme) -> str:
    """Draw the background: gradient, a soft light and small stars."""
    dots = [
        element("circle", cx=x, cy=y, r=0.5 + 0.9 * weight**3, opacity=0.2 + 0.6 * weight)
        for x, y, weight in scatter(int(width * height / 7000), width, height)
    ]
    name = theme.name
    return group(
        element(
            "defs",
            gradient(f"{name}-sky", theme.sky),
            gradient(f"{name}-glow", (theme.glow, theme.glow), radial=True, opacities=(0.5, 0)),
        ),
        element("rect", width=width, height=height, fill=f"url(#{name}-sky)"),
        element(
            "ellipse",
            cx=width * 0.3,
            cy=height * 0.9,
            rx=width * 0.7,
            ry=height * 0.8,
            fill=f"url(#{name}-glow)",
        ),
        group(*dots, fill=theme.twinkle),
        class_="sky",
    )


def document(
    width: float, height: float, *body: str, title: str, description: str, theme: Theme, kind: str
) -> str:
    """Wrap a drawing as a complete, self-contained SVG file that screen readers can announce."""
    root = element(
        "svg",
        element("title", escape(clean(title)), id=f"{kind}-title"),
        element("desc", escape(clean(description)), id=f"{kind}-desc"),
        sky(width, height, theme),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_labelledby=f"{kind}-title {kind}-desc",
        font_family=FONT,
        class_=f"{kind} {theme.name}",
    )
    return root + "\n"


def clean(text: str) -> str:
    """Drop what must not reach a file or a terminal: control, formatting and unassigned characters."""
    return "".join(sign for sign in text if not unicodedata.category(sign).startswith("C"))


def cell_width(text: str) -> int:
    """Count the terminal columns that a text takes."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def shorten(text: str, columns: int) -> str:
    """Clean a name and cut it to at most so many columns, with an ellipsis when something is lost."""
    text = clean(text).strip()
    if cell_width(text) <= columns:
        return text
    while text and cell_width(text) > columns - 1:
        text = text[:-1]
    return text.rstrip() + "…"


def pad(text: str, columns: int) -> str:
    """Fill a text with spaces to so many terminal columns."""
    return text + " " * (columns - cell_width(text))


def paint(text: str, colour: str | None, *, bold: bool = False, on: bool = True) -> str:
    """Colour a text for a terminal with a `#rrggbb` colour; unchanged when `on` is false."""
    if not on or not text or (colour is None and not bold):
        return text
    codes = ["1"] if bold else []
    if colour is not None:
        red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
        codes.append(f"38;2;{red};{green};{blue}")
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"
