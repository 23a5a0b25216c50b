/** The board as a few sentences, for those who listen. */

import { h } from '../base/dom.js';
import { nameOf } from './title.js';

/** @typedef {import('./index.js').Services} Services */
/** @typedef {import('../games/told.js').Board} Board */

/** Of more walls, only their number is told. */
const MOST_WALLS = 120;

/** @param {Services} services */
export function describe(services) {
  const { store, boards, live, t } = services;
  const board = boards.at(store.state.pos);
  if (!board) return;
  const text = description(board, services);
  const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'describe-title' },
    h('h2', { id: 'describe-title' }, t('action.describe')), h('p', { class: 'description' }, text),
    h('form', { method: 'dialog' }, h('button', { autofocus: true }, t('close'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  live.say(text);
}

/** @param {Board} board @param {Services} services */
function description(board, services) {
  const { t } = services;
  const standing = [...board.standing].sort(([a], [b]) => a - b).flatMap(([index, pieces]) =>
    pieces.filter(({ isGround }) => !isGround).map((piece) => t('describe.piece', { piece: piece.name, square: board.name(index) })));
  return [
    nameOf(board, services), board.turn && t('toMove', { side: t(`side.${board.turn}`) }), standing.join(t('describe.gap')), board.kit?.hasWalls && walls(board, services),
    // A board that is not drawn is its token.
    !board.squares && board.pos,
  ].filter(Boolean).map((said) => t('describe.sentence', { said })).join('').trim();
}

/** @param {Board} board @param {Services} services */
function walls(board, { t }) {
  const squares = [];
  for (let index = 0; index < board.squares; index++) if (board.isWall(index)) squares.push(board.name(index));
  if (squares.length > MOST_WALLS) return t('describe.manyWalls', { n: squares.length });
  return squares.length ? t('describe.walls', { squares: squares.join(' ') }) : t('describe.noWalls');
}
