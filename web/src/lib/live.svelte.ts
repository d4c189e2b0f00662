/**
 * The one WebSocket of this tab: connects, says hello, comes back by itself when the connection breaks or hangs. It never
 * waits for the browser to notice that a connection is dead: when all packets are lost, that takes minutes.
 */
import { Heartbeat } from "./heartbeat";
import { identity } from "./identity";
import { type ClientMessage, PROTOCOL, readMessage, type ServerMessage } from "./protocol";
import { forgetReload, reloadOnce } from "./reload";

type Listener = (message: ServerMessage) => void;
type Answer = { resolve: (message: ServerMessage) => void; reject: (error: Error) => void; timer: number };

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8000;
const ANSWER_MS = 15000;
/** How long a new connection may take to be welcomed. */
const WELCOME_MS = 4000;
const UNKNOWN_PROTOCOL = "unknown-protocol";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

class Live {
  status = $state<"idle" | "connecting" | "open" | "away">("idle");
  /** The server speaks a newer protocol: only loading the page again helps. */
  outdated = $state(false);
  /** How far the server's clock is ahead of this one. */
  clockAhead = 0;
  private socket: WebSocket | null = null;
  private listeners = new Set<Listener>();
  private answers = new Map<string, Answer>();
  private watched = new Map<string, number>();
  private followsLobby = 0;
  private contests = new Map<string, number>();
  private retry = FIRST_RETRY_MS;
  private retryTimer = 0;
  private welcomeTimer = 0;
  private waiting: (() => void)[] = [];
  private refs = 0;
  private firstServer: string | null = null;
  private heartbeat = new Heartbeat({
    ping: () => this.send({ type: "ping" }),
    dead: () => this.abandon(),
    isUrgent: () => this.watched.size > 0 && !document.hidden,
  });

  connect(): void {
    if (this.socket) return;
    clearTimeout(this.retryTimer);
    this.status = this.status === "away" ? "away" : "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, token: identity.token }));
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = () => this.lost(socket);
    this.welcomeTimer = window.setTimeout(() => this.abandon(), WELCOME_MS);
  }

  /** Ends the connection and makes a new one: after signing in, so that the server knows who we are. */
  reconnect(): void {
    if (!this.socket) return;
    this.abandon();
    this.connect();
  }

  /** Gives the connection up, whatever the browser thinks of it. */
  abandon(): void {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.lost(socket);
  }

  /** Checks whether the connection still works: after sleep, or when the window comes back to the front. */
  check(): void {
    if (this.status === "open") this.heartbeat.beat();
    else if (this.status === "away") this.hurry();
  }

  /** Retries at once, say because the browser is back online or the player asks for it. */
  hurry(): void {
    this.retry = FIRST_RETRY_MS;
    if (this.status !== "open") this.abandon();
    this.connect();
  }

  /** Resolves when the server has welcomed us; at once if it has. */
  opened(): Promise<void> {
    if (this.status === "open") return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Follows a table until the returned function is called. */
  watch(table: string): () => void {
    this.watched.set(table, (this.watched.get(table) ?? 0) + 1);
    this.connect();
    if (this.status === "open") this.send({ type: "watch", table });
    return () => {
      const left = (this.watched.get(table) ?? 1) - 1;
      if (left > 0) this.watched.set(table, left);
      else {
        this.watched.delete(table);
        this.send({ type: "unwatch", table });
      }
    };
  }

  followLobby(): () => void {
    this.followsLobby += 1;
    this.connect();
    if (this.status === "open") this.send({ type: "lobby", follow: true });
    return () => {
      this.followsLobby -= 1;
      if (!this.followsLobby) this.send({ type: "lobby", follow: false });
    };
  }

  /** Hears of a contest until the returned function is called. */
  followContest(contest: string): () => void {
    this.contests.set(contest, (this.contests.get(contest) ?? 0) + 1);
    this.connect();
    this.send({ type: "contest", contest, follow: true });
    return () => {
      const left = (this.contests.get(contest) ?? 1) - 1;
      if (left > 0) this.contests.set(contest, left);
      else {
        this.contests.delete(contest);
        this.send({ type: "contest", contest, follow: false });
      }
    };
  }

  send(message: ClientMessage): void {
    if (this.status === "open") this.socket?.send(JSON.stringify(message));
  }

  /** Sends a message and waits for its direct answer. */
  ask(message: ClientMessage): Promise<ServerMessage> {
    if (this.status !== "open") return Promise.reject(new Refusal("server-away", "not connected"));
    const ref = `r${++this.refs}`;
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.answers.delete(ref);
        reject(new Refusal("server-away", "no answer"));
      }, ANSWER_MS);
      this.answers.set(ref, { resolve, reject, timer });
      this.send({ ...message, ref });
    });
  }

  private hear(text: string): void {
    const message = readMessage(text);
    if (message) this.receive(message);
    else this.giveUp(`a message of ${this.firstServer ?? "a newer server"}`);
  }

  /** This page cannot follow the server any more: says so, and loads itself again. */
  private giveUp(reason: string): void {
    this.outdated = true;
    reloadOnce(reason);
  }

  private receive(message: ServerMessage): void {
    this.heartbeat.hear();
    if (message.type === "welcome") this.welcome(message);
    if (message.type === "goodbye") this.retry = Math.max(message.retry_ms, FIRST_RETRY_MS);
    if (message.type === "error" && message.code === UNKNOWN_PROTOCOL) this.giveUp(UNKNOWN_PROTOCOL);
    this.answer(message);
    for (const listener of this.listeners) listener(message);
  }

  private welcome(message: Extract<ServerMessage, { type: "welcome" }>): void {
    this.firstServer ??= message.server;
    forgetReload(UNKNOWN_PROTOCOL);
    // A newer server that still understands this page: the player chooses the moment.
    if (message.server !== this.firstServer) this.outdated = true;
    this.clockAhead = message.now - Date.now();
    this.status = "open";
    clearTimeout(this.welcomeTimer);
    this.retry = FIRST_RETRY_MS;
    for (const table of this.watched.keys()) this.send({ type: "watch", table });
    if (this.followsLobby) this.send({ type: "lobby", follow: true });
    for (const contest of this.contests.keys()) this.send({ type: "contest", contest, follow: true });
    const waiting = this.waiting.splice(0);
    for (const resolve of waiting) resolve();
  }

  private answer(message: ServerMessage): void {
    const ref = "ref" in message ? message.ref : null;
    const waiting = ref ? this.answers.get(ref) : undefined;
    if (!ref || !waiting) return;
    this.answers.delete(ref);
    clearTimeout(waiting.timer);
    if (message.type === "error") waiting.reject(new Refusal(message.code, message.message));
    else waiting.resolve(message);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.status = "away";
    this.heartbeat.stop();
    clearTimeout(this.welcomeTimer);
    clearTimeout(this.retryTimer);
    for (const { reject, timer } of this.answers.values()) {
      clearTimeout(timer);
      reject(new Refusal("server-away", "the connection broke"));
    }
    this.answers.clear();
    if (this.outdated) return;
    this.retryTimer = window.setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(this.retry * 2, LONGEST_RETRY_MS);
  }
}

export const live = new Live();

if (typeof window !== "undefined") {
  window.addEventListener("online", () => live.hurry());
  window.addEventListener("offline", () => live.abandon());
  for (const name of ["focus", "pageshow"]) window.addEventListener(name, () => live.check());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) live.check();
  });
}
