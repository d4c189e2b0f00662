"""The pieces of Gravwell as small drawings around their own centre, bows to the east.

Ships differ in hull and letter as well as in colour; derelicts are grey wrecks that no letter fits on.
"""

from typing import Final

from gravitable.core.drawing import Theme, element, gradient, group

SHIPS: Final = ("blue", "yellow", "red", "green", "ghost")
LETTERS: Final = {"blue": "B", "yellow": "Y", "red": "R", "green": "G", "ghost": "X"}
SHIP_SHADES: Final = {
    "blue": ("#d4edff", "#6db9ff"),
    "yellow": ("#fff4b5", "#ffd23f"),
    "red": ("#ffd6c9", "#ff7a63"),
    "green": ("#d2ffdc", "#5fdc8a"),
    "ghost": ("#f1ecff", "#c3b2ff"),
}
WRECK_SHADES: Final = ("#b9b3cc", "#7f7896")
# Dart, shell, saucer, wings, crescent.
HULLS: Final = {
    "blue": "M22 0L-17 15L-9 0L-17-15Z",
    "yellow": "M21 0C15 10 4 14-16 13L-12 0L-16-13C4-14 15-10 21 0Z",
    "red": "M20 0C18 9 8 13 0 13C-5 13-9 12-12 10L-20 13L-17 0L-20-13L-12-10C-9-12-5-13 0-13C8-13 18-9 20 0Z",
    "green": "M21 0L9 6L1 17H-9L-8 8L-17 11L-14 0L-17-11L-8-8L-9-17H1L9-6Z",
    "ghost": "M20 0C17 11 7 16-4 16C-10 16-15 14-19 10C-10 8-10-8-19-10C-15-14-10-16-4-16C7-16 17-11 20 0Z",
}
WRECK: Final = "M15-3L8 4L11 12L1 10L-6 15L-15 7L-11-2L-15-9L-3-14L3-9L11-12Z"

CARD_TINTS: Final = {
    "standard": ("#fff6df", "#5c4300"),
    "repulsor": ("#ecdcff", "#4a2396"),
    "tractor": ("#c9fff0", "#00584a"),
}
# What a card does, as strokes: onward, away from each other, toward each other.
CARD_SIGNS: Final = {
    "standard": "M-5-5L1 0L-5 5M1-5L7 0L1 5",
    "repulsor": "M-3-5L-9 0L-3 5M3-5L9 0L3 5",
    "tractor": "M-9-5L-3 0L-9 5M9-5L3 0L9 5",
}


def ship(name: str, theme: Theme) -> str:
    """Draw the hull of a ship."""
    dashed = "4 3" if name == "ghost" else None
    return group(
        element(
            "path",
            d=HULLS[name],
            fill=f"url(#{theme.name}-hull-{name})",
            stroke=theme.outline,
            stroke_width=2.4,
            stroke_linejoin="round",
            stroke_dasharray=dashed,
        ),
        element(
            "path", d="M-5-6.5C2-8 9-6 13-2.5", fill="none", stroke="#fff", stroke_width=1.6, opacity=0.7
        ),
        id=f"{theme.name}-ship-{name}",
        fill_opacity=0.85 if name == "ghost" else None,
    )


def wreck(theme: Theme) -> str:
    """Draw a derelict."""
    return group(
        element(
            "path",
            d=WRECK,
            fill=f"url(#{theme.name}-hull-wreck)",
            stroke=theme.outline,
            stroke_width=2.4,
            stroke_linejoin="round",
        ),
        element(
            "path", d="M-3-14L0-4L-5 2L1 10M0-4L6-3", fill="none", stroke=theme.outline, stroke_width=1.5
        ),
        id=f"{theme.name}-wreck",
    )


def black_hole(theme: Theme, x: float, y: float) -> str:
    """Draw the Singularity: a dark disc in a ring of light."""
    return group(
        element("circle", cx=x, cy=y, r=106, fill=f"url(#{theme.name}-well)"),
        element("circle", cx=x, cy=y, r=58, fill="#05020d"),
        element("circle", cx=x, cy=y, r=58, fill="none", stroke="#c08bff", stroke_width=2.5, opacity=0.9),
        element(
            "circle",
            cx=x,
            cy=y,
            r=68,
            fill="none",
            stroke="#f0d6ff",
            stroke_width=1.6,
            stroke_dasharray="70 24 12 30",
            stroke_linecap="round",
            opacity=0.55,
        ),
        class_="singularity",
    )


def gate(theme: Theme, x: float, y: float) -> str:
    """Draw the Warp Gate: rings of warm light."""
    return group(
        element("circle", cx=x, cy=y, r=58, fill=f"url(#{theme.name}-warmth)"),
        element("circle", cx=x, cy=y, r=25, fill="#fff6cf", stroke="#ffc94d", stroke_width=6),
        element(
            "circle",
            cx=x,
            cy=y,
            r=15,
            fill="none",
            stroke="#ffd76e",
            stroke_width=2.5,
            stroke_dasharray="6 4",
        ),
        class_="gate",
    )


def definitions(theme: Theme) -> str:
    """Define every piece and light once; the board places them by reference."""
    wells = ("#000000", "#1a0836", "#8a4be0", "#8a4be0")
    return element(
        "defs",
        *(
            gradient(f"{theme.name}-hull-{name}", (*SHIP_SHADES[name], SHIP_SHADES[name][1]))
            for name in SHIPS
        ),
        gradient(f"{theme.name}-hull-wreck", WRECK_SHADES),
        gradient(f"{theme.name}-well", wells, radial=True, opacities=(1, 1, 0.85, 0)),
        gradient(
            f"{theme.name}-warmth", ("#fff3bf", "#ffc94d", "#ffc94d"), radial=True, opacities=(1, 0.6, 0)
        ),
        *(ship(name, theme) for name in SHIPS),
        wreck(theme),
    )
