/** What an action is called where no card lies beside it. */
import type { Reader } from "../lib/game";
import type { Deck, GravwellPreview, GravwellView } from "./types";

type Words = Pick<Reader, "t" | "named">;

export function actionWords(action: string, view: GravwellView, words: Words, deck: Deck): string {
  const { t } = words;
  const [kind, what = ""] = action.split(":");
  if (kind === "fuel") return t("grav.seal", { letter: cardWords(what, words, deck) });
  if (kind === "stack") {
    const stack = view.stacks.find((each) => String(each.number) === what);
    return t("grav.take-stack", { number: what, letters: stack?.up.join(" ") ?? "" });
  }
  const answer = t(kind === "stop" ? "stop.stop" : "stop.go");
  const card = view.resolving?.current;
  return card ? `${answer} · ${cardWords(card, words, deck)}` : answer;
}

/** A card with what is printed on it: "B (2)", "N (6, repulsor)". */
function cardWords(letter: string, { named }: Words, deck: Deck): string {
  const card = deck[letter];
  if (!card) return letter;
  const about = card.kind === "standard" ? "" : `, ${named("fuel", card.kind)}`;
  return `${letter} (${card.value}${about})`;
}

/** Where a card leads most often, or surely: for a line on the track. Null where nothing of the kind is known. */
export function landingOf(preview: GravwellPreview | undefined): number | null {
  if (preview?.effect) return preview.effect.position;
  const shares = preview?.outlook?.own.shares ?? [];
  return shares.length ? shares.reduce((a, b) => (b.share > a.share ? b : a)).position : null;
}
