/** Bots in words. */
import { i18n, t } from "./i18n/index.svelte";
import type { BotInfo } from "./protocol";

/** What a bot is like, in the language of the page; the server's own words for bots that we have none for. */
export function botText(bot: BotInfo | undefined): string {
  if (!bot) return "";
  const name = bot.bot.replace(":", "-");
  const text = i18n.named("bot-text", name);
  return text === name ? bot.text : text;
}

/** The bot that is about as strong as whoever plays against it. */
export const ADAPTING = "even";

/** A bot in a list of levels: its number if it is one, its face and name, and how strong it is. */
export function botLine(bot: BotInfo, index: number): string {
  const strength = strengthOf(bot.bot);
  const place = bot.bot === ADAPTING ? "" : `${index + 1} · `;
  return `${place}${bot.face} ${bot.title}${strength ? ` · ${strength}` : ""}`;
}

/** How strong a bot at the table is: ", level 2 of 5 (easy)"; nothing for bots without a level. */
export function strengthNote(spec: string, levels: readonly BotInfo[]): string {
  const strength = strengthOf(spec);
  if (spec === ADAPTING) return ` (${strength})`;
  const place = levels.findIndex((bot) => bot.bot === spec);
  if (place < 0 || !strength) return "";
  return `, ${t("bot.level", { level: place + 1, levels: levels.length })} (${strength})`;
}

function strengthOf(spec: string): string {
  const name = spec.replace(/^level:/, "");
  const words = i18n.named("bot-strength", name);
  return words === name ? "" : words;
}
