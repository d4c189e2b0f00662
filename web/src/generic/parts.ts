/** The parts that are loaded when they are needed. */
import type { GameParts } from "../lib/game";

export const genericParts: GameParts = {
  play: () => import("./GenericGame.svelte"),
  rules: () => import("./GenericRules.svelte"),
  moment: () => import("./GenericMoment.svelte"),
  insight: () => import("./GenericInsight.svelte"),
  analysis: () => import("./GenericAnalysis.svelte"),
};
