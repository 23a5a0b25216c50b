/** What the page and its board are called. */

import { h } from '../base/dom.js';
import { gameIn, untold } from '../games/told.js';

/** @typedef {import('../base/route.js').State} State */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {Pick<import('./index.js').Services, 'games' | 'boards' | 't'>} Asked */

/** @param {State} state @param {Asked} asked */
export function documentTitle(state, { games, t }) {
  const place = state.page === 'board' ? `${games.nameOf(gameIn(state.pos))} · ${t(`tab.${state.tab}`)}` : t(`page.${state.page}`);
  return `${place} · Retrograde`;
}

/** "Pawn 9×9" @param {Board} board @param {Asked} asked */
export const nameOf = (board, { games, t }) => t('board.label', { game: games.nameOf(board.game), size: board.title }).trim();

/** "Pawn 9×9 · Red to move" @param {string} pos @param {Board | null} shown what stands on the stage, if the title is of that @param {Asked} asked @returns {(string | HTMLElement)[]} */
export function titleOf(pos, shown, asked) {
  const { games, boards, t } = asked;
  const board = shown?.pos ? shown : (boards.at(pos) ?? untold(games.kitOf(gameIn(pos)) ?? null, pos));
  const name = nameOf(board, asked);
  if (!board.turn) return [name];
  return [name, h('span', { class: `turn turn-${games.colourOf(board.game, board.turn)}` }, t('toMove', { side: t(`side.${board.turn}`) }))];
}
