/** Depths in both units and languages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { counted, inChinese, inEnglish } from '../../page/js/languages/depth.js';

test('a game of an odd number of plies ends in the move of the side that began', () => {
  assert.deepEqual([0, 1, 2, 3, 75].map((plies) => counted(plies, 'moves')), [0, 1, 1, 2, 38]);
  assert.deepEqual([0, 1, 75].map((plies) => counted(plies)), [0, 1, 75]);
});

test('one is said otherwise than several', () => {
  assert.deepEqual([1, 2, 3].map((plies) => inEnglish(plies, 'moves')), ['1 move', '1 move', '2 moves']);
  assert.deepEqual([1, 2].map((plies) => inEnglish(plies, 'plies')), ['1 ply', '2 plies']);
  assert.deepEqual([inChinese(75), inChinese(75, 'moves')], ['75 步', '38 回合']);
});
