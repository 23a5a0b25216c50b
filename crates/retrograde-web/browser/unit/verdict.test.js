// The sentence of a value, beside its mark.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { markOf, sentence } from '../../page/js/answers/words.js';
import { Language } from '../../page/js/languages/index.js';

/** @typedef {import('../../page/js/base/reports.js').Head} Head */

/** @param {Partial<Head>} of @returns {Head} */
const head = (of) => ({ schema: 1, pos: '', game: 'pawn', turn: 'black', value: 'draw', winner: null, depth: null, depth_known: false, unit: 'ply', over: null, ...of });

test('no mark contradicts the words beside it', async () => {
  const language = new Language();
  /** @type {[Partial<Head>, string, string][]} */
  const told = [
    [{ value: 'win', winner: 'black', depth: 14 }, '▲ Black wins in 14 plies', '▲ 黑方 14 步获胜'],
    [{ value: 'loss', winner: 'red', depth: 15 }, '▼ Black loses: Red wins in 15 plies', '▼ 黑方负：红方 15 步获胜'],
    [{ value: 'loss', winner: 'red' }, '▼ Black loses: Red wins', '▼ 黑方负：红方获胜'],
    [{ value: 'loss', winner: 'red', depth: 0, over: 'captured' }, '⚑ The game is over: Red won (captured)', '⚑ 对局已结束：红方胜（吃子）'],
    [{ value: 'draw' }, '◆ Draw: nobody can force a win', '◆ 不终局：对局永远下不完'],
  ];
  for (const [of, ...texts] of told) {
    for (const [index, text] of texts.entries()) {
      await language.speak(index === 0 ? 'en' : 'zh', ['page']);
      assert.equal(`${markOf(head(of))} ${sentence(head(of), language.t)}`, text);
    }
  }
});
