/** What an action is called where no card lies beside it. */
import type { Reader } from "../lib/game";
import type { GravwellPreview, GravwellView } from "./types";

export function actionWords(action: string, view: GravwellView, { t }: Pick<Reader, "t">): string {
  const [kind, what = ""] = action.split(":");
  if (kind === "fuel") return t("grav.seal", { letter: what });
  if (kind === "stack") {
    const stack = view.stacks.find((each) => String(each.number) === what);
    return t("grav.take-stack", { number: what, letters: stack?.up.join(" ") ?? "" });
  }
  return t(kind === "stop" ? "stop.stop" : "stop.go");
}

/** Where a card leads most often, or surely: for a line on the track. Null where nothing of the kind is known. */
export function landingOf(preview: GravwellPreview | undefined): number | null {
  if (preview?.effect) return preview.effect.position;
  const shares = preview?.outlook?.own.shares ?? [];
  return shares.length ? shares.reduce((a, b) => (b.share > a.share ? b : a)).position : null;
}
