/** Depths in both units and languages. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { counted, inChinese, inEnglish } from '../../page/js/languages/depth.js';
import { Language } from '../../page/js/languages/index.js';
import { isExact } from '../../page/js/tabs/play/predict.js';
import { byName } from '../../page/js/tabs/tables/parts.js';

test('a game of an odd number of plies ends in the move of the side that began', () => {
  assert.deepEqual([0, 1, 2, 3, 75].map((plies) => counted(plies, 'moves')), [0, 1, 1, 2, 38]);
  assert.deepEqual([0, 1, 75].map((plies) => counted(plies)), [0, 1, 75]);
});

test('one is said otherwise than several', () => {
  assert.deepEqual([1, 2, 3].map((plies) => inEnglish(plies, 'moves')), ['1 move', '1 move', '2 moves']);
  assert.deepEqual([1, 2].map((plies) => inEnglish(plies, 'plies')), ['1 ply', '2 plies']);
  assert.deepEqual([inChinese(75), inChinese(75, 'moves')], ['75 步', '38 回合']);
});

/** What is said in a language and a unit. @param {'en' | 'zh'} lang @param {'plies' | 'moves'} unit */
async function speaker(lang, unit) {
  const language = new Language();
  await language.speak(lang, ['page', 'tabs', 'tables']);
  language.unit = unit;
  return language.t;
}

test('quiz, tables and statistics count as the reader has chosen', async () => {
  const said = async (/** @type {'en' | 'zh'} */ lang, /** @type {'plies' | 'moves'} */ unit) => {
    const t = await speaker(lang, unit);
    return [t('predict.depth'), t('tables.deepest', { depth: 75 }), t('stats.deep', { side: 'Red', value: 'win', depth: 75 }), t('tables.plies'), t('play.looked', { plies: 6 }), t('play.loop', { times: 2, plies: 4 }), t('graph.label', { plies: 12 })].join(' | ');
  };
  assert.match(await said('en', 'plies'), /how many plies.*longest 75 plies.*in 75 plies.*Plies.*looked 6 plies.*time, 4 plies.*far, 12 plies/);
  assert.match(await said('en', 'moves'), /how many moves.*longest 38 moves.*in 38 moves.*Moves.*looked 3 moves.*time, 2 moves.*far, 6 moves/);
  assert.match(await said('zh', 'plies'), /几步.*最长 75 步.*75 步.*步数.*6 步.*4 步.*12 步/);
  assert.match(await said('zh', 'moves'), /几个回合.*最长 38 回合.*38 回合.*回合.*3 回合.*2 回合.*6 回合/);
});

test('a guess is exact in the unit in which it was asked', async () => {
  const head = { winner: 'red', depth: 75 };
  const guess = (/** @type {string} */ depth, /** @type {string} */ winner = 'red') => ({ winner, depth });
  const [plies, moves] = [await speaker('en', 'plies'), await speaker('zh', 'moves')];
  assert.deepEqual(['75', '38', ''].map((depth) => isExact(guess(depth), head, plies)), [true, false, false]);
  assert.deepEqual(['75', '38', ''].map((depth) => isExact(guess(depth), head, moves)), [false, true, false]);
  assert.ok(!isExact(guess('38', 'black'), head, moves) && !isExact(guess('', 'nobody'), { winner: null, depth: null }, moves));
});

test('positions by depth are added up where two plies are one move', async () => {
  const rows = [0, 1, 2, 3].map((depth) => ({ depth, win: depth, loss: 1, tie: 0 }));
  assert.deepEqual([...byName(rows, await speaker('en', 'plies')).keys()], ['0', '1', '2', '3']);
  assert.deepEqual([...byName(rows, await speaker('en', 'moves'))], [['0', { win: 0, loss: 1, tie: 0 }], ['1', { win: 3, loss: 2, tie: 0 }], ['2', { win: 3, loss: 1, tie: 0 }]]);
});
