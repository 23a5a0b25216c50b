/** The end of a game in PLAY: how it is told, where it was lost, and the graph that shows it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { height } from '../../page/js/tabs/play/depths.js';
import { outcomeOf, turningPoint } from '../../page/js/tabs/play/ending.js';

/** @param {string | null} winner @param {number} [rounds] how often the position has been there before */
const ended = (winner, rounds = 0) => /** @type {any} */ ({ at: 4, isAtEnd: true, rounds: Array(rounds).fill(0), now: { head: rounds > 0 ? { over: null } : { over: 'captured', winner } } });

test('the end of a game is told from the reader’s side', () => {
  assert.deepEqual(outcomeOf(ended('red'), 'red'), { kind: 'win', winner: 'red' });
  assert.deepEqual(outcomeOf(ended('red'), 'black'), { kind: 'loss', winner: 'red' });
  assert.deepEqual(outcomeOf(ended('red'), ''), { kind: 'win', winner: 'red' }, 'who plays both has not lost');
  assert.deepEqual(outcomeOf(ended(null), 'red'), { kind: 'tie', winner: '' });
  assert.deepEqual(outcomeOf(ended(null, 2), 'red'), { kind: 'draw', winner: '' }, 'the third time');
  assert.equal(outcomeOf(ended(null, 1), 'red'), null);
  assert.equal(outcomeOf({ ...ended('red'), at: 0 }, 'red'), null, 'nobody has played');
  assert.equal(outcomeOf({ ...ended('red'), isAtEnd: false }, 'red'), null);
});

test('a review begins at the reader’s first mistake, or at the first of all', () => {
  const ply = (/** @type {string} */ turn, /** @type {number} */ waste, /** @type {string | null} */ drop = null) => /** @type {any} */ ({ turn, move: { for_mover: 'win', waste, drop } });
  const plies = [/** @type {any} */ ({ turn: 'red', move: null }), ply('black', 0), ply('red', 2), ply('black', 0, 'loss')];
  assert.equal(turningPoint(plies, 'red'), 2);
  assert.equal(turningPoint(plies, 'black'), 1);
  assert.equal(turningPoint(plies, ''), 1);
  assert.equal(turningPoint(plies.slice(0, 2), 'red'), 0);
});

test('a won game never leaves the band of wins, whatever its length, nor a lost one that of losses', () => {
  for (const longest of [1, 8, 75, 16_383]) {
    for (let depth = 0; depth <= longest; depth += Math.ceil(longest / 50)) {
      const at = height(/** @type {any} */ ({ winner: 'red', depth }), 0, { shortest: 0, longest }, 'red');
      assert.ok(at > 0.4 && at < 0.95, `${depth} of ${longest}: ${at}`);
      assert.equal(height(/** @type {any} */ ({ winner: 'red', depth }), 0, { shortest: 0, longest }, 'black'), -at);
    }
  }
  assert.equal(height(/** @type {any} */ ({ winner: null, depth: 3 }), 0, { shortest: 0, longest: 9 }, 'red'), 0);
});
