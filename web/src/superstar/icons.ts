/** The signs of the action cards, as strokes. */
import type { CardName } from "./types";

export const CARD_ICONS: Record<CardName, string> = {
  long: "M-10 0H10M-6-4L-10 0L-6 4M6-4L10 0L6 4",
  high: "M-8 8V-5C-8-9 6-9 6-3V6M2 3L6 8L10 3",
  drop: "M-9-1H-4M4-1H9M0-10V9M-4 5L0 9L4 5",
  rotate: "M7-5A8.5 8.5 0 1 0 8.5 2M8-11V-4H1",
  wild: "M0-10L2.5-2.5L10 0L2.5 2.5L0 10L-2.5 2.5L-10 0L-2.5-2.5Z",
  tile: "M-9-9H3M9-3V9H-9V-9M9-3A12 12 0 0 0 3-9M-1-12L4-9L0-5",
  double: "M-11 6C-10-6-2-6-1 6C0-6 8-6 9 6M5 3L9 7L12 2",
  teleport: "M-6 10V-1C-6-9 6-9 6-1V10M-11 10H11M0 0V6M-3 3L0 0L3 3",
};
