/**
 * The scene is the table as it is being shown. Events change it one at a time while they are animated; when a
 * batch is through, what the server sent takes its place, so that a slip here could never last.
 */
import { unheard } from "../lib/unheard";
import { turnTile } from "./turning";
import type { Loot, Pawn, Scene, SuperstarBoard, SuperstarEvent, SuperstarView } from "./types";

function recount(view: SuperstarView, seat: number): void {
  const reserve = view.seats[seat];
  if (!reserve) return;
  const counts = Object.values(reserve.stars);
  reserve.pairs = counts.reduce((sum, count) => sum + Math.floor(count / 2), 0);
  reserve.points = counts.reduce((a, b) => a + b, 0) + reserve.pairs + reserve.tokens;
}

function give(view: SuperstarView, seat: number, what: Loot, count: number): void {
  const reserve = view.seats[seat];
  if (!reserve) return;
  if (what === "token") reserve.tokens += count;
  else reserve.stars[what] += count;
  recount(view, seat);
}

function movePawn(view: SuperstarView, seat: number, to: Partial<Pawn>): void {
  const pawn = view.pawns[seat];
  if (pawn) Object.assign(pawn, to);
}

/** Shows one event in the scene; `after` is the board that the batch leads to. */
export function applyEvent(scene: Scene, event: SuperstarEvent, after: SuperstarBoard): void {
  const { view } = scene;
  switch (event.event) {
    case "turn":
      view.turn = event.seat;
      view.round = event.round;
      break;
    case "enter":
      movePawn(view, event.seat, { space: event.space, feet: event.feet });
      break;
    case "step":
    case "fall":
    case "teleport":
      movePawn(view, event.seat, { space: event.space });
      break;
    case "rotate":
      movePawn(view, event.seat, { feet: event.feet });
      break;
    case "eject":
      movePawn(view, event.seat, { space: null, feet: null });
      break;
    case "star":
      view.stars[event.colour] = view.stars[event.colour].filter((space) => space !== event.space);
      view.stars_on_board -= 1;
      give(view, event.seat, event.colour, 1);
      break;
    case "token":
      view.supply -= 1;
      give(view, event.seat, "token", 1);
      break;
    case "steal":
      give(view, event.from, event.what, -1);
      give(view, event.seat, event.what, 1);
      break;
    case "replay":
      view.supply += 1;
      give(view, event.seat, "token", -1);
      break;
    case "open-door":
      view.open_door = event.place;
      break;
    case "turn-tile":
      turnTile(scene, event.place, event.quarters, after);
      break;
    // A turned tile has taken its pawns along already; cards and rounds are taken from the view after the batch.
    case "carried":
    case "card":
    case "pass":
    case "refresh":
    case "complete":
    case "land":
    case "last-round":
    case "round-end":
    case "over":
      break;
    default:
      unheard(event);
  }
}
