// The same load as server_load.py: N tables, 2N sockets; first one commit per table and second, then as fast as possible.
const fs = require("fs");
const { io } = require("socket.io-client");
const [port, tables, seconds, games, serverPid] = process.argv.slice(2).map(Number);
const now = () => Number(process.hrtime.bigint()) / 1e6;
const sizes = [];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const cpuMs = () => {
  const fields = fs.readFileSync(`/proc/${serverPid}/stat`, "utf8").split(") ").pop().split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

function open(game, match, player, onState) {
  return new Promise((done) => {
    const socket = io(`http://localhost:${port}/game${game}`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.on("sync", (_id, info) => { onState(info.state); sizes.push(JSON.stringify(info.state).length); done(socket); });
    socket.on("update", (_id, state) => onState(state));
  });
}

class Table {
  constructor(number) { this.game = number % games; this.match = `m${number}`; this.stateId = 0; this.turn = 0; this.seen = null; }
  async connect() {
    const see = (player) => (state) => {
      if (this.seen && player !== this.mover && state._stateID > this.stateId) {
        this.stateId = state._stateID; this.seen();
      }
    };
    this.sockets = [await open(this.game, this.match, "0", see(0)), await open(this.game, this.match, "1", see(1))];
  }
  async commit() {
    this.mover = this.turn % 2;
    const player = String(this.mover);
    const sent = now();
    const arrived = new Promise((done) => { this.seen = done; });
    const payload = { type: "click", args: [], playerID: player };
    this.sockets[this.mover].emit("update", { type: "MAKE_MOVE", payload }, this.stateId, this.match, player);
    await arrived;
    this.seen = null;
    this.turn += 1;
    return now() - sent;
  }
}

async function steadily(table, start, end, latencies) {
  for (let due = start; due < end; due += 1000) {
    await pause(Math.max(0, due - now()));
    latencies.push(await table.commit());
  }
}

async function main() {
  const all = [];
  for (let number = 0; number < tables; number += 1) { const t = new Table(number); await t.connect(); all.push(t); }
  const begin = now() + 500, latencies = [];
  await Promise.all(all.map((t, n) => steadily(t, begin + (1000 * n) / tables, begin + seconds * 1000, latencies)));
  const took = (now() - begin) / 1000;
  latencies.sort((a, b) => a - b);
  const spells = [];
  for (let spell = 0; spell < 3; spell += 1) {
    let commits = 0;
    const cpu = cpuMs(), clock = now(), end = clock + (Math.min(seconds, 6) / 3) * 1000;
    await Promise.all(all.map(async (t) => { while (now() < end) { await t.commit(); commits += 1; } }));
    spells.push({ rate: commits / ((now() - clock) / 1000), cpu: (cpuMs() - cpu) / commits });
  }
  const best = spells.reduce((a, b) => (a.rate > b.rate ? a : b));
  const round = (x) => Math.round(x * 10) / 10;
  console.log(JSON.stringify({
    commits_per_s: round(latencies.length / took),
    p50_ms: round(latencies[Math.floor(latencies.length / 2)]),
    p99_ms: round(latencies[Math.floor(latencies.length * 0.99)]),
    max_ms: round(latencies[latencies.length - 1]),
    fastest_commits_per_s: round(best.rate),
    server_cpu_ms_per_commit: Math.round(1000 * best.cpu) / 1000,
    state_bytes: Math.round(sizes.reduce((a, b) => a + b) / sizes.length),
  }));
  process.exit(0);
}
main();
