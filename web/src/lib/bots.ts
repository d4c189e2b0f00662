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

/** A bot in a list of levels: its face and name, and how strong it is. */
export function botLine(bot: BotInfo, index: number): string {
  const strength = strengthOf(bot.bot);
  return `${index + 1} · ${bot.face} ${bot.title}${strength ? ` · ${strength}` : ""}`;
}

/** How strong a bot at the table is: ", level 2 of 5 (easy)"; nothing for bots without a level. */
export function strengthNote(spec: string, levels: readonly BotInfo[]): string {
  const place = levels.findIndex((bot) => bot.bot === spec);
  const strength = strengthOf(spec);
  if (place < 0 || !strength) return "";
  return `, ${t("bot.level", { level: place + 1, levels: levels.length })} (${strength})`;
}

function strengthOf(spec: string): string {
  const [kind = "", level = ""] = spec.split(":");
  const words = i18n.named("bot-strength", level);
  return kind === "level" && words !== level ? words : "";
}
