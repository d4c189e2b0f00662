/** QR codes for links: byte mode, error correction M, versions 1 to 10 (up to 213 characters). */

interface Block {
  /** Error-correction bytes per block. */
  ec: number;
  /** Data bytes of each block. */
  data: number[];
}

const of = (count: number, size: number) => Array.from({ length: count }, () => size);
const BLOCKS: readonly Block[] = [
  { ec: 10, data: [16] },
  { ec: 16, data: [28] },
  { ec: 26, data: [44] },
  { ec: 18, data: of(2, 32) },
  { ec: 24, data: of(2, 43) },
  { ec: 16, data: of(4, 27) },
  { ec: 18, data: of(4, 31) },
  { ec: 22, data: [38, 38, 39, 39] },
  { ec: 22, data: [36, 36, 36, 37, 37] },
  { ec: 26, data: [43, 43, 43, 43, 44] },
];
const ALIGN: readonly number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const times = (a: number, b: number) =>
  a && b ? (EXP[(LOG[a] as number) + (LOG[b] as number)] as number) : 0;

function generator(degree: number): number[] {
  let poly = [1];
  for (let i = 0; i < degree; i++) {
    const next = [...poly, 0];
    poly.forEach((c, j) => {
      next[j + 1] = (next[j + 1] as number) ^ times(c, EXP[i] as number);
    });
    poly = next;
  }
  return poly;
}

function errorBytes(data: number[], count: number): number[] {
  const poly = generator(count);
  const rest = [...data, ...of(count, 0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i] as number;
    poly.forEach((c, j) => {
      rest[i + j] = (rest[i + j] as number) ^ times(c, factor);
    });
  }
  return rest.slice(data.length);
}

function codewords(bytes: Uint8Array, version: number): number[] {
  const { ec, data } = BLOCKS[version - 1] as Block;
  const capacity = data.reduce((a, b) => a + b, 0);
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(bits.slice(i, i + 8).reduce((a, b) => a * 2 + b, 0));
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  const blocks = data.map((size, i) => {
    const at = data.slice(0, i).reduce((a, b) => a + b, 0);
    return words.slice(at, at + size);
  });
  const errors = blocks.map((block) => errorBytes(block, ec));
  const woven: number[] = [];
  for (const parts of [blocks, errors]) {
    const longest = Math.max(...parts.map((part) => part.length));
    for (let i = 0; i < longest; i++)
      for (const part of parts) if (i < part.length) woven.push(part[i] as number);
  }
  return woven;
}

const MASKS: readonly ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

type Grid = (boolean | null)[][];

function set(grid: Grid, row: number, column: number, dark: boolean): void {
  (grid[row] as (boolean | null)[])[column] = dark;
}

function frame(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const finder = (row: number, column: number) => {
    for (let r = -1; r <= 7; r++) {
      for (let c = -1; c <= 7; c++) {
        if (row + r < 0 || row + r >= size || column + c < 0 || column + c >= size) continue;
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        set(grid, row + r, column + c, ring !== 2 && ring !== 4);
      }
    }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  const centres = ALIGN[version - 1] as number[];
  for (const r of centres) {
    for (const c of centres) {
      if (grid[r]?.[c] !== null) continue;
      for (let i = -2; i <= 2; i++) {
        for (let j = -2; j <= 2; j++) set(grid, r + i, c + j, Math.max(Math.abs(i), Math.abs(j)) !== 1);
      }
    }
  }
  for (let i = 8; i < size - 8; i++) {
    set(grid, 6, i, i % 2 === 0);
    set(grid, i, 6, i % 2 === 0);
  }
  return grid;
}

function remainder(value: number, poly: number, bits: number): number {
  let rest = value << bits;
  for (let i = 31; i >= bits; i--) if ((rest >>> i) & 1) rest ^= poly << (i - bits);
  return (value << bits) | rest;
}

function writeFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = remainder(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const row = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    set(grid, row, 8, dark);
    const column = i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i;
    set(grid, 8, column, dark);
  }
  set(grid, size - 8, 8, true);
}

function writeVersion(grid: Grid, version: number): void {
  if (version < 7) return;
  const bits = remainder(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const [a, b] = [Math.floor(i / 3), grid.length - 11 + (i % 3)];
    set(grid, a, b, dark);
    set(grid, b, a, dark);
  }
}

function fill(grid: Grid, words: number[], mask: number): void {
  const size = grid.length;
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i++) {
      const row = up ? size - 1 - i : i;
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== null) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        set(grid, row, column, dark !== (MASKS[mask] as (r: number, c: number) => boolean)(row, column));
        bit += 1;
      }
    }
    up = !up;
  }
}

/** The modules of the code: true is dark. */
export function qrMatrix(text: string, mask = 2): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version =
    1 +
    BLOCKS.findIndex((block, i) => {
      const room = block.data.reduce((a, b) => a + b, 0);
      return bytes.length + (i + 1 < 10 ? 2 : 3) <= room;
    });
  if (version === 0) throw new Error("the text is too long for this QR code");
  const grid = frame(version);
  writeFormat(grid, mask);
  writeVersion(grid, version);
  fill(grid, codewords(bytes, version), mask);
  return grid.map((row) => row.map(Boolean));
}

export function qrPath(text: string): { size: number; path: string } {
  const grid = qrMatrix(text);
  const squares = grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return { size: grid.length, path: squares.join("") };
}
