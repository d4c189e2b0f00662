/**
 * The fair-deal check (docs/proof.md): the secret shown at the end, with what was agreed, must have the hash that was
 * shown at the start; and the server plays the whole game again and says whether every deal and move fits.
 */
export interface Agreed {
  game: string;
  rules: number;
  players: number;
  options: Record<string, unknown>;
}

export type Word = "fair" | "not-fair" | "given" | "unfinished";

export interface Verdict {
  verdict: Word;
  problems: string[];
  commitment: string;
  head: string | null;
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function bytesFromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return new Uint8Array(pairs.map((pair) => Number.parseInt(pair, 16)));
}

/** The one JSON text that everybody writes for the same data: keys in order, no spaces, ASCII only. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([key, part]) => `${canonical(key)}:${canonical(part)}`).join(",")}}`;
  }
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped);
}

/** Whether a secret has the commitment; without `agreed` it is of format 1, which covers the secret alone. */
export async function isFair(secretHex: string, commitment: string, agreed?: Agreed): Promise<boolean> {
  const text = new TextEncoder();
  const before = text.encode(agreed ? "gravitable commitment 2\n" : "gravitable commitment ");
  const after = text.encode(agreed ? canonical({ ...agreed, start: "dealt" }) : "");
  const secret = bytesFromHex(secretHex);
  const whole = new Uint8Array(before.length + secret.length + after.length);
  whole.set(before);
  whole.set(secret, before.length);
  whole.set(after, before.length + secret.length);
  return (await sha256Hex(whole)) === commitment;
}

/** Let the server play a finished game again; null when it does not answer. */
export async function askVerdict(table: string): Promise<Verdict | null> {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/verify`).catch(() => null);
  return answer?.ok ? ((await answer.json()) as Verdict) : null;
}

const KEPT = "gravitable-commitments";
const MOST_KEPT = 100;

/** Keep the commitment that this browser saw first at a table, and return that one, whatever is told later. */
export function firstSeen(table: string, commitment: string, store: Storage = localStorage): string {
  try {
    const kept = JSON.parse(store.getItem(KEPT) ?? "[]") as [string, string][];
    const known = kept.find(([id]) => id === table);
    if (known) return known[1];
    store.setItem(KEPT, JSON.stringify([...kept, [table, commitment]].slice(-MOST_KEPT)));
  } catch {
    // In a browser that stores nothing, what is shown now can still be checked.
  }
  return commitment;
}
