/** The server's own sentences, in English, with people's names instead of their seats. */
import type { Chapter, LogLine } from "../lib/chapters";

export function withNames(sentence: string, names: readonly string[]): string {
  const named = (seat: string) => names[Number(seat)] ?? seat;
  return sentence
    .replace(/\b[Ss]eat (\d)\b/g, (_, seat: string) => named(seat))
    .replace(/\bSeats (\d(?:(?:, | and )\d)+)\b/g, (_, seats: string) => seats.replace(/\d/g, named));
}

export function tell(chapter: Chapter, reader: { names: readonly string[] }): LogLine[] {
  const lines = chapter.sentences ?? [];
  return lines.map((line) => ({ text: withNames(line, reader.names), seat: chapter.seat }));
}

/** An action as a button shows it: `thrust:3` as "thrust 3". */
export function actionWords(action: string): string {
  return action.replace(/[:_-]+/g, " ");
}
