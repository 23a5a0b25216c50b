/** What the page and its board are called. */

import { h } from '../base/dom.js';
import { gameOf } from '../games/index.js';

/** @typedef {import('../base/route.js').State} State */
/** @typedef {import('../games/grid.js').Board} Board */
/** @typedef {Pick<import('./index.js').Services, 'games' | 't'>} Asked */

/** @param {State} state @param {Asked} asked */
export function documentTitle(state, { games, t }) {
  const place = state.page === 'board' ? `${games.nameOf(gameOf(state.pos).id)} · ${t(`tab.${state.tab}`)}` : t(`page.${state.page}`);
  return `${place} · Retrograde`;
}

/** "Pawn 9×9" @param {import('../games/index.js').GameModel} model @param {Board | null} board @param {Asked} asked */
export const nameOf = (model, board, { games, t }) => t('board.label', { game: games.nameOf(model.id), size: board ? model.title(board) : '' }).trim();

/** "Pawn 9×9 · Red to move" @param {string} pos @param {Board} shown what stands on the stage @param {Asked} asked @returns {(string | HTMLElement)[]} */
export function titleOf(pos, shown, asked) {
  const { games, t } = asked;
  const model = gameOf(pos);
  const board = shown.game === model.id && (shown.cols > 0 || shown.extra) ? shown : model.parse(pos);
  const name = nameOf(model, board, asked);
  if (!board?.turn) return [name];
  return [name, h('span', { class: `turn turn-${games.sidesOf(model.id).indexOf(board.turn)}` }, t('toMove', { side: t(`side.${board.turn}`) }))];
}
