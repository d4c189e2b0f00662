/**
 * The messages of docs/protocol.md, by the names that this client uses. The types come from the server itself.
 *
 * A message about a game is one of a union: `state.game === "superstar"` narrows its view, board and events.
 */
import { type components, SERVER_MESSAGES } from "./generated/api";

type Schemas = components["schemas"];

export const PROTOCOL = 2;

export type Person = Schemas["Person"];
export type SeatInfo = Schemas["SeatInfo"];
export type OptionInfo = Schemas["OptionInfo"];
export type BotInfo = Schemas["BotInfo"];
export type GameInfo = Schemas["GameInfo"];
export type ChatLine = Schemas["ChatLine"];
export type SeatState = Schemas["SeatState"];
export type Absence = Schemas["Absence"];
export type RatingLine = Schemas["Rating"];
export type TableForm = Schemas["TableForm"];
export type ContestForm = Schemas["ContestForm"];
export type ContestInfo = Schemas["ContestInfo"];
export type ContestLine = Schemas["ContestLine"];
export type TableInfo = Schemas["TableInfo"];
export type Outcome = Schemas["Outcome"];
export type Proof = Schemas["Proof"];
export type Replay = Schemas["Replay"];
export type HintedAction = Schemas["HintedAction"];
export type ReviewAnswer = Schemas["ReviewAnswer"];
export type Review = Schemas["Review"];
export type Decision = Schemas["ReviewDecision"];
export type Gain = Schemas["ReviewGain"];
export type Point = Schemas["ReviewPoint"];
export type Moment = Schemas["Moment"];
export type Line = Schemas["Line"];
export type Trial = Schemas["ReviewTrialAnswer"];
export type Opening = Schemas["AnalysisOpening"];
export type Look = Schemas["AnalysisLook"];
export type Steps = Schemas["AnalysisSteps"];
export type Thought = Schemas["AnalysisThought"];
export type Scatter = Schemas["Scatter"];
export type PuzzleStep = Schemas["PuzzleStep"];
export type PuzzlesAnswer = Schemas["PuzzlesAnswer"];
export type DailyAnswer = Schemas["DailyAnswer"];
export type DailyGame = Schemas["DailyGame"];
export type DailyTry = Schemas["DailyTry"];
export type DailyRanking = Schemas["DailyRankingAnswer"];
export type DailyHistory = Schemas["DailyHistoryAnswer"];
export type LessonLine = Schemas["LessonLine"];
export type LessonInfo = Schemas["LessonInfo"];
export type LessonAnswer = Schemas["LessonAnswer"];
export type LessonStep = Schemas["LessonStep"];

export type ServerMessage = Schemas["ServerMessage"];
export type StateMessage = Extract<ServerMessage, { type: "state" }>;
export type TriedMessage = Extract<ServerMessage, { type: "tried" }>;

/** What this client says after `hello`. */
export type ClientMessage = Exclude<Schemas["ClientMessage"], { type: "hello" }>;

export type GameName = StateMessage["game"];
type States = { [Message in StateMessage as Message["game"]]: Message };
type Trieds = { [Message in TriedMessage as Message["game"]]: Message };
export type StateOf<G extends GameName> = States[G];
export type TriedOf<G extends GameName> = Trieds[G];
export type ViewOf<G extends GameName> = StateOf<G>["view"];
export type BoardOf<G extends GameName> = NonNullable<StateOf<G>["board"]>;
export type EventOf<G extends GameName> = StateOf<G>["groups"][number]["events"][number];
export type PreviewOf<G extends GameName> = TriedOf<G>["previews"][number];

const KNOWN: readonly ServerMessage["type"][] = SERVER_MESSAGES;

/** Reads what came over the socket; null for a type that only a newer page knows. */
export function readMessage(text: string): ServerMessage | null {
  const message: ServerMessage = JSON.parse(text);
  return KNOWN.includes(message.type) ? message : null;
}
