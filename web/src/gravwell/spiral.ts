/** Where the spaces of the track lie: a spiral out of the black hole up to the gate. */

export const SINGULARITY = 0;
export const GATE = 54;
export const MIDDLE = { x: 345, y: 366 };

const SPACING = 51;
const TURNS = 2.25;
const GATE_LIFT = 46;
const START = 116;
const END_ANGLE = (-38 * Math.PI) / 180;

export interface Spot {
  x: number;
  y: number;
  /** The direction in which the gate lies, in degrees clockwise from east. */
  heading: number;
}

function growth(): number {
  const length = SPACING * (GATE - 1);
  const sweep = 2 * Math.PI * TURNS;
  return ((length / sweep - START) * 2) / sweep;
}

function build(): Spot[] {
  const grow = growth();
  const polar: { angle: number; radius: number }[] = [];
  let angle = 0;
  let radius = START;
  for (let space = 1; space <= GATE; space++) {
    polar.push({ angle, radius });
    // A step of fixed length along the curve turns by less the farther out it is.
    angle += SPACING / Math.hypot(radius, grow);
    radius = START + grow * angle;
  }
  const turn = END_ANGLE - (polar.at(-1) as { angle: number }).angle;
  const spots = polar.map(({ angle: a, radius: r }, i) => {
    const lifted = i === GATE - 1 ? r + GATE_LIFT : r;
    const heading = ((a + turn + Math.PI / 2 - Math.atan2(grow, r)) * 180) / Math.PI;
    return { x: MIDDLE.x + lifted * Math.cos(a + turn), y: MIDDLE.y + lifted * Math.sin(a + turn), heading };
  });
  return [{ ...MIDDLE, heading: 0 }, ...spots];
}

/** The band that the spaces lie on, as a fine line. */
function bandPath(): string {
  const grow = growth();
  const last = SPOTS[GATE - 1] as Spot;
  const first = SPOTS[1] as Spot;
  const start = Math.atan2(first.y - MIDDLE.y, first.x - MIDDLE.x);
  const points: string[] = [];
  for (
    let angle = 0;
    START + grow * angle < Math.hypot(last.x - MIDDLE.x, last.y - MIDDLE.y) + 1;
    angle += 0.06
  ) {
    const r = START + grow * angle;
    points.push(
      `${(MIDDLE.x + r * Math.cos(start + angle)).toFixed(1)} ${(MIDDLE.y + r * Math.sin(start + angle)).toFixed(1)}`,
    );
  }
  return `M${points.join("L")}`;
}

export const SPOTS: readonly Spot[] = build();

const ROOM = 34;
const xs = SPOTS.map((spot) => spot.x);
const ys = SPOTS.map((spot) => spot.y);
/** The part of the plane that the track takes. */
export const FRAME = {
  x: Math.min(...xs) - ROOM,
  y: Math.min(...ys) - ROOM,
  width: Math.max(...xs) - Math.min(...xs) + 2 * ROOM + 32,
  height: Math.max(...ys) - Math.min(...ys) + 2 * ROOM,
};

export const BAND = bandPath();

export function spotOf(position: number): Spot {
  return SPOTS[Math.min(Math.max(position, 0), GATE)] as Spot;
}

/** A point so far outward of a place, seen from the middle of the spiral. */
export function lifted(spot: Spot, by: number): { x: number; y: number } {
  const x = spot.x - MIDDLE.x;
  const y = spot.y - MIDDLE.y;
  const scale = 1 + by / Math.max(Math.hypot(x, y), 1);
  return { x: MIDDLE.x + x * scale, y: MIDDLE.y + y * scale };
}

/** A place between two spaces, for a ship on its way. */
export function between(position: number): Spot {
  const low = Math.floor(position);
  const part = position - low;
  const a = spotOf(low);
  const b = spotOf(low + 1);
  if (!part) return a;
  let turn = b.heading - a.heading;
  if (low === SINGULARITY) turn = 0;
  return {
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
    heading: part > 0.5 ? b.heading : b.heading - turn,
  };
}

/** The places of ships that share the Singularity or the gate: spread around its middle. */
export function around(middle: Spot, place: number, count: number, radius: number): Spot {
  if (count <= 1) return middle;
  const angle = (2 * Math.PI * place) / count - Math.PI / 2;
  return {
    x: middle.x + radius * Math.cos(angle),
    y: middle.y + radius * Math.sin(angle),
    heading: middle.heading,
  };
}

/** A smooth line through the places from one space to another. */
export function curve(from: number, to: number, lift = 0): string {
  const step = from <= to ? 1 : -1;
  const points: string[] = [];
  for (let at = from; step > 0 ? at <= to : at >= to; at += step) {
    const { x, y } = lifted(spotOf(at), at === SINGULARITY ? 0 : lift);
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return points.length > 1 ? `M${points.join("L")}` : "";
}

/** All spaces between the Singularity and the gate as one line of dots: one thing to draw instead of fifty-three. */
export const DOTS = SPOTS.slice(1, GATE)
  .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
  .join("");
