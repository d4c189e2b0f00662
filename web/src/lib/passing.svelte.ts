/** Several people at one device: who they are, and for whom the screen shows cards now. */
import { api, type NewTable } from "./api";
import { identity } from "./identity";
import { live } from "./live.svelte";
import type { TableInfo } from "./protocol";
import { session } from "./session.svelte";
import type { Table } from "./table.svelte";

const KEY = "gravitable.passing";
const MOST_KEPT = 20;

/** Somebody at this device; without a token it is the person that the cookie belongs to. */
export interface Companion {
  seat: number;
  name: string;
  token: string | null;
}

function kept(): Record<string, Companion[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Companion[]>;
  } catch {
    return {};
  }
}

function keep(table: string, people: Companion[]): void {
  const others = Object.entries(kept()).slice(1 - MOST_KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [table, people]])));
}

export function companionsAt(table: string): Companion[] {
  return kept()[table] ?? [];
}

/** Makes a table for people at this device, me on the first seat, and lets them all sit down. */
export async function playHere(wish: NewTable, names: string[]): Promise<TableInfo> {
  const me = await session.ensure();
  const guests: Companion[] = [];
  for (const [i, name] of names.entries()) {
    const { token } = await api.companion(name);
    guests.push({ seat: i + 1, name, token });
  }
  return seatAll(wish, [{ seat: 0, name: me.name, token: null }, ...guests]);
}

/** The same people once more. */
export function playAgain(info: TableInfo): Promise<TableInfo> {
  const { game, options, clock } = info;
  return seatAll({ game, seats: info.seats.length, options, clock }, companionsAt(info.id));
}

async function seatAll(wish: NewTable, people: Companion[]): Promise<TableInfo> {
  identity.token = null;
  const table = await api.create({ ...wish, public: false, rated: false, seat: 0, autostart: true });
  keep(table.id, people);
  try {
    for (const { token, seat } of people.slice(1)) {
      identity.token = token;
      await api.join(table.id, seat);
    }
  } finally {
    identity.token = null;
  }
  return table;
}

/** For whom the screen shows cards now, at a table of people who share this device. */
export class Passing {
  readonly people: Companion[];
  /** The person who has said that they hold the device now. */
  private seen = $state<number | null>(null);

  constructor(private readonly table: Table) {
    this.people = companionsAt(table.id);
  }

  /** Who has to choose next and does not hold the device yet. */
  next = $derived.by(() => {
    const waiting = this.table.state?.over ? [] : (this.table.state?.to_act ?? []);
    if (this.seen !== null && waiting.includes(this.seen)) return null;
    return this.people.find((each) => waiting.includes(each.seat)) ?? null;
  });

  /** Nobody's cards may be seen: the device changes hands. */
  isHidden = $derived.by(() => {
    if (!this.people.length || !this.table.state || this.table.state.over) return false;
    return this.next !== null || this.seen === null || this.table.seat !== this.seen;
  });

  take(who: Companion): void {
    this.seen = who.seat;
    if (this.table.seat === who.seat) return;
    identity.token = who.token;
    live.reconnect();
  }

  /** Gives the tab back to the person that the cookie belongs to. */
  end(): void {
    if (identity.token === null) return;
    identity.token = null;
    live.reconnect();
  }
}
