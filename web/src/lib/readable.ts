/** Words in drawings shrink with them: how large they must be drawn to stay readable. */

/** The smallest text anybody has to read, in pixels of the screen. */
const SMALLEST = 12;

/** How many units of a drawing make a pixel when it is shown as large as fits. */
export function unitsPerPixel(drawing: Size, shown: Size): number {
  return shown.width && shown.height
    ? Math.max(drawing.width / shown.width, drawing.height / shown.height)
    : 1;
}

interface Size {
  width: number;
  height: number;
}

/** What a drawing's size is before the browser has told it. */
export const NOT_SHOWN: Size = { width: 0, height: 0 };

/** A font size in units of the drawing: the wished one, or more where that would be too small on the screen. */
export function readable(wish: number, unit: number): number {
  return Math.max(wish, SMALLEST * unit);
}
