/** Scrolls a board that is larger than its frame so that a space lies in the middle. */
export function bringToMiddle(frame: HTMLElement | undefined, space: string | null | undefined): void {
  const cell = frame?.querySelector(`[data-cell="${space}"]`)?.getBoundingClientRect();
  const seen = frame?.getBoundingClientRect();
  if (!cell || !seen) return;
  frame?.scrollBy(
    cell.left + cell.width / 2 - seen.left - seen.width / 2,
    cell.top + cell.height / 2 - seen.top - seen.height / 2,
  );
}
