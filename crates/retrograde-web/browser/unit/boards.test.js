/** Positions are asked for once, together, and again in another language. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApiError } from '../../page/js/base/api.js';
import { Boards } from '../../page/js/games/boards.js';
import { KITS } from './boards.js';

/** Boards, with what was asked. */
function asked() {
  /** @type {string[][]} */
  const questions = [];
  const look = (/** @type {string} */ pos) => ({ game: 'pawn', pos, turn: 'red', shape: { kind: 'none' }, ground: null, pieces: [], goals: [], lift: [], ending: null, problems: [] });
  const api = {
    looks: async (/** @type {string[]} */ positions) => {
      questions.push(positions);
      return positions.map((pos) => (pos.includes('?') ? new ApiError(400, { message: 'malformed' }) : look(pos)));
    },
    edit: async (/** @type {string} */ pos, /** @type {any} */ edit) => look(`${pos}+${edit.kind}`),
  };
  const language = { current: 'en' };
  const boards = new Boards(/** @type {any} */ (api), /** @type {any} */ ({ kitOf: () => KITS.pawn, know: async () => undefined }), /** @type {any} */ (language));
  return { boards, questions, language };
}

test('what is wanted at once is asked together, and what is known is not asked', async () => {
  const { boards, questions } = asked();
  assert.equal(boards.at('pawn:1'), null);
  await boards.wantAll(['pawn:1', 'pawn:2', 'pawn:1', undefined]);
  assert.equal((await boards.want('pawn:2')).pos, 'pawn:2');
  assert.equal(boards.at('pawn:1'), await boards.want('pawn:1'), 'the same board every time');
  assert.deepEqual(questions, [['pawn:1', 'pawn:2']]);
});

test('what is wanted while a question is under way goes into the next', async () => {
  const { boards, questions } = asked();
  const first = boards.want('pawn:1');
  await Promise.resolve();
  await Promise.all([first, boards.want('pawn:2'), boards.want('pawn:3')]);
  assert.deepEqual(questions, [['pawn:1'], ['pawn:2', 'pawn:3']]);
});

test('what cannot be read is refused, and keeps nothing from the others', async () => {
  const { boards } = asked();
  const [bad, good] = await Promise.allSettled([boards.want('pawn:?'), boards.want('pawn:1')]);
  assert.deepEqual([bad.status, good.status], ['rejected', 'fulfilled']);
  assert.equal(boards.at('pawn:?'), null);
});

test('an edit hands back a board that is known then', async () => {
  const { boards, questions } = asked();
  const board = await boards.edit('pawn:1', { kind: 'rotate' });
  assert.equal(boards.at('pawn:1+rotate'), board);
  assert.deepEqual(questions, []);
});

test('in another language, all is asked anew: what is wrong is told in words', async () => {
  const { boards, questions, language } = asked();
  await boards.want('pawn:1');
  language.current = 'zh';
  assert.equal(boards.at('pawn:1'), null);
  await boards.want('pawn:1');
  assert.equal(questions.length, 2);
});

test('what has not been looked at for longest is forgotten', async () => {
  const { boards } = asked();
  const long = (/** @type {number} */ n) => `pawn:${n}${' '.repeat(900_000)}`;
  for (const n of [1, 2]) await boards.want(long(n));
  boards.at(long(1));
  await boards.want(long(3));
  assert.deepEqual([1, 2, 3].map((n) => boards.at(long(n)) !== null), [true, false, true]);
});

test('of many small boards only so many are kept', async () => {
  const { boards } = asked();
  const positions = Array.from({ length: 3500 }, (_, number) => `pawn:${number}`);
  await boards.wantAll(positions);
  const kept = positions.filter((pos) => boards.at(pos) !== null);
  assert.deepEqual(kept, positions.slice(-3000));
});
