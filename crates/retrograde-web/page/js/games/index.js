/**
 * What the page knows of each game: how its tokens are read, how its boards look and are edited. Values, moves and endings come from
 * the server, which knows the rules; nothing here decides a game.
 */

import { cannons } from './cannons.js';
import { generic } from './generic.js';
import { pawn } from './pawn.js';
import { race } from './race.js';
import { tictactoe } from './tictactoe.js';

/** @typedef {import('./grid.js').Board} Board */
/** @typedef {{ sprite: string, side: number, word: string }} PieceLook */
/** @typedef {{ kind: 'floor' | 'wall' | 'void', pieces: string[], home: number | null }} Cell */
/**
 * @typedef {object} GameModel
 * @property {string} id
 * @property {string[]} sides
 * @property {Record<string, PieceLook>} pieces
 * @property {string[]} tools what EDIT paints with: `floor`, `wall`, pieces, `home0`, `home1`
 * @property {Record<string, string>} keys the tool of a key
 * @property {{ rows: number, cols: number }} limits the largest board to edit
 * @property {[string, string][]} starts tokens to begin with, and the keys of their names
 * @property {boolean} isRow squares in a line, numbered: never turned; pieces fly over others, and squares close up behind them
 * @property {Record<string, string>} lifts what pieces are called in GET /slice, by their letters; several are numbered in reading order
 * @property {((board: Board) => [number, number]) | null} homes where the sides run from and to, if the paths between tell who wins
 * @property {string} contest the id of the judge's format
 * @property {(token: string) => Board | null} parse null if the token is malformed: the server says how
 * @property {(board: Board) => string} print
 * @property {(board: Board) => string} title the size, in short
 * @property {(board: Board, index: number) => Cell} cell
 * @property {(board: Board, index: number) => string} name a square's name
 * @property {(board: Board, name: string) => number} index the square of a name; -1 if there is none
 * @property {(board: Board, move: string) => string[]} path the names of the squares that a move passes
 * @property {(board: Board, index: number) => boolean} isGoal a square that somebody wants to reach
 * @property {(board: Board, tool: string, index: number) => Board} paint
 * @property {(board: Board, from: number, to: number) => Board} drag
 * @property {((board: Board, rows: number, cols: number) => Board) | null} resize null: one size, or none
 * @property {((board: Board) => Board) | null} rotate
 * @property {((board: Board) => Board) | null} mirror
 * @property {((board: Board) => Board) | null} swap the sides
 * @property {((board: Board) => Board) | null} clear of walls
 * @property {(board: Board, reason: string) => number[]} blame the squares that a reason of illegality speaks of
 */

/** @type {GameModel[]} */
export const MODELS = [pawn, race, cannons, tictactoe];

/** The model of a token's game; for a game that has none, the generic one, which shows the token. @param {string} token */
export function gameOf(token) {
  const id = token.split(':', 1)[0] ?? '';
  return MODELS.find((model) => model.id === id) ?? generic(id);
}

/** True for games with a board that can be drawn and edited. @param {string} token */
export const isDrawn = (token) => MODELS.some((model) => token.startsWith(`${model.id}:`));
