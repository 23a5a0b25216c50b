/** What is laid over a position that moves can be made from: their values on the squares they lead to, what is picked, what was last. */

/** @typedef {import('../board/state.js').Overlay} Overlay */
/** @typedef {import('../board/state.js').Mark} Mark */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('../base/reports.js').Move} Move */
/** @typedef {import('../languages/index.js').T} T */

import { isRated } from './moves.js';
import { inMark } from './words.js';

/**
 * @typedef {object} Look
 * @property {Move[]} moves best first
 * @property {boolean} rated values may be seen
 * @property {string[]} picked squares pressed so far
 * @property {Move | null} pointed a move that the reader looks at
 * @property {Move | null} last the move that led here
 * @property {import('../languages/index.js').T} t
 */

/** @param {Board} board @param {Look} look @returns {Overlay} */
export function overlayFor(board, look) {
  const { moves, picked, pointed, last, t } = look;
  const shifts = board.kit?.shifts ?? false;
  const rated = look.rated && moves.every(isRated);
  const ways = moves.map((move) => ({ move, path: board.path(move) }));
  const open = ways.filter(({ path }) => picked.every((name, index) => path[index] === name));
  const lastPath = last ? board.path(last) : [];
  const to = lastPath.at(-1);
  return {
    frame: picked.length ? picked : board.ending?.squares.length ? board.ending.squares : to && !shifts ? [to] : [],
    trail: picked.length || shifts ? [] : lastPath,
    marks: rated ? marksOf(open, picked.length, t) : new Map(),
    dots: rated ? [] : picked.length ? open.flatMap(({ path }) => path[picked.length] ?? []) : beginnings(board, ways),
    arrows: pointed ? [{ path: board.path(pointed), value: rated && isRated(pointed) ? pointed.for_mover : null }] : captures(shifts, open, rated, picked.length > 0),
    labels: picked.length && !rated ? targets(open, picked.length, t) : counted(ways, t),
  };
}

/** The best value of each square that a move leads to. @param {{ move: Move, path: string[] }[]} ways @param {number} from @param {T} t @returns {Map<string, Mark>} */
function marksOf(ways, from, t) {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  for (const { move, path } of ways) {
    // A jump is marked where it lands, and first of all on what it jumps over.
    const square = path[from > 1 ? from : path.length - 1];
    if (square && isRated(move) && !marks.has(square)) marks.set(square, { value: move.for_mover, ...inMark(move.over ? null : move.depth, t) });
  }
  return marks;
}

/** The empty squares that moves begin on, where others are not: no piece tells them. @param {Board} board @param {{ path: string[] }[]} ways */
function beginnings(board, ways) {
  const isEmpty = (/** @type {string} */ name) => board.index(name) >= 0 && board.cell(board.index(name)).pieces.length === 0;
  const begun = new Set(ways.flatMap(({ path }) => path[0] ?? []).filter(isEmpty));
  return begun.size < board.squares - board.standing.size ? [...begun] : [];
}

/** Where squares close up, the captures of the picked piece are shown: all of them at once would hide the row. @param {boolean} shifts @param {{ move: Move, path: string[] }[]} ways @param {boolean} rated @param {boolean} isPicked */
function captures(shifts, ways, rated, isPicked) {
  if (!shifts || !isPicked) return [];
  return ways.filter(({ path }) => path.length === 2).map(({ move, path }) => ({ path, value: rated && isRated(move) ? move.for_mover : null }));
}

/** The squares that a picked piece may go to, where values are hidden. @param {{ path: string[] }[]} ways @param {number} from @param {import('../languages/index.js').T} t */
const targets = (ways, from, t) => new Map(ways.map(({ path }) => [path[from] ?? '', t('cell.target')]));

/** "3 moves" in the names of the squares that pieces can leave. @param {{ path: string[] }[]} ways @param {import('../languages/index.js').T} t */
function counted(ways, t) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { path } of ways) {
    if (path.length > 1 && path[0]) counts.set(path[0], (counts.get(path[0]) ?? 0) + 1);
  }
  return new Map([...counts].map(([name, n]) => [name, t('cell.moves', { n })]));
}
