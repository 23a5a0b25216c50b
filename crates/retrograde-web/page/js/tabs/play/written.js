/**
 * A game as text, for links: its first position, then the moves as one names them, variations in brackets after the move that they
 * replace: `TOKEN,c3c4.d5c5(d5e5.c4c3).c4b4`.
 */

import { plyOf } from './match.js';
import { rateMoves } from './rate.js';

/** @typedef {import('./match.js').Ply} Ply */
/** @typedef {Pick<import('../../base/api.js').Api, 'moves' | 'probeAll'>} Asked */

/** A link with more moves is no game that somebody has played. */
const MOST = 2000;

/** @param {Ply} root */
export function written(root) {
  return `${root.pos},${line(root.next)}`;
}

/** @param {Ply[]} choices what was played on @returns {string} */
function line(choices) {
  const parts = [];
  for (let [main, ...others] = choices; main; [main, ...others] = main.next) {
    parts.push(`${named(main)}${others.map((other) => `(${[named(other), line(other.next)].filter(Boolean).join('.')})`).join('')}`);
  }
  return parts.join('.');
}

/** A move as it stands in a text; the marks that part moves are no part of any. @param {Ply} ply */
const named = ({ move }) => (move?.move ?? '').replace(/[.(),%]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);

/**
 * Plays a written game by the rules, and rates its moves where somebody can.
 * @param {string} text @param {Asked} api
 * @returns {Promise<{ root: Ply, wrong: string | null }>} as far as it goes; `wrong`: the move that is not to be made there
 * @throws {ApiError} if its first position is none
 */
export async function replayed(text, api) {
  const [start = '', moves = ''] = text.split(/,(.*)/s);
  const { pos, turn } = await api.moves(start);
  const root = plyOf({ pos, turn, move: null, head: null, best: null }, null);
  /** Where the lines go on that a bracket has interrupted. @type {Ply[]} */
  const open = [];
  let wrong = null;
  let now = root;
  for (const mark of (moves.match(/[^.()]+|[()]/g) ?? []).slice(0, MOST)) {
    if (mark === '(') {
      open.push(now);
      now = now.before ?? now;
    } else if (mark === ')') now = open.pop() ?? now;
    else {
      const next = await played(now, decoded(mark), api);
      wrong = next ? null : decoded(mark);
      if (!next) break;
      now = next;
    }
  }
  await rateMoves(root, api);
  return { root, wrong };
}

/** @param {string} mark */
const decoded = (mark) => mark.replace(/%([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

/** The ply after a move; null if there is no such move. @param {Ply} before @param {string} name @param {Asked} api */
async function played(before, name, api) {
  const { moves } = await api.moves(before.pos);
  const move = moves.find((known) => known.move === name);
  if (!move) return null;
  const { turn } = await api.moves(move.pos).catch(() => ({ turn: '' }));
  const ply = plyOf({ pos: move.pos, turn, move, head: null, best: null }, before);
  before.next.push(ply);
  return ply;
}
