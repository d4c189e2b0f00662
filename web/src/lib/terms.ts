/** What was agreed at a table, in words: options, clock, whether it counts. */
import { i18n, t } from "./i18n/index.svelte";
import type { TableInfo } from "./protocol";

type Agreed = Pick<TableInfo, "game" | "options" | "clock"> & Partial<Pick<TableInfo, "rated" | "hints">>;

/** The options that differ from the plain game. Those without words are for simulations and tile designers. */
export function chosenOptions({ game, options }: Pick<Agreed, "game" | "options">): [string, unknown][] {
  const hasWords = (name: string) => i18n.named("option", `${game}-${name}`) !== `${game}-${name}`;
  return Object.entries(options).filter(([name, value]) => value && String(value).length && hasWords(name));
}

export function optionText(game: string, name: string, value: unknown): string {
  const title = i18n.named("option", `${game}-${name}`);
  if (!Array.isArray(value)) return title;
  return `${title}: ${value.map((each) => i18n.named("card", String(each))).join(", ")}`;
}

export function clockText(clock: Agreed["clock"]): string {
  if (clock.kind === "none") return t("list.no-clock");
  return t(clock.kind === "turn-days" ? "table.clock-days" : "table.clock-seconds", { amount: clock.amount });
}

/** All of it, in short, for lists. */
export function termsOf(table: Agreed): string[] {
  const options = chosenOptions(table).map(([name, value]) => optionText(table.game, name, value));
  return [
    ...options,
    clockText(table.clock).replace(/\.$/, ""),
    ...(table.rated ? [t("list.rated")] : []),
    ...(table.hints ? [t("list.hints")] : []),
  ];
}
