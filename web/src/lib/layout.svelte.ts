/**
 * How a game lies on the screen, decided in one place: `beside` puts board and column side by side, `stacked` one above
 * the other; `full` has room for everybody's details, `compact` shows them on a tap. Measured in em, so that large text
 * counts as a small screen. Components ask `data-layout` of the document in their styles; what would be hidden need not be drawn.
 */
const BESIDE = "(min-aspect-ratio: 1/1) and (min-width: 34em)";
const FULL_BESIDE = "(min-width: 56.25em) and (min-height: 34em)";
const FULL_STACKED = "(min-width: 40em) and (min-height: 50em)";

class Layout {
  isCompact = $state(false);
  /** A phone upright: what can be done lies in a sheet below the board. */
  isSheet = $state(false);
}

export const layout = new Layout();

export function followLayout(): void {
  const [beside, fullBeside, fullStacked] = [BESIDE, FULL_BESIDE, FULL_STACKED].map((query) =>
    matchMedia(query),
  );
  const decide = () => {
    const isBeside = beside?.matches;
    const isFull = isBeside ? fullBeside?.matches : fullStacked?.matches;
    layout.isCompact = !isFull;
    layout.isSheet = !isFull && !isBeside;
    document.documentElement.dataset.layout = `${isBeside ? "beside" : "stacked"} ${isFull ? "full" : "compact"}`;
  };
  for (const query of [beside, fullBeside, fullStacked]) query?.addEventListener("change", decide);
  decide();
}
