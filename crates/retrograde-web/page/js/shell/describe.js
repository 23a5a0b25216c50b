/** The board as a few sentences, for those who listen. */

import { h } from '../base/dom.js';
import { gameOf } from '../games/index.js';
import { nameOf } from './title.js';

/** @typedef {import('./index.js').Services} Services */
/** @typedef {import('../games/index.js').GameModel} GameModel */
/** @typedef {import('../games/grid.js').Board} Board */

/** Of more walls, only their number is told. */
const MOST_WALLS = 120;

/** @param {Services} services */
export function describe(services) {
  const { store, live, t } = services;
  const model = gameOf(store.state.pos);
  const board = model.parse(store.state.pos);
  if (!board) return;
  const text = description(model, board, services);
  const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'describe-title' },
    h('h2', { id: 'describe-title' }, t('action.describe')), h('p', { class: 'description' }, text),
    h('form', { method: 'dialog' }, h('button', { autofocus: true }, t('close'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  live.say(text);
}

/** @param {GameModel} model @param {Board} board @param {Services} services */
function description(model, board, services) {
  const { t } = services;
  const standing = board.cells.flatMap((_, index) =>
    model.cell(board, index).pieces.map((letter) => t('describe.piece', { piece: t(model.pieces[letter]?.word ?? letter), square: model.name(board, index) })));
  return [
    nameOf(model, board, services), board.turn && t('toMove', { side: t(`side.${board.turn}`) }), standing.join(', '), model.tools.includes('wall') && walls(model, board, services),
    // A board that is not drawn is its token.
    !board.cells.length && board.extra,
  ].filter(Boolean).join('. ') + '.';
}

/** @param {GameModel} model @param {Board} board @param {Services} services */
function walls(model, board, { t }) {
  const squares = board.cells.flatMap((cell, index) => (cell === '#' ? [model.name(board, index)] : []));
  if (squares.length > MOST_WALLS) return t('describe.manyWalls', { n: squares.length });
  return squares.length ? t('describe.walls', { squares: squares.join(' ') }) : t('describe.noWalls');
}
