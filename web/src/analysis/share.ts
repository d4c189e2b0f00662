/** An analysis in a link, in the browser's store, and as text. Everything that comes back is checked: anybody may write it. */
import { type Growth, type LogLine, ROOT, type Tree } from "./tree";

/** What a link holds: a finished table or a start of its own, and what was added. */
export interface Shared {
  table?: string;
  start?: string;
  lines?: LogLine[];
  names?: string[];
  growth: Growth;
}

/** Longer links are cut by mail programs and chats. */
export const LONGEST_LINK = 8000;
const MOST_TEXT = 400_000;

async function piped(bytes: Uint8Array, through: ReadableWritablePair): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_TEXT) throw new Error("too large");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function encoded(shared: Shared): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(shared));
  const packed = await piped(text, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Null for a link that is damaged. */
export async function decoded(text: string): Promise<Shared | null> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    const plain = await piped(bytes, new DecompressionStream("deflate-raw"));
    return checked(JSON.parse(new TextDecoder().decode(plain)));
  } catch {
    return null;
  }
}

const isLine = (line: unknown): line is LogLine =>
  Array.isArray(line) &&
  line.length === 2 &&
  (typeof line[0] === "string" || Number.isInteger(line[0])) &&
  typeof line[1] === "string";
const areLines = (lines: unknown): lines is LogLine[] => Array.isArray(lines) && lines.every(isLine);
const isText = (value: unknown) => value === undefined || typeof value === "string";

/** Returns what somebody stored or sent, or null when it is something else. */
export function checked(data: unknown): Shared | null {
  const found = data as Shared | null;
  const growth = found?.growth;
  const isWhole =
    growth &&
    Array.isArray(growth.nodes) &&
    growth.nodes.every(
      (node) =>
        Array.isArray(node) && Number.isInteger(node[0]) && Number.isInteger(node[1]) && areLines(node[2]),
    ) &&
    Array.isArray(growth.order) &&
    growth.order.every((each) => Array.isArray(each) && Array.isArray(each[1])) &&
    Number.isInteger(growth.at) &&
    isText(found.table) &&
    isText(found.start) &&
    (found.lines === undefined || areLines(found.lines)) &&
    (found.names === undefined || (Array.isArray(found.names) && found.names.every(isText)));
  return isWhole ? found : null;
}

/** The whole tree in the notation of records: a start, then one action a line, variations set in. */
export function asText(start: string, tree: Tree): string {
  const rows: string[] = [start.trimEnd(), ""];
  const write = (id: number, depth: number) => {
    for (let at: number | undefined = id; at !== undefined; ) {
      const { lines, parent, children } = tree.get(at);
      if (lines.length) rows.push("  ".repeat(depth) + lines.map((line) => line.join(" ")).join("; "));
      // Variations follow the move that they replace.
      const others =
        parent !== null && tree.get(parent).children[0] === at ? tree.get(parent).children.slice(1) : [];
      for (const other of others) write(other, depth + 1);
      at = children[0];
    }
  };
  write(ROOT, 0);
  return `${rows.join("\n")}\n`;
}

export interface Kept {
  key: string;
  game: string;
  at: number;
  shared: Shared;
}

const KEY = "gravitable.analyses";
const MOST_KEPT = 8;

/** The last analyses of this browser, the newest first. */
export function keptOnes(): Kept[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
    return found.filter((each) => typeof each?.key === "string" && checked(each.shared));
  } catch {
    return [];
  }
}

export function keep(one: Kept): void {
  const others = keptOnes().filter(({ key }) => key !== one.key);
  try {
    localStorage.setItem(KEY, JSON.stringify([one, ...others].slice(0, MOST_KEPT)));
  } catch {
    // Full, or a browser that keeps nothing: the analysis lasts until the page is closed.
  }
}
