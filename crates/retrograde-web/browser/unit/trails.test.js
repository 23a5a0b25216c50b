/** The squares of a move are known before the board that it is made on has come. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { squaresOf } from '../../page/js/watch/trails.js';
import { boardOf } from './boards.js';

/** @param {Record<string, import('../../page/js/games/told.js').Board>} known */
const boardsWith = (known) => /** @type {import('../../page/js/games/boards.js').Boards} */ (/** @type {unknown} */ ({ at: (/** @type {string} */ pos) => known[pos] ?? null }));
/** @param {string} pos @param {string} move */
const made = (pos, move) => /** @type {import('../../page/js/base/reports.js').LogEvent} */ (/** @type {unknown} */ ({ event: 'mark', step: 0, pos, move }));

test('a move that is made on a board that is still on its way has the squares that its text names, and a pass has none', () => {
  const after = boardOf('tictactoe:3/1X1/3_o');
  assert.deepEqual(squaresOf(made('tictactoe:3/3/3_x', 'b2'), after, boardsWith({})), ['b2']);
  assert.deepEqual(squaresOf(made('tictactoe:3/3/3_x', 'pass'), after, boardsWith({})), []);
});

test('a move has the squares of the board that it is made on, if this board is there', () => {
  const [before, after] = [boardOf('cannons:011010_r'), boardOf('cannons:01101_b')];
  assert.deepEqual(squaresOf(made(before.pos, '4x6'), after, boardsWith({ [before.pos]: before })), ['4', '6']);
});
