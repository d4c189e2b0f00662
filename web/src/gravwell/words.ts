/** Pulls and moves in words: "nearest: Red, 1 behind: forward". */
import type { Key, Params, Translate } from "../lib/i18n/index.svelte";
import type { GameEvent } from "../lib/protocol";
import type { LogLine } from "../superstar/log";
import { FUEL } from "./cards";
import { GATE } from "./spiral";
import type { Pull } from "./types";

export interface Words {
  t: Translate;
  named: (prefix: string, name: string) => string;
  ships: Record<string, string>;
  names: string[];
}

/** Why a ship is pulled where it is. */
export function pullReason(pull: Pull, { t, ships }: Pick<Words, "t" | "ships">): string {
  const { ahead, behind } = pull;
  if (pull.reason === "alone") return t("pull.alone");
  if (pull.reason === "nearest") {
    const isAhead = pull.direction === "forward";
    const near = isAhead ? ahead : behind;
    const params = { ship: ships[near?.ship ?? ""] ?? "", distance: near?.distance ?? 0 };
    return t(isAhead ? "pull.nearest-ahead" : "pull.nearest-behind", params);
  }
  const params = {
    a: ships[ahead?.ship ?? ""] ?? "",
    b: ships[behind?.ship ?? ""] ?? "",
    distance: ahead?.distance ?? 0,
    ahead: pull.ships_ahead,
    behind: pull.ships_behind,
  };
  return t("pull.equal", params);
}

/** The whole reason of a card's effect, as shown while it is resolved. */
export function eventReason(event: GameEvent, words: Words): string {
  const { t } = words;
  const ship = words.ships[String(event.ship)] ?? "";
  const letter = String(event.letter ?? "");
  const value = FUEL[letter]?.value ?? "";
  if (event.event === "stop") return t("glog.stop", { ship, letter });
  if (event.event === "idle") return t("glog.idle", { ship, letter });
  if (event.event === "tractor") return t("glog.tractor", { ship, letter, value });
  if (event.reason === "leaves-singularity") return t("glog.leaves", { ship, letter, value });
  if (event.reason === "held-in-singularity") return t("glog.held", { ship, letter });
  const why = pullReason(event.pull as Pull, words);
  const isAway = event.kind_of_card === "repulsor" && event.direction !== "none";
  const effect = t(isAway ? (`effect.away-${event.direction}` as Key) : (`effect.${event.direction}` as Key));
  return t("glog.pull", { ship, letter, value, why, effect });
}

function place(position: number, t: Translate): string {
  if (position <= 0) return t("track.singularity");
  return position >= GATE ? t("track.gate") : String(position);
}

function tellMove(event: GameEvent, { t, ships }: Words): string {
  const params: Params = {
    ship: ships[String(event.ship)] ?? "",
    from: place(Number(event.from), t),
    to: place(Number(event.to), t),
    slid: Number(event.slid),
  };
  return t(Number(event.slid) ? "glog.move-slide" : "glog.move", params);
}

function tell(event: GameEvent, words: Words): string | null {
  const { t, named, ships, names } = words;
  const ship = ships[String(event.ship)] ?? "";
  const list = (value: unknown) => (value as string[]).join(", ");
  switch (event.event) {
    case "round":
      return t("glog.round", { round: Number(event.round) });
    case "take":
      return t("glog.take", { ship, cards: list(event.up) });
    case "get":
      return t("glog.get", { cards: list(event.down) });
    case "pick":
      return event.letter
        ? t("glog.pick-known", { ship, letter: String(event.letter) })
        : t("glog.pick", { ship });
    case "reveal":
      return t("glog.reveal", { ship, letter: String(event.letter) });
    case "pull":
    case "tractor":
    case "stop":
    case "idle":
      return eventReason(event, words);
    case "move":
      return tellMove(event, words);
    case "pass":
      return t("glog.pass", { ship });
    case "ghost":
      return t("glog.ghost");
    case "chaos":
      return t("glog.chaos");
    case "round-end":
      return t("log.round-end", { round: Number(event.round) });
    case "over": {
      const winners = (event.winners as number[]).map((seat) => names[seat] ?? "").join(" & ");
      return t("glog.over", { why: named("ending", String(event.reason)), winners: winners || "–" });
    }
    default:
      return null;
  }
}

/** Tells events in the reader's language. */
export function gravwellLog(events: GameEvent[], words: Words): LogLine[] {
  return events.flatMap((event) => {
    const text = tell(event, words);
    const to = event.event === "move" ? Number(event.to) : null;
    return text ? [{ text, seat: event.seat, space: to && to < GATE ? String(to) : undefined }] : [];
  });
}
