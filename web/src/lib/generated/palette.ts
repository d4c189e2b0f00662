/** Made by web/palette.py from the Python package's drawings; changes here are lost. */
export const STAR_POINTS = {"blue": 4, "yellow": 5, "pink": 6, "green": 3, "orange": 8, "white": 12} as const;
export const STAR_NOTCHES = {"blue": 0.38, "yellow": 0.47, "pink": 0.56, "green": 0.5, "orange": 0.66, "white": 0.8} as const;
export const STAR_SHADES = {"blue": ["#cdeaff", "#5db4ff", "#2f7fe0"], "yellow": ["#fff5bd", "#ffd43a", "#f2a51a"], "pink": ["#ffd3e8", "#ff74b4", "#df3f8c"], "green": ["#dcffe0", "#6df095", "#2cc06c"], "orange": ["#ffe0bd", "#ff9b45", "#e8691c"], "white": ["#ffffff", "#f4f0ff", "#cfc5ec"]} as const;
export const CARD_ICONS = {"long": "M-10 0H10M-6-4L-10 0L-6 4M6-4L10 0L6 4", "high": "M-8 8V-5C-8-9 6-9 6-3V6M2 3L6 8L10 3", "drop": "M-9-1H-4M4-1H9M0-10V9M-4 5L0 9L4 5", "rotate": "M7-5A8.5 8.5 0 1 0 8.5 2M8-11V-4H1", "wild": "M0-10L2.5-2.5L10 0L2.5 2.5L0 10L-2.5 2.5L-10 0L-2.5-2.5Z", "tile": "M-9-9H3M9-3V9H-9V-9M9-3A12 12 0 0 0 3-9M-1-12L4-9L0-5", "double": "M-11 6C-10-6-2-6-1 6C0-6 8-6 9 6M5 3L9 7L12 2", "teleport": "M-6 10V-1C-6-9 6-9 6-1V10M-11 10H11M0 0V6M-3 3L0 0L3 3"} as const;
export const OWN_CARDS = ["long", "high", "drop", "rotate", "wild"] as const;
export const GOODIES = ["tile", "double", "teleport"] as const;
export const SEAT_LETTERS = "ABCDEF" as const;
export const SEAT_SHADES = [["#d4edff", "#6db9ff"], ["#ffdcb8", "#ff9a4d"], ["#d2ffdc", "#6be08f"], ["#ffd2e9", "#ff7fbd"], ["#fff4b5", "#ffd84a"], ["#e9dfff", "#b596ff"]] as const;
export const SHIP_LETTERS = {"blue": "B", "yellow": "Y", "red": "R", "green": "G", "ghost": "X"} as const;
export const SHIP_SHADES = {"blue": ["#d4edff", "#6db9ff"], "yellow": ["#fff4b5", "#ffd23f"], "red": ["#ffd6c9", "#ff7a63"], "green": ["#d2ffdc", "#5fdc8a"], "ghost": ["#f1ecff", "#c3b2ff"]} as const;
export const HULLS = {"blue": "M22 0L-17 15L-9 0L-17-15Z", "yellow": "M21 0C15 10 4 14-16 13L-12 0L-16-13C4-14 15-10 21 0Z", "red": "M20 0C18 9 8 13 0 13C-5 13-9 12-12 10L-20 13L-17 0L-20-13L-12-10C-9-12-5-13 0-13C8-13 18-9 20 0Z", "green": "M21 0L9 6L1 17H-9L-8 8L-17 11L-14 0L-17-11L-8-8L-9-17H1L9-6Z", "ghost": "M20 0C17 11 7 16-4 16C-10 16-15 14-19 10C-10 8-10-8-19-10C-15-14-10-16-4-16C7-16 17-11 20 0Z"} as const;
export const WRECK = "M15-3L8 4L11 12L1 10L-6 15L-15 7L-11-2L-15-9L-3-14L3-9L11-12Z" as const;
export const FUEL_SIGNS = {"standard": "M-5-5L1 0L-5 5M1-5L7 0L1 5", "repulsor": "M-3-5L-9 0L-3 5M3-5L9 0L3 5", "tractor": "M-9-5L-3 0L-9 5M9-5L3 0L9 5"} as const;
export const VARIANTS = ["no_secrets", "hardcore", "warp_gate", "chaos"] as const;
