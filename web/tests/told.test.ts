/** Words follow the picture: what a stage says it has shown, and what may be told by then. */
import { describe, expect, it } from "vitest";
import { type Chapter, chaptersSeen } from "../src/lib/chapters";
import { BaseStage } from "../src/lib/stage.svelte";

/** A stage whose events last until the test lets them pass. */
class SlowStage extends BaseStage<{ at: number }, string> {
  private release: (() => void)[] = [];

  protected playEvent(): Promise<void> {
    return new Promise((done) => this.release.push(done));
  }

  protected isWorthSeeing(events: string[]): boolean {
    return events.length > 0;
  }

  protected rest(): void {}

  async letPass(): Promise<void> {
    this.release.shift()?.();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  }
}

function chapter(version: number, events: string[]): Chapter {
  return { version, events } as unknown as Chapter;
}

const STORY = [chapter(1, ["a"]), chapter(2, ["b", "c"]), chapter(3, ["d"])];

function told(stage: SlowStage): string {
  return chaptersSeen(STORY, stage.shown)
    .flatMap((each) => each.events)
    .join("");
}

describe("told after shown", () => {
  it("tells an event once it was seen, and the next one not before", async () => {
    const seen: number[] = [];
    const stage = new SlowStage({ at: 1 }, 1);
    stage.play({ events: ["b", "c"], after: { at: 2 }, version: 2, onseen: () => seen.push(2) });
    stage.play({ events: ["d"], after: { at: 3 }, version: 3, onseen: () => seen.push(3) });
    expect(told(stage)).toBe("a");
    await stage.letPass();
    expect(told(stage)).toBe("ab");
    await stage.letPass();
    expect([told(stage), ...seen]).toEqual(["abc", 2]);
    await stage.letPass();
    expect([told(stage), ...seen]).toEqual(["abcd", 2, 3]);
  });

  it("tells at once what I have seen while I put it together", () => {
    const stage = new SlowStage({ at: 1 }, 1);
    stage.play({ events: ["c"], after: { at: 2 }, version: 2, before: 1 });
    expect(told(stage)).toBe("ab");
  });

  it("tells everything when a newer picture cuts in, as after a reconnect", async () => {
    const seen: number[] = [];
    const stage = new SlowStage({ at: 1 }, 1);
    stage.play({ events: ["b", "c"], after: { at: 2 }, version: 2, onseen: () => seen.push(2) });
    stage.show({ at: 3 }, 3);
    expect([told(stage), ...seen]).toEqual(["abcd", 2]);
    await stage.letPass();
    expect([told(stage), ...seen]).toEqual(["abcd", 2]);
  });

  it("tells news without a picture when the picture before it is through", async () => {
    const stage = new SlowStage({ at: 1 }, 1);
    stage.play({ events: ["b", "c"], after: { at: 2 }, version: 2 });
    stage.pass(3);
    expect(told(stage)).toBe("a");
    await stage.letPass();
    await stage.letPass();
    expect(told(stage)).toBe("abcd");
  });

  it("tells at once what needs no picture", () => {
    const stage = new SlowStage({ at: 1 }, 2);
    stage.play({ events: [], after: { at: 3 }, version: 3 });
    expect(told(stage)).toBe("abcd");
  });
});
