/** Another program's event log, held against a table of five positions by hand: e moves to c and d, c to a, d to b; a and b are over. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Judge, readClaims } from '../../page/js/watch/claimed.js';

/** @param {string} value @param {number} depth @param {[string, string, number][]} [moves] to, value for the mover, depth there */
const told = (value, depth, moves = []) => ({ value, depth, over: moves.length ? null : 'captured', moves: moves.map(([pos, kind, there]) => ({ move: `to ${pos}`, pos, for_mover: kind, depth: there })) });
/** @type {Record<string, any>} */
const TABLE = {
  a: told('loss', 0), b: told('loss', 0), c: told('win', 1, [['a', 'win', 0]]), d: told('win', 1, [['b', 'win', 0]]), e: told('loss', 2, [['c', 'loss', 1], ['d', 'loss', 1]]),
};
for (const [pos, report] of Object.entries(TABLE)) report.pos = pos;

/** The first fault of a log of words such as "mark c win 1". @param {string[]} words */
function fault(words) {
  const text = words.map((word) => word.split(' ')).map(([event, pos, value, depth]) => JSON.stringify({ event, pos, value, depth: depth && Number(depth) })).join('\n');
  const judge = new Judge();
  const found = readClaims(text).claims.map((claim) => judge.next(claim, TABLE[claim.pos])).find((one) => one !== null);
  return found ? [found.index, found.key, found.params.move] : null;
}

const SEEDS = ['seed a loss 0', 'seed b loss 0'];

test('a log is right in any order that keeps causes before what follows from them', () => {
  assert.equal(fault([...SEEDS, 'pop a loss 0', 'mark c win 1', 'mark d win 1', 'layer', 'mark e loss 2', 'done']), null);
  assert.equal(fault(['seed b loss 0', 'mark d win 1', 'seed a loss 0', 'pop b', 'mark c win 1', 'mark e loss 2']), null);
});

test('the first event that is wrong is named, with the reason', () => {
  assert.deepEqual(fault([...SEEDS, 'mark c win 2']), [2, 'own.depth', undefined]);
  assert.deepEqual(fault([...SEEDS, 'mark c loss 1']), [2, 'own.value', undefined]);
  assert.deepEqual(fault(['seed c win 1']), [0, 'own.notOver', undefined]);
  assert.deepEqual(fault(['seed a loss 0', 'mark d win 1']), [1, 'own.early', 'to b']);
  assert.deepEqual(fault([...SEEDS, 'mark c win 1', 'mark e loss 2']), [3, 'own.earlyLoss', 'to d']);
  assert.deepEqual(fault([...SEEDS, 'pop c win 1']), [2, 'own.popped', undefined]);
});

test('what is no event is told with its line', () => {
  assert.deepEqual(readClaims('{"event":"seed","pos":"a"}\n\nRed 75').bad, 3);
  assert.deepEqual(readClaims('{"event":"mark"}').bad, 1);
  assert.deepEqual(readClaims('{"event":"layer"}\n'), { claims: [], bad: null });
});
