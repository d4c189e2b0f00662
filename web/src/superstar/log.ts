/** A game's events in words: one line per thing worth reading, steps of a way drawn together. */
import type { Chapter, LogLine } from "../lib/chapters";
import type { Reader } from "../lib/game";
import type { Params } from "../lib/i18n/index.svelte";
import { unheard } from "../lib/unheard";
import { isSuperstar, type SuperstarEvent } from "./types";

/** One event as a sentence; null for what is seen on the board and needs no words. */
function sentence(event: SuperstarEvent, reader: Reader): string | null {
  const { t, named, names } = reader;
  const params: Params = {
    name: event.seat === null ? "" : (names[event.seat] ?? ""),
    space: "space" in event ? event.space : "",
  };
  switch (event.event) {
    case "turn":
    case "step":
    case "fall":
    case "carried":
      return null;
    case "land":
      return event.fallen ? t("log.land", { ...params, fallen: event.fallen }) : null;
    case "enter":
      return t("log.enter", params);
    case "teleport":
      return t("log.teleport", params);
    case "token":
      return t("log.token", params);
    case "complete":
      return t("log.complete", params);
    case "refresh":
      return t("log.refresh", params);
    case "replay":
      return t("log.replay", params);
    case "open-door":
      return t("log.open-door", params);
    case "last-round":
      return t("log.last-round", { ...params, points: event.points });
    case "round-end":
      return t("log.round-end", { round: event.round });
    case "card": {
      const card = event.card ? named("card", event.card) : t("card.unknown");
      if (event.acts_as) return t("log.card-as", { ...params, card, as: named("card", event.acts_as) });
      return t(event.face_down ? "log.card-down" : "log.card-up", { ...params, card });
    }
    case "pass":
      return t("log.pass", { ...params, card: named("card", event.card), from: names[event.from] ?? "" });
    case "rotate":
      return t("log.rotate", { ...params, feet: named("direction", event.feet) });
    case "turn-tile":
      return t("log.turn-tile", { ...params, degrees: event.quarters * 90 });
    case "eject":
      return t("log.eject", { ...params, by: names[event.by] ?? "" });
    case "star":
      return t("log.star", { ...params, what: named("loot", event.colour) });
    case "steal":
      return t("log.steal", { ...params, what: named("loot", event.what), from: names[event.from] ?? "" });
    case "over":
      return t("log.over", { why: named("ending", event.reason) });
    default:
      unheard(event);
      return null;
  }
}

/** Tells events in the reader's language. */
export function superstarLog(events: SuperstarEvent[], reader: Reader): LogLine[] {
  return events.flatMap((event) => {
    const text = sentence(event, reader);
    const space = "space" in event ? event.space : undefined;
    return text === null ? [] : [{ text, seat: event.seat, space }];
  });
}

/** Tells a chapter of a game of this kind. */
export function tell(chapter: Chapter, reader: Reader): LogLine[] {
  return isSuperstar(chapter) ? superstarLog(chapter.events, reader) : [];
}
