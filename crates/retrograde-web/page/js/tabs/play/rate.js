/** Values for a game that has none: a link brought it, or it was played before its board was solved. */

import { isRated } from '../../answers/moves.js';
import { ApiError } from '../../base/api.js';
import { allOf } from './match.js';

/** @typedef {import('./match.js').Ply} Ply */

/** Positions that are asked about together. */
const TOGETHER = 100;

/** Asks for the values of all positions and moves of a game that have none, as far as there is a table. @param {Ply} root @param {Pick<import('../../base/api.js').Api, 'probeAll'>} api @returns {Promise<boolean>} whether one has got a value */
export async function rateMoves(root, api) {
  let isOther = false;
  const waiting = allOf(root).filter(({ head, next }) => !head || next.some(({ move }) => move && !isRated(move)));
  while (waiting.length > 0) {
    const plies = waiting.splice(0, TOGETHER);
    const answers = await api.probeAll(plies.map(({ pos }) => pos)).catch(() => []);
    const rated = plies.filter((ply, index) => rate(ply, answers[index])).length;
    isOther ||= rated > 0;
    // What has no table now has none for the moves that follow.
    if (rated === 0) break;
  }
  return isOther;
}

/** @param {Ply} ply @param {import('../../base/shapes.js').Probed | ApiError | undefined} answer @returns {boolean} whether it has got a value */
function rate(ply, answer) {
  if (!answer || answer instanceof ApiError) return false;
  ply.head = answer;
  ply.best = answer.moves?.[0] ?? null;
  for (const child of ply.next) {
    const rated = answer.moves?.find(({ move }) => move === child.move?.move);
    if (rated) child.move = { ...child.move, ...rated };
  }
  return true;
}
