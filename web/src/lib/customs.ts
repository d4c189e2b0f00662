/** What people do beside playing, in words: give up, pause, leave, come back. The same at every game. */
import type { Chapter, LogLine } from "./chapters";
import type { Translate } from "./i18n/index.svelte";

type Happened = Pick<Chapter, "kind" | "seat" | "by_clock">;

/** One line, or null where the game itself tells what happened. */
export function customLine(happened: Happened, names: string[], t: Translate): LogLine | null {
  const { kind, seat, by_clock } = happened;
  const text = words(kind, seat === null ? null : (names[seat] ?? ""), by_clock ?? false, t);
  return text === null ? null : { text, seat };
}

function words(kind: Chapter["kind"], name: string | null, byClock: boolean, t: Translate): string | null {
  if (name === null) return kind === "resume" ? t("custom.server-away") : null;
  switch (kind) {
    case "start":
      return null;
    case "play":
      return byClock ? t("custom.play-clock", { name }) : null;
    case "away":
      return t(byClock ? "custom.away-clock" : "custom.away", { name });
    case "resign":
    case "back":
    case "pause":
    case "resume":
    case "hint":
      return t(`custom.${kind}`, { name });
  }
}
