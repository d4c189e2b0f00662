/** A result to share: as text and as a picture. It tells points and place, and nothing about the board or the moves. */
import { dayText, leadText } from "../lib/daily";
import { dailyTexts } from "../lib/i18n/pages.svelte";
import type { DailyTry } from "../lib/protocol";

const { say } = dailyTexts;
const WIDTH = 640;
const HEIGHT = 336;

export interface Shared {
  title: string;
  streak: number;
  mine: DailyTry;
  /** Whether the place counts: guests only see where they would be. */
  named: boolean;
}

/** What is shared, line by line; the first is the heading, the second the points. */
export function linesOf({ title, streak, mine, named }: Shared): string[] {
  const place = { place: mine.place ?? 0, of: mine.of };
  return [
    `${title} · ${dayText(mine.date)}`,
    say("daily.result", { points: mine.points ?? 0, lead: leadText(mine.lead ?? 0) }),
    ...(named ? [say("daily.share.place", place)] : []),
    ...(streak > 1 ? [say("daily.share.streak", { streak })] : []),
  ];
}

export function textOf(shared: Shared, origin: string): string {
  return [`Gravitable · ${say("daily.title")}`, ...linesOf(shared), `${origin}/daily`].join("\n");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** The picture as SVG, with nothing that has to be loaded. */
export function pictureOf(shared: Shared): string {
  const [heading = "", points = "", ...rest] = linesOf(shared);
  const stars = Array.from({ length: 34 }, (_, i) => {
    const [x, y] = [(i * 197) % WIDTH, (i * 131) % HEIGHT];
    return `<circle cx="${x}" cy="${y}" r="${1 + (i % 3) * 0.6}" fill="#fff" opacity="${0.2 + (i % 4) * 0.12}"/>`;
  });
  const line = (text: string, y: number, size: number, fill: string) =>
    `<text x="36" y="${y}" font-size="${size}" fill="${fill}">${escaped(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`,
    ` font-family="system-ui, sans-serif" font-weight="600"><rect width="${WIDTH}" height="${HEIGHT}" fill="#1d1145"/>`,
    ...stars,
    `<circle cx="560" cy="250" r="96" fill="#7a4bd0"/><ellipse cx="560" cy="250" rx="150" ry="30" fill="none"`,
    ` stroke="#ffd166" stroke-width="8" transform="rotate(-18 560 250)"/>`,
    line(`Gravitable · ${say("daily.title")}`, 58, 24, "#cbbdf5"),
    line(heading, 100, 22, "#ffffff"),
    line(points, 176, 40, "#ffd166"),
    ...rest.map((text, i) => line(text, 226 + 38 * i, 26, "#ffffff")),
    "</svg>",
  ].join("");
}

/** The picture as a PNG file, twice as large for sharp screens. */
export async function pngOf(svg: string): Promise<File> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * 2;
  canvas.height = HEIGHT * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return new File([blob], "gravitable-daily.png", { type: "image/png" });
}
