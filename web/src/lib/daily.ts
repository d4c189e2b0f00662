/** The daily challenge: its REST calls, and days in the reader's form. */
import { call } from "./api";
import { i18n } from "./i18n/index.svelte";
import type { DailyAnswer, DailyHistory, DailyRanking, TableInfo } from "./protocol";

const MINUTE_MS = 60_000;

export const dailyApi = {
  today: () => call<DailyAnswer>("GET", "/api/daily"),
  begin: async (game: string) => (await call<{ table: TableInfo }>("POST", `/api/daily/${game}`, {})).table,
  ranking: (game: string, date: string) =>
    call<DailyRanking>("GET", `/api/daily/${game}/ranking?date=${date}`),
  history: (game: string) => call<DailyHistory>("GET", `/api/daily/${game}/history`),
  link: (date: string) => call<DailyAnswer["link"]>("GET", `/api/daily/link?date=${date}`),
};

/** A day such as 2026-11-17 as the reader writes it. It is a day of UTC, wherever the reader is. */
export function dayText(date: string, style: "long" | "short" = "long"): string {
  const how: Intl.DateTimeFormatOptions =
    style === "long" ? { dateStyle: "full" } : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(i18n.locale, { ...how, timeZone: "UTC" }).format(new Date(`${date}T00:00Z`));
}

export function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** A time of day where the reader is. */
export function timeText(at: number): string {
  return new Intl.DateTimeFormat(i18n.locale, { timeStyle: "short" }).format(at);
}

/** How long something lasts, such as 5 h 12 min, rounded up to whole minutes. */
export function lengthText(ms: number): string {
  const minutes = Math.max(0, Math.ceil(ms / MINUTE_MS));
  const part = (value: number, unit: "hour" | "minute") =>
    new Intl.NumberFormat(i18n.locale, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const hours = Math.floor(minutes / 60);
  return hours ? `${part(hours, "hour")} ${part(minutes % 60, "minute")}` : part(minutes, "minute");
}

/** A lead with its sign: +4, 0, −3. */
export function leadText(lead: number): string {
  return new Intl.NumberFormat(i18n.locale, { signDisplay: "exceptZero" }).format(lead);
}
