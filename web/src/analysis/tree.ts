/** The variations of an analysis. A node is one action with what chance decided after it; the first child goes on. */

/** A line of a record's log: an action of a seat, or a chance event with its seed. */
export type LogLine = [number | string, string];

export interface Node {
  id: number;
  parent: number | null;
  lines: LogLine[];
  children: number[];
}

/** What is kept or sent beside the opening: nodes that were added, and an order that was changed. */
export interface Growth {
  nodes: [id: number, parent: number, lines: LogLine[]][];
  order: [parent: number, children: number[]][];
  at: number;
}

export interface Removed {
  nodes: Node[];
  parent: number;
  place: number;
}

export const ROOT = 0;
const isAction = (line: LogLine) => typeof line[0] === "number";

export class Tree {
  readonly nodes = new Map<number, Node>();
  /** How many nodes the opening has: those need not be kept. */
  readonly opened: number;
  private next = 1;

  constructor(lines: readonly LogLine[]) {
    this.nodes.set(ROOT, { id: ROOT, parent: null, lines: [], children: [] });
    let at = ROOT;
    for (const line of lines) {
      if (isAction(line)) at = this.grow(at, [line]);
      else this.get(at).lines.push(line);
    }
    this.opened = this.next;
  }

  get(id: number): Node {
    const node = this.nodes.get(id);
    if (!node) throw new Error(`no node ${id}`);
    return node;
  }

  /** The child that begins with this action; a new one unless it is there. */
  add(parent: number, line: LogLine): { id: number; isNew: boolean } {
    const same = this.get(parent).children.find((id) => {
      const first = this.get(id).lines[0];
      return first?.[0] === line[0] && first[1] === line[1];
    });
    return same === undefined ? { id: this.grow(parent, [line]), isNew: true } : { id: same, isNew: false };
  }

  grow(parent: number, lines: LogLine[]): number {
    const id = this.next++;
    this.nodes.set(id, { id, parent, lines: [...lines], children: [] });
    this.get(parent).children.push(id);
    return id;
  }

  /** All lines from the start to a node. */
  path(id: number): LogLine[] {
    return this.way(id).flatMap((each) => this.get(each).lines);
  }

  /** The nodes from the start to a node. */
  way(id: number): number[] {
    const way: number[] = [];
    for (let at: number | null = id; at !== null; at = this.get(at).parent) way.unshift(at);
    return way;
  }

  /** The node after so many lines of the opening. */
  afterLines(count: number): number {
    let at = ROOT;
    let seen = this.get(ROOT).lines.length;
    while (seen < count) {
      const next = this.get(at).children[0];
      if (next === undefined) break;
      seen += this.get(next).lines.length;
      at = next;
    }
    return at;
  }

  /** The last node of the line that goes on from here. */
  end(id: number): number {
    let at = id;
    for (let next = this.get(at).children[0]; next !== undefined; next = this.get(at).children[0]) at = next;
    return at;
  }

  /** Puts a variation before those beside it, at each fork on the way to it that it does not lead. */
  promote(id: number): void {
    const fork = this.way(id)
      .reverse()
      .find((each) => {
        const { parent } = this.get(each);
        return parent !== null && this.get(parent).children[0] !== each;
      });
    if (fork === undefined) return;
    const siblings = this.get(this.get(fork).parent ?? ROOT).children;
    siblings.splice(siblings.indexOf(fork), 1);
    siblings.unshift(fork);
  }

  /** Whether a variation other than the first leads here. */
  isSide(id: number): boolean {
    return this.way(id).some((each) => {
      const { parent } = this.get(each);
      return parent !== null && this.get(parent).children[0] !== each;
    });
  }

  remove(id: number): Removed {
    const { parent } = this.get(id);
    if (parent === null) throw new Error("the start cannot be removed");
    const siblings = this.get(parent).children;
    const place = siblings.indexOf(id);
    siblings.splice(place, 1);
    const nodes = this.below(id);
    for (const node of nodes) this.nodes.delete(node.id);
    return { nodes, parent, place };
  }

  restore({ nodes, parent, place }: Removed): void {
    for (const node of nodes) this.nodes.set(node.id, node);
    const [first] = nodes;
    if (first) this.get(parent).children.splice(place, 0, first.id);
  }

  private below(id: number): Node[] {
    const node = this.get(id);
    return [node, ...node.children.flatMap((child) => this.below(child))];
  }

  growth(at: number): Growth {
    const all = this.below(ROOT);
    return {
      nodes: all
        .filter(({ id }) => id >= this.opened)
        .map(({ id, parent, lines }) => [id, parent ?? ROOT, lines]),
      order: all.filter(({ children }) => children.length > 1).map(({ id, children }) => [id, children]),
      at,
    };
  }

  /** Takes up what was kept or sent; what does not fit is left out. Returns where one was. */
  take(growth: Growth): number {
    for (const [id, parent, lines] of growth.nodes) {
      if (!this.nodes.has(parent) || this.nodes.has(id) || !(id >= this.opened)) continue;
      this.nodes.set(id, { id, parent, lines, children: [] });
      this.get(parent).children.push(id);
      this.next = Math.max(this.next, id + 1);
    }
    for (const [parent, children] of growth.order) {
      const node = this.nodes.get(parent);
      const isSame = node && [...node.children].sort().join() === [...children].sort().join();
      if (node && isSame) node.children = [...children];
    }
    return this.nodes.has(growth.at) ? growth.at : ROOT;
  }
}
