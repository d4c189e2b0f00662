/**
 * Every piece, as text that a browser reads at once: made one by one they would cost a phone several times as much.
 * Nothing in it comes from anywhere but this package.
 */
import {
  COLOURS,
  HULLS,
  SEAT_LETTERS,
  SEAT_SHADES,
  SHIP_SHADES,
  SHIPS,
  STAR_SHADES,
  starCorners,
  WRECK,
} from "./shapes";

const HORN = "M-13-9C-19-13-20-21-15-26.5C-14.5-21-11-18-5-15.5Z";
const EAR = "M-4-14C-7-19-8-27-4.5-27.5C-1-28 .5-20-.5-15Z";
const ARCH = "M-16 26V1C-16-21 16-21 16 1V26Z";
const TILES = [0, 1, 2, 3, 4, 5];
const DARK = "#150c30";
const ROUND = 'stroke-linejoin="round"';

const stop = (offset: number, colour: string, more = "") =>
  `<stop offset="${offset}" stop-color="${colour}" ${more}/>`;

const shade = (id: string, x: number, stops: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${x}" y2="1">${stops}</linearGradient>`;

const glow = (id: string, stops: string) => `<radialGradient id="${id}">${stops}</radialGradient>`;

const piece = (id: string, parts: string) => `<g id="${id}">${parts}</g>`;

/** What tells the superstars apart besides their letters, by seat; a cap lies over the head, the rest behind it. */
const CAP = 4;
const GEAR: ((suit: string) => string)[] = [
  (suit) => `<path d="M0-15V-23" fill="none"/><circle cy="-24" r="3" fill="${suit}"/>`,
  (suit) =>
    `<path d="${EAR}" transform="translate(-3 1) rotate(-14)" fill="${suit}"/>` +
    `<path d="${EAR}" transform="translate(3 1) rotate(14) scale(-1 1)" fill="${suit}"/>`,
  (suit) => `<path d="M-9-13C-8-22-1-27 9-27.5C5-23 5-18 7-13Z" fill="${suit}"/>`,
  (suit) =>
    `<path d="M2-28C-9-25-17-14-17-2C-17 8-15 14-18 20H18C15 14 17 8 17-2C17-12 10-20 2-28Z" fill="${suit}"/>`,
  (suit) => `<path d="M-14-10C-14-27 14-27 14-11L23-9.5C24-6.5 22-5.5 19-6L-14-8Z" fill="${suit}"/>`,
  (suit) => `<path d="${HORN}" fill="${suit}"/><path d="${HORN}" transform="scale(-1 1)" fill="${suit}"/>`,
];

function superstar(seat: number): string {
  const suit = `url(#suit-${seat})`;
  const gear = GEAR[seat]?.(suit) ?? "";
  return piece(
    `superstar-${seat}`,
    `<g stroke="var(--pawn-outline, ${DARK})" stroke-width="2.2" ${ROUND} stroke-linecap="round">` +
      (seat === CAP ? "" : gear) +
      `<path d="M-9 10C-15 9-17 13-15.5 16.5C-14 19-10 17-8 14Z" fill="${suit}"/>` +
      `<path d="M9 10C15 9 17 13 15.5 16.5C14 19 10 17 8 14Z" fill="${suit}"/>` +
      `<path d="M-12 25.5C-13 20-8 19-1 21V25.5ZM12 25.5C13 20 8 19 1 21V25.5Z" fill="${suit}"/>` +
      `<path d="M-9 8H9C11 14 11 18 9 22.5H-9C-11 18-11 14-9 8Z" fill="${suit}"/>` +
      `<ellipse cy="-4" rx="14.5" ry="13" fill="${suit}"/>` +
      `<ellipse cy="-3" rx="10.5" ry="8.5" fill="#20143f" stroke="none"/>` +
      (seat === CAP ? gear : "") +
      '</g><g class="eyes"><ellipse cx="-4" cy="-2.5" rx="2" ry="2.8" fill="#fff"/>' +
      '<ellipse cx="4" cy="-2.5" rx="2" ry="2.8" fill="#fff"/></g>' +
      '<path d="M-8-5.5C-7-8.5-4-10-1-10" fill="none" stroke="#fff" opacity="0.55" stroke-linecap="round"/>' +
      `<text y="19.2" font-size="10" font-weight="800" text-anchor="middle" fill="${DARK}">` +
      `${SEAT_LETTERS[seat]}</text>`,
  );
}

function star(colour: (typeof COLOURS)[number]): string {
  const lower = colour === "green" ? 'transform="translate(0 2.5)"' : "";
  return piece(
    `star-${colour}`,
    `<polygon points="${starCorners(colour)}" ${lower} fill="url(#shade-${colour})" stroke="var(--outline)" ` +
      `stroke-width="2.4" ${ROUND}/><circle cx="-2.6" cy="-2.6" r="1.9" fill="#fff" opacity="0.85"/>`,
  );
}

function ship(name: (typeof SHIPS)[number]): string {
  const dashes = name === "ghost" ? 'stroke-dasharray="4 3"' : "";
  return piece(
    `ship-${name}`,
    `<path d="${HULLS[name]}" fill="url(#hull-${name})" stroke="${DARK}" stroke-width="2.4" ${ROUND} ${dashes}/>` +
      '<path d="M-5-6.5C2-8 9-6 13-2.5" fill="none" stroke="#fff" stroke-width="1.6" opacity="0.7"/>',
  );
}

const PLACES =
  piece(
    "wreck",
    `<path d="${WRECK}" fill="url(#hull-wreck)" stroke="${DARK}" stroke-width="2.4" ${ROUND}/>` +
      `<path d="M-3-14L0-4L-5 2L1 10M0-4L6-3" fill="none" stroke="${DARK}" stroke-width="1.5"/>`,
  ) +
  piece(
    "door-closed",
    `<path d="${ARCH}" fill="var(--void)" stroke="var(--outline)" stroke-width="5.5"/>` +
      `<path d="${ARCH}" fill="none" stroke="var(--door)" stroke-width="2.6"/>` +
      '<circle cx="9" cy="9" r="2" fill="var(--door)"/>',
  ) +
  piece(
    "door-open",
    '<circle r="34" fill="url(#halo)"/>' +
      `<path d="${ARCH}" fill="url(#door-light)" stroke="var(--outline)" stroke-width="5.5"/>` +
      `<path d="${ARCH}" fill="none" stroke="#ffe9a8" stroke-width="2.6"/>` +
      '<path d="M-8 26V4C-8-9 8-9 8 4V26Z" fill="#fffbe6" opacity="0.9"/>' +
      `<path d="M-6-20L0-27L6-20Z" fill="#ffe08a" stroke="var(--outline)" stroke-width="1.8" ${ROUND}/>`,
  ) +
  piece(
    "replay",
    '<path d="M-6.5-5.5A8.5 8.5 0 1 1-8.5 1.5" fill="none" stroke="var(--replay)" stroke-width="3.2" ' +
      'stroke-linecap="round"/><path d="M-10.5-10.5L-8.5-3L-1.5-6Z" fill="var(--replay)" ' +
      `stroke="var(--replay)" stroke-width="1.4" ${ROUND}/>`,
  ) +
  piece(
    "replay-ring",
    '<path d="M-10.5-15.5A18.7 18.7 0 1 1-18.2-4" fill="none" stroke="var(--replay)" stroke-width="2.2" ' +
      'stroke-linecap="round"/><path d="M-18.5-17.5L-17.5-5L-7-11.5Z" fill="var(--replay)"/>',
  );

const LIGHTS =
  shade("hull-wreck", 0.4, stop(0, "#b9b3cc") + stop(1, "#7f7896")) +
  shade("door-light", 0, stop(0, "#ffefb0") + stop(1, "#ffd25e")) +
  glow("halo", stop(0, "#ffe9a0", 'stop-opacity="0.75"') + stop(1, "#ffe9a0", 'stop-opacity="0"')) +
  glow(
    "well",
    stop(0, "#000") +
      stop(0.5, "#1a0836") +
      stop(0.6, "#8a4be0", 'stop-opacity="0.85"') +
      stop(1, "#8a4be0", 'stop-opacity="0"'),
  ) +
  glow("warmth", stop(0.3, "#ffe18a", 'stop-opacity="0.9"') + stop(1, "#ffb84d", 'stop-opacity="0"'));

/** What goes into the one hidden drawing that all others take their pieces from. */
export function sprites(): string {
  const shades = [
    ...COLOURS.map((colour) => {
      const [light, middle, deep] = STAR_SHADES[colour];
      return shade(`shade-${colour}`, 0.6, stop(0, light) + stop(0.5, middle) + stop(1, deep));
    }),
    ...SEAT_SHADES.map(([light, full], seat) => shade(`suit-${seat}`, 0.4, stop(0, light) + stop(0.6, full))),
    ...SHIPS.map((name) => {
      const [light, full] = SHIP_SHADES[name];
      return shade(`hull-${name}`, 0.4, stop(0, light) + stop(0.55, full));
    }),
    ...TILES.map((i) => shade(`tile-${i}`, 0.7, stop(0, `var(--tile-${i}a)`) + stop(1, `var(--tile-${i}b)`))),
  ];
  const pieces = [...COLOURS.map(star), ...GEAR.map((_, seat) => superstar(seat)), ...SHIPS.map(ship)];
  return `<defs>${LIGHTS}${shades.join("")}${pieces.join("")}${PLACES}</defs>`;
}
