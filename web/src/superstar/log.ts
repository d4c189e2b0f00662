/** A game's events in words: one line per thing worth reading, steps of a way drawn together. */
import type { Key, Params, Translate } from "../lib/i18n/index.svelte";
import type { GameEvent } from "../lib/protocol";

export interface LogLine {
  text: string;
  seat: number | null;
  /** The space on the board that the line is about. */
  space?: string;
}

interface Words {
  t: Translate;
  named: (prefix: string, name: string) => string;
  names: string[];
}

type Teller = (event: GameEvent, params: Params, words: Words) => LogLine | null;

function line(event: GameEvent, text: string): LogLine {
  return { text, seat: event.seat, space: typeof event.space === "string" ? event.space : undefined };
}

const simple =
  (key: Key): Teller =>
  (event, params, { t }) =>
    line(event, t(key, params));

const TELLERS: Record<string, Teller> = {
  enter: simple("log.enter"),
  complete: simple("log.complete"),
  refresh: simple("log.refresh"),
  teleport: simple("log.teleport"),
  token: simple("log.token"),
  replay: simple("log.replay"),
  "open-door": simple("log.open-door"),
  "last-round": simple("log.last-round"),
  "round-end": simple("log.round-end"),
  land: (event, params, { t }) => (Number(event.fallen) ? line(event, t("log.land", params)) : null),
  card: (event, params, { t, named }) => {
    const card = event.card ? named("card", String(event.card)) : t("card.unknown");
    return line(event, t(event.face_down ? "log.card-down" : "log.card-up", { ...params, card }));
  },
  pass: (event, params, { t, named, names }) =>
    line(
      event,
      t("log.pass", {
        ...params,
        card: named("card", String(event.card)),
        from: names[Number(event.from)] ?? "",
      }),
    ),
  rotate: (event, params, { t, named }) =>
    line(event, t("log.rotate", { ...params, feet: named("direction", String(event.feet)) })),
  "turn-tile": (event, params, { t }) =>
    line(event, t("log.turn-tile", { ...params, degrees: Number(event.quarters) * 90 })),
  eject: (event, params, { t, names }) =>
    line(event, t("log.eject", { ...params, by: names[Number(event.by)] ?? "" })),
  star: (event, params, { t, named }) =>
    line(event, t("log.star", { ...params, what: named("loot", String(event.colour)) })),
  steal: (event, params, { t, named, names }) =>
    line(
      event,
      t("log.steal", {
        ...params,
        what: named("loot", String(event.what)),
        from: names[Number(event.from)] ?? "",
      }),
    ),
  over: (event, params, { t, named }) =>
    line(event, t("log.over", { ...params, why: named("ending", String(event.reason)) })),
};

function plainParams(event: GameEvent, names: string[]): Params {
  const params: Params = { name: event.seat === null ? "" : (names[event.seat] ?? "") };
  for (const [key, value] of Object.entries(event)) {
    if (typeof value === "string" || typeof value === "number") params[key] ??= value;
  }
  return params;
}

/** Tells events in the reader's language. */
export function superstarLog(events: GameEvent[], words: Words): LogLine[] {
  const lines: LogLine[] = [];
  for (const event of events) {
    const told = TELLERS[event.event]?.(event, plainParams(event, words.names), words);
    if (told) lines.push(told);
  }
  return lines;
}
