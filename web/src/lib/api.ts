/** The REST calls of docs/protocol.md. A refusal is thrown as ApiError with the server's stable code. */
import { identity } from "./identity";
import type {
  ContestForm,
  ContestInfo,
  ContestLine,
  GameInfo,
  LessonLine,
  LessonStep,
  Line,
  Moment,
  Person,
  Proof,
  RatingLine,
  Replay,
  ReviewAnswer,
  TableForm,
  TableInfo,
  Trial,
} from "./protocol";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const PATIENCE_MS = 20000;

/** Answers that were asked for before the page that needs them was there, by path. */
const early = new Map<string, Promise<unknown>>();

/** Asks now what the first page will ask once its code is there. Only before anybody has taken over the tab. */
export function askEarly<T>(path: string): Promise<T> {
  const answer = ask<T>("GET", path);
  answer.catch(() => undefined); // whoever takes it hears of it
  early.set(path, answer);
  setTimeout(() => early.delete(path), PATIENCE_MS);
  return answer;
}

/** An answer is taken once; whoever asks again wants to know how it is then. */
export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = method === "GET" && !identity.token ? early.get(path) : undefined;
  early.delete(path);
  return answer ? (answer as Promise<T>) : ask<T>(method, path, body);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: { ...identity.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      // A connection that hangs must not leave anybody waiting for ever.
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new ApiError("server-away", "the server does not answer", 0);
  }
  if (answer.status === 204) return undefined as T;
  const data = (await answer.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  if (!answer.ok) {
    throw new ApiError(
      data.error?.code ?? "server-error",
      data.error?.message ?? answer.statusText,
      answer.status,
    );
  }
  return data as T;
}

type OneTable = { table: TableInfo };
type OneContest = { contest: ContestInfo };

const about = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const contestPath = (id: string) => `/api/contests/${encodeURIComponent(id)}`;
const table = async (path: string, body: unknown = {}) => (await call<OneTable>("POST", path, body)).table;

/** What a new table needs: the game and its seats; the rest has defaults. */
export type NewTable = Pick<TableForm, "game" | "seats"> & Partial<TableForm>;

/** The same for a contest. */
export type NewContest = Pick<ContestForm, "game" | "seats"> & Partial<ContestForm>;

/** A lesson, what was played in it (one entry a turn), and what is to be tried out. */
export interface LessonQuestion {
  game: string;
  lesson: string;
  language: string;
  played: string[][];
  trying?: string[];
}

export function lessonPath({ game, lesson, language, played, trying }: LessonQuestion): string {
  const asked = new URLSearchParams({ language });
  for (const turn of played) asked.append("played", turn.join(","));
  if (trying) asked.set("trying", trying.join(","));
  return `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}?${asked}`;
}

export const api = {
  games: async () => (await call<{ games: GameInfo[] }>("GET", "/api/games")).games,
  lessons: async (game: string, language: string) =>
    (await call<{ lessons: LessonLine[] }>("GET", `/api/lessons/${game}?language=${language}`)).lessons,
  lesson: (question: LessonQuestion) => call<LessonStep>("GET", lessonPath(question)),
  me: () => call<{ person: Person | null; ratings: RatingLine[] }>("GET", "/api/me"),
  guest: async (name: string) => (await call<{ person: Person }>("POST", "/api/guest", { name })).person,
  companion: (name: string) => call<{ person: Person; token: string }>("POST", "/api/companions", { name }),
  claim: async (password: string) =>
    (await call<{ person: Person }>("POST", "/api/claim", { password })).person,
  signIn: async (name: string, password: string) =>
    (await call<{ person: Person }>("POST", "/api/sign-in", { name, password })).person,
  signOut: () => call<void>("POST", "/api/sign-out", {}),
  lobby: () => call<{ tables: TableInfo[]; contests: ContestLine[] }>("GET", "/api/lobby"),
  myGames: async () => (await call<{ tables: TableInfo[] }>("GET", "/api/my-games")).tables,
  ratings: async (game: string) =>
    (await call<{ ratings: RatingLine[] }>("GET", `/api/ratings?game=${encodeURIComponent(game)}`)).ratings,
  table: async (id: string) => (await call<OneTable>("GET", about(id))).table,
  contest: async (id: string) => (await call<OneContest>("GET", contestPath(id))).contest,
  newContest: async (wish: NewContest) => (await call<OneContest>("POST", "/api/contests", wish)).contest,
  joinContest: (id: string, number?: number) => table(`${contestPath(id)}/join`, { table: number ?? null }),
  closeContest: (id: string) => call<OneContest>("POST", `${contestPath(id)}/close`, {}),
  endContest: (id: string) => call<OneContest>("POST", `${contestPath(id)}/end`, {}),
  create: (wish: NewTable) => table("/api/tables", wish),
  joinCode: (code: string) => table("/api/join", { code }),
  join: (id: string, seat?: number) => table(`${about(id)}/join`, seat === undefined ? {} : { seat }),
  leave: (id: string) => table(`${about(id)}/leave`),
  remove: (id: string, seat: number) => table(`${about(id)}/remove`, { seat }),
  addBot: (id: string, seat: number, bot: string) => table(`${about(id)}/bot`, { seat, bot }),
  order: (id: string, seats: number[]) => table(`${about(id)}/order`, { seats }),
  start: (id: string) => table(`${about(id)}/start`),
  rematch: (id: string) => table(`${about(id)}/rematch`),
  replay: (id: string, eyes = "me") =>
    call<Replay>("GET", `${about(id)}/replay?eyes=${encodeURIComponent(eyes)}`),
  review: (id: string, seen = -1) => call<ReviewAnswer>("GET", `${about(id)}/review?seen=${seen}`),
  askReview: (id: string) => call<ReviewAnswer>("POST", `${about(id)}/review`, {}),
  cancelReview: (id: string) => call<ReviewAnswer>("DELETE", `${about(id)}/review`),
  moment: (id: string, entry: number) => call<Moment>("GET", `${about(id)}/moments/${entry}`),
  line: (id: string, entry: number, which: "best" | "taken") =>
    call<Line>("GET", `${about(id)}/moments/${entry}/line?which=${which}`),
  tryMoment: (id: string, entry: number, action: string) =>
    call<Trial>("POST", `${about(id)}/moments/${entry}/try`, { action }),
  playOn: (id: string, entry: number, bot: string) => table(`${about(id)}/moments/${entry}/play-on`, { bot }),
  proof: (id: string) => call<Proof>("GET", `${about(id)}/proof`),
  drawingLink: (id: string, how: { version: number; theme: string; eyes?: string }) =>
    `${about(id)}/drawing?${new URLSearchParams({ eyes: "me", ...how, version: String(how.version) })}`,
  recordLink: (id: string) => `${about(id)}/record`,
};
