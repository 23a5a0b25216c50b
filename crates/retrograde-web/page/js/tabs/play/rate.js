/** Values for the moves of a game that were made before its board was solved. */

import { isRated } from '../../answers/moves.js';
import { ApiError } from '../../base/api.js';
import { allOf } from './match.js';

/** @typedef {import('./match.js').Ply} Ply */

/** Positions that are asked about together. */
const TOGETHER = 64;

/** Values the moves of a game that have no value yet, as far as a table tells. @param {Ply} root @param {Pick<import('../../base/api.js').Api, 'probeAll'>} api @returns {Promise<boolean>} whether a move has got one */
export async function rateMoves(root, api) {
  let isOther = false;
  const waiting = allOf(root).filter(({ next }) => next.some(({ move }) => move && !isRated(move)));
  while (waiting.length > 0) {
    const plies = waiting.splice(0, TOGETHER);
    const answers = await api.probeAll(plies.map(({ pos }) => pos));
    const rated = plies.filter((ply, index) => rate(ply, answers[index])).length;
    isOther ||= rated > 0;
    // What has no table now has none for the moves that follow.
    if (rated < plies.length) break;
  }
  return isOther;
}

/** @param {Ply} ply @param {import('../../base/shapes.js').Probed | ApiError | undefined} answer @returns {boolean} whether its moves have values */
function rate(ply, answer) {
  if (!answer || answer instanceof ApiError || !answer.moves) return false;
  ply.head = answer;
  ply.best = answer.moves[0] ?? null;
  for (const { move: text, ...rated } of answer.moves) {
    for (const child of ply.next) if (child.move?.move === text) child.move = { ...child.move, ...rated };
  }
  return true;
}
