/** Puzzles: what is one, whose is the same, and which days are in a row. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardsOf, dayAfter, dayOf, daysBefore, difficulty, lack, puzzleOf, savingMove, seedOf } from '../../page/js/tabs/puzzles/puzzle.js';
import { puzzleName, solvedOn, streakOn, tried } from '../../page/js/tabs/puzzles/streak.js';

/** A position whose moves are worth this. @param {string} value @param {number | null} depth @param {string[]} worths */
const worth = (value, depth, ...worths) => /** @type {any} */ ({ value, depth, moves: worths.map((each, index) => ({ move: `m${index}`, for_mover: each, depth: 4 })) });

test('a puzzle has exactly one move that keeps what there is to keep', () => {
  assert.equal(savingMove(worth('win', 5, 'loss', 'win', 'draw'))?.move, 'm1');
  assert.equal(savingMove(worth('draw', null, 'loss', 'loss', 'draw'))?.move, 'm2');
  assert.equal(savingMove(worth('tie', 6, 'tie', 'draw', 'loss'))?.move, 'm0', 'a tie is better than no end');
  assert.equal(savingMove(worth('win', 5, 'win', 'win', 'loss')), null, 'two moves win');
  assert.equal(savingMove(worth('win', 1, 'win', 'loss', 'loss')), null, 'too near');
  assert.equal(savingMove(worth('win', 5, 'win', 'loss')), null, 'too few to choose from');
  assert.equal(savingMove(worth('loss', 4, 'loss', 'loss', 'loss')), null, 'nothing to save');
  assert.equal(savingMove({ value: 'win', depth: 5, moves: null }), null, 'no table');
});

/** Positions by their seeds: every seventh is a puzzle. @param {string[]} asked */
const server = (asked) => /** @type {any} */ ({
  plan: async (/** @type {string} */ pos) => ({ small: { automatic: true, slots: 8, error: null }, large: { automatic: false, slots: 9e8, error: null }, right: { automatic: true, slots: 5000, error: null }, counted: { automatic: true, slots: null, error: null } })[pos],
  random: async (/** @type {{ pos: string, seed: number }} */ { pos, seed }) => {
    asked.push(pos);
    if (pos === 'slow') throw new Error('no answer within 30 s');
    return { pos: `${pos} ${seed}` };
  },
  probeAll: async (/** @type {string[]} */ all) => all.map((pos) => ({ pos, ...worth('win', 5, 'win', Number(pos.split(' ')[1]) % 7 === 0 && pos.startsWith('right') ? 'loss' : 'win', 'loss') })),
});

test('boards are those whose tables are there or quickly made', async () => {
  const of = (/** @type {string[]} */ ...examples) => boardsOf(/** @type {any} */ ({ examples }), server([]));
  assert.deepEqual(await of('small', 'right', 'large', 'counted', 'unknown'), { boards: ['right', 'counted'], slots: 8 });
  assert.deepEqual(await of('large'), { boards: [], slots: 9e8 });
  assert.deepEqual(await of('unknown'), { boards: [], slots: null });
  assert.deepEqual([9e8, 8, null].map(lack), ['large', 'small', 'unknown']);
});

test('all are asked the same on one day, and something else on the next', async () => {
  const on = (/** @type {string} */ day) => puzzleOf('x', ['right'], day, server([]), () => true);
  assert.equal((await on('2026-11-23'))?.pos, (await on('2026-11-23'))?.pos);
  const days = await Promise.all(Array.from({ length: 20 }, (_, day) => on(`2026-11-${day + 10}`)));
  assert.equal(new Set(days.map((found) => found?.pos)).size, 20);
});

test('a board that does not answer is left out, and none at all is told', async () => {
  const asked = /** @type {string[]} */ ([]);
  assert.match((await puzzleOf('x', ['slow', 'right'], '2026-11-23', server(asked), () => true))?.pos ?? '', /^right/);
  await assert.rejects(puzzleOf('x', ['slow'], '2026-11-23', server([]), () => true), /30 s/);
  assert.equal(await puzzleOf('x', ['other'], '2026-11-23', server([]), () => true), null);
  assert.equal(await puzzleOf('x', ['right'], '2026-11-23', server([]), () => false), null, 'nobody waits for it');
});

test('days are the reader’s, and follow each other through every change of clocks', () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
  let day = '2023-12-30';
  const seen = new Set([day]);
  for (let count = 0; count < 800; count += 1) seen.add((day = dayAfter(day)));
  assert.equal(seen.size, 801);
  assert.equal(day, '2026-03-09');
});

test('the archive lists days, latest first, through changes of clocks', () => {
  assert.deepEqual(daysBefore('2026-03-02', 3), ['2026-03-01', '2026-02-28', '2026-02-27']);
  assert.equal(new Set(daysBefore('2026-11-05', 400)).size, 400);
});

test('more moves to choose from and more plies to the win make a puzzle harder', () => {
  const of = (/** @type {string} */ value, /** @type {number | null} */ depth, /** @type {number} */ moves) => difficulty(worth(value, depth, ...Array(moves).fill('loss')));
  assert.deepEqual([of('win', 3, 3), of('win', 7, 9), of('win', 15, 20)], ['easy', 'medium', 'hard']);
  assert.deepEqual([of('draw', null, 4), of('tie', 6, 8), of('draw', null, 30)], ['easy', 'medium', 'hard']);
});

test('the first try of a puzzle is kept, and old ones are forgotten', () => {
  let tries = tried(new Map(), puzzleName('2026-03-01', 'x'), 'wrong');
  tries = tried(tries, puzzleName('2026-03-01', 'x'), 'right');
  assert.deepEqual([...tries], [['2026-03-01/x', 'wrong']]);
  for (let n = 0; n < 500; n += 1) tries = tried(tries, `${n}/x`, 'right');
  assert.equal(tries.size, 400);
  assert.ok(tries.has('499/x') && !tries.has('2026-03-01/x'));
});

test('a streak grows by days, not by puzzles, and breaks after a day without one', () => {
  let kept = solvedOn({ last: '', days: 0, games: [] }, '2026-02-28', 'x');
  kept = solvedOn(kept, '2026-02-28', 'y');
  assert.deepEqual(kept, { last: '2026-02-28', days: 1, games: ['x', 'y'] });
  kept = solvedOn(kept, '2026-03-01', 'x');
  assert.deepEqual(kept, { last: '2026-03-01', days: 2, games: ['x'] });
  assert.deepEqual(['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => streakOn(kept, day)), [2, 2, 0]);
  assert.equal(solvedOn(kept, '2026-03-03', 'x').days, 1);
});

test('seeds are those of FNV-1a', () => {
  assert.deepEqual(['', 'a', 'foobar'].map(seedOf), [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});
