/** Moves that were made before their board was solved get values when it is. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApiError } from '../../page/js/base/api.js';
import { isRated } from '../../page/js/answers/moves.js';
import { allOf, plyOf } from '../../page/js/tabs/play/match.js';
import { rateMoves } from '../../page/js/tabs/play/rate.js';

/** A game of some moves from the rules alone: `n:0` to `n:1` and so on, each beside a better move that was not made. @param {number} moves */
function gameOf(moves) {
  const root = plyOf(/** @type {any} */ ({ pos: 'n:0', turn: 'x', move: null, head: null, best: null }), null);
  for (let ply = root, n = 1; n <= moves; n += 1) {
    const next = plyOf(/** @type {any} */ ({ pos: `n:${n}`, turn: 'x', move: { move: 'on', pos: `n:${n}`, over: null }, head: null, best: null }), ply);
    ply.next.push(next);
    ply = next;
  }
  return root;
}

/** A table that has the first positions only. @param {number} known */
function api(known) {
  const asked = /** @type {string[][]} */ ([]);
  const probeAll = async (/** @type {string[]} */ all) => {
    asked.push(all);
    return all.map((pos) => {
      const n = Number(pos.slice(2));
      if (n >= known) return new ApiError(404, { code: 'no-table', message: 'not solved' });
      const move = (/** @type {string} */ name, /** @type {string} */ value) => ({ move: name, pos: `n:${n + 1}`, for_mover: value, depth: 3, waste: value === 'win' ? 0 : null, drop: null, over: null });
      return { pos, value: 'win', depth: 4, moves: [move('better', 'win'), move('on', 'loss')] };
    });
  };
  return { asked, probeAll: /** @type {any} */ (probeAll) };
}

test('after a solve all moves of the game have values, and the better moves are known', async () => {
  const [root, table] = [gameOf(150), api(1000)];
  assert.equal(await rateMoves(root, table), true);
  const [, ...plies] = allOf(root);
  assert.ok(plies.every(({ move }) => move && isRated(move) && move.for_mover === 'loss' && move.pos.startsWith('n:')));
  assert.equal(root.best?.move, 'better');
  assert.deepEqual(table.asked.map((all) => all.length), [100, 51]);
  assert.equal(await rateMoves(root, table), false);
  assert.equal(table.asked.length, 2);
});

test('without a table nothing changes, and it is asked for once', async () => {
  const [root, table] = [gameOf(150), api(0)];
  assert.equal(await rateMoves(root, table), false);
  assert.equal(table.asked.length, 1);
  assert.ok(allOf(root).every(({ move }) => move === null || !isRated(move)));
});
