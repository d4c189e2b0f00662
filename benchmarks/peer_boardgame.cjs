// Random games of tic-tac-toe on boardgame.io's local client; prints how many moves took how much CPU time.
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G }) => {
    if (LINES.some((l) => G.cells[l[0]] !== null && l.every((c) => G.cells[c] === G.cells[l[0]]))) return { won: true };
    if (G.cells.every((c) => c !== null)) return { draw: true };
  },
};

function playOne() {
  const client = Client({ game, numPlayers: 2, debug: false });
  client.start();
  let moves = 0;
  while (!client.getState().ctx.gameover) {
    const free = client.getState().G.cells.flatMap((c, i) => (c === null ? [i] : []));
    client.moves.place(free[Math.floor(Math.random() * free.length)]);
    moves += 1;
  }
  client.stop();
  return moves;
}

process.env.NODE_ENV = "production";
for (let i = 0; i < 200; i += 1) playOne();
const started = process.cpuUsage();
let moves = 0;
for (let i = 0; i < 1500; i += 1) moves += playOne();
const used = process.cpuUsage(started);
console.log(JSON.stringify({ moves, seconds: (used.user + used.system) / 1e6 }));
