/** The list of moves: best first, in groups, each with its value, the plies to go after it, and what it wastes. */

import { fill, h } from '../base/dom.js';
import { KINDS, VALUES } from '../base/values.js';
import { KIND } from '../base/words.js';

/** @typedef {import('../base/shapes.js').MoveReport} MoveReport */
/** @typedef {import('../base/reports.js').Move} Move */
/** @typedef {import('../languages/index.js').T} T */
/**
 * @typedef {object} Listeners
 * @property {(move: Move) => void} onMove chosen
 * @property {(move: Move | null) => void} onPoint looked at
 */

/** @param {Move} move @returns {move is MoveReport} */
export const isRated = (move) => 'for_mover' in move && Boolean(move.for_mover);

/**
 * @param {HTMLElement} place
 * @param {Move[]} moves
 * @param {boolean} rated whether values may be seen; else the moves stand in the order of their text, which tells nothing
 * @param {T} t
 * @param {Listeners} listeners
 */
export function listMoves(place, moves, rated, t, listeners) {
  const known = rated && moves.every(isRated);
  const isDrawn = known && KINDS.find((kind) => moves.some((move) => isRated(move) && move.for_mover === kind)) === KIND.draw;
  const head = known ? ['moves.move', 'moves.value', isDrawn ? 'moves.after' : 'moves.depth', 'moves.waste'] : ['moves.move'];
  const table = h('table', { class: known ? 'move-list' : 'move-list is-plain' },
    h('caption', {}, t('moves.caption', { n: moves.length })),
    h('thead', {}, h('tr', {}, head.map((key) => h('th', { scope: 'col', 'data-tip': key !== 'moves.move' && t(`tip.${key}`) }, t(key))))),
    known ? groups(/** @type {MoveReport[]} */ (moves), isDrawn ? 'moves.afterPlies' : 'depth', t, listeners) : plain(moves, t, listeners));
  table.addEventListener('pointerleave', () => listeners.onPoint(null));
  if (moves.length) fill(place, table);
  else fill(place);
}

/** @param {MoveReport[]} moves @param {string} key of what is said of a depth @param {T} t @param {Listeners} listeners */
function groups(moves, key, t, listeners) {
  return KINDS.map((kind) => {
    const group = moves.filter((move) => move.for_mover === kind);
    return group.length > 0 && h('tbody', { class: `is-${kind}` }, group.map((move) => row(move, t, listeners, [
      h('td', {}, h('span', { class: 'mark', 'aria-hidden': 'true' }, VALUES[kind].mark), ' ', t(`value.${kind}`)),
      h('td', { class: 'number depth' }, move.over ? t(`over.${move.over}`) : move.depth === null ? '–' : t(key, { depth: move.depth })),
      h('td', { class: 'number' }, move.drop ? t('moves.drop', { value: t(`value.${move.drop}`) }) : move.waste ? `+${t('depth', { depth: move.waste })}` : '·'),
    ])));
  });
}

/** @param {Move[]} moves @param {T} t @param {Listeners} listeners */
function plain(moves, t, listeners) {
  const sorted = [...moves].sort((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }));
  return h('tbody', {}, sorted.map((move) => row(move, t, listeners, [])));
}

/** @param {Move} move @param {T} t @param {Listeners} listeners @param {HTMLElement[]} cells */
function row(move, t, listeners, cells) {
  const point = () => listeners.onPoint(move);
  const button = h('button', { type: 'button', onfocus: point, onblur: () => listeners.onPoint(null) }, moveText(move.move, t));
  // The button is for keys and screen readers; a pointer may press anywhere in the row.
  return h('tr', { 'data-pos': move.pos, onclick: () => listeners.onMove(move), onpointerenter: point }, h('th', { scope: 'row' }, button), cells);
}

/** A move as people read it. @param {string} move @param {T} t */
export const moveText = (move, t) => (move === 'pass' ? t('move.pass') : move.replace(/([a-z]+\d+)(?=[a-z]+\d)/g, '$1–'));
