/** Pulls and moves in words: "nearest: Red, 1 behind: forward". */
import type { Chapter, LogLine } from "../lib/chapters";
import type { Reader } from "../lib/game";
import type { Translate } from "../lib/i18n/index.svelte";
import { unheard } from "../lib/unheard";
import { deckOf } from "./cards";
import { namesOfShips, type ShipNames } from "./ships";
import { GATE } from "./spiral";
import { type CardEffect, type Deck, type GravwellEvent, isGravwell, type Pull } from "./types";

export interface Words extends Reader {
  ships: ShipNames;
  deck: Deck;
}

/** What a card of this movement did, and why. */
export type Effect = Extract<GravwellEvent, { event: "pull" | "tractor" | "stop" | "idle" }>;

/** Why a ship is pulled where it is. */
export function pullReason(pull: Pull, { t, ships }: Pick<Words, "t" | "ships">): string {
  const { ahead, behind } = pull;
  if (pull.reason === "alone") return t("pull.alone");
  if (pull.reason === "nearest") {
    const isAhead = pull.direction === "forward";
    const near = isAhead ? ahead : behind;
    const params = { ship: near ? ships[near.ship] : "", distance: near?.distance ?? 0 };
    return t(isAhead ? "pull.nearest-ahead" : "pull.nearest-behind", params);
  }
  const params = {
    a: ahead ? ships[ahead.ship] : "",
    b: behind ? ships[behind.ship] : "",
    distance: ahead?.distance ?? 0,
    ahead: pull.ships_ahead,
    behind: pull.ships_behind,
  };
  return t("pull.equal", params);
}

/** The whole reason of a card's effect, as shown while it is resolved. */
export function effectReason(event: Effect, words: Words): string {
  const { t, ships, deck } = words;
  const { letter } = event;
  const ship = ships[event.ship];
  const value = deck[letter]?.value ?? "";
  if (event.event === "stop") return t("glog.stop", { ship, letter });
  if (event.event === "idle") return t("glog.idle", { ship, letter });
  if (event.event === "tractor") return t("glog.tractor", { ship, letter, value });
  if (event.reason === "leaves-singularity") return t("glog.leaves", { ship, letter, value });
  if (event.reason === "held-in-singularity") return t("glog.held", { ship, letter });
  const why = pullReason(event.pull, words);
  const { direction } = event;
  const isAway = deck[letter]?.kind === "repulsor" && direction !== "none";
  const effect = isAway ? t(`effect.away-${direction}`) : t(`effect.${direction}`);
  return t("glog.pull", { ship, letter, value, why, effect });
}

/** What letting a card happen does to its own ship. */
export function outcome(effect: CardEffect, from: number, t: Translate): string {
  const { position: to, wins } = effect;
  const start = from <= 0 ? t("stop.from-hole") : place(from, t);
  if (wins) return t("stop.wins", { from: start });
  if (to >= GATE) return t("stop.gate", { from: start });
  if (to === from) return from <= 0 ? t("stop.stays-in-hole") : t("stop.stays", { from: start });
  return to <= 0 ? t("stop.singularity", { from: start }) : t("stop.comes", { from: start, to });
}

function place(position: number, t: Translate): string {
  if (position <= 0) return t("track.singularity");
  return position >= GATE ? t("track.gate") : String(position);
}

function tellMove(event: Extract<GravwellEvent, { event: "move" }>, { t, ships }: Words): string {
  const { slid } = event;
  const params = { ship: ships[event.ship], from: place(event.from, t), to: place(event.to, t), slid };
  return t(slid ? "glog.move-slide" : "glog.move", params);
}

/** One event as a sentence; null for what is seen on the table and needs no words. */
function sentence(event: GravwellEvent, words: Words): string | null {
  const { t, named, ships, names } = words;
  switch (event.event) {
    case "stack":
      return null;
    case "round":
      return t("glog.round", { round: event.round });
    case "take":
      return t("glog.take", { ship: ships[event.ship], cards: event.up.join(", ") });
    case "get":
      return t("glog.get", { cards: event.down.join(", ") });
    case "pick":
      return event.letter
        ? t("glog.pick-known", { ship: ships[event.ship], letter: event.letter })
        : t("glog.pick", { ship: ships[event.ship] });
    case "reveal":
      return t("glog.reveal", { ship: ships[event.ship], letter: event.letter });
    case "pull":
    case "tractor":
    case "stop":
    case "idle":
      return effectReason(event, words);
    case "move":
      return tellMove(event, words);
    case "pass":
      return t("glog.pass", { ship: ships[event.ship] });
    case "ghost":
      return t("glog.ghost");
    case "chaos":
      return t("glog.chaos");
    case "round-end":
      return t("log.round-end", { round: event.round });
    case "over": {
      const winners = event.winners.map((seat) => names[seat] ?? "").join(" & ");
      return t("glog.over", { why: named("ending", event.reason), winners: winners || "–" });
    }
    default:
      unheard(event);
      return null;
  }
}

/** Tells events in the reader's language. */
export function gravwellLog(events: GravwellEvent[], words: Words): LogLine[] {
  return events.flatMap((event) => {
    const text = sentence(event, words);
    const space = event.event === "move" && event.to > 0 && event.to < GATE ? String(event.to) : undefined;
    return text === null ? [] : [{ text, seat: event.seat, space }];
  });
}

/** Tells a chapter of a game of this kind. */
export function tell(chapter: Chapter, reader: Reader): LogLine[] {
  if (!isGravwell(chapter)) return [];
  const ships = namesOfShips(reader.names, reader.t);
  return gravwellLog(chapter.events, { ...reader, ships, deck: deckOf(chapter.board) });
}
