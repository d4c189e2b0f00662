/** Small helpers for motion. A duration of 0 is over at once. */

export function wait(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}

/** Calls `draw` with 0 to 1 over the given time. A hidden page draws no frames, so there it ends at once. */
export function tween(ms: number, draw: (t: number) => void): Promise<void> {
  if (ms <= 0 || document.hidden) {
    draw(1);
    return Promise.resolve();
  }
  return new Promise((done) => {
    const start = performance.now();
    // A frame may never come (the page goes to the background in mid-move): the timer ends it all the same.
    const late = setTimeout(() => finish(), ms + 250);
    let over = false;
    const finish = () => {
      if (over) return;
      over = true;
      clearTimeout(late);
      draw(1);
      done();
    };
    const frame = (now: number) => {
      if (over) return;
      const t = (now - start) / ms;
      if (t >= 1) return finish();
      draw(Math.max(0, t));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
