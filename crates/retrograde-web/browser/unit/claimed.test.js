/** Another program's event log, held against a table of five positions by hand: e moves to c and d, c to a, d to b; a and b are over. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { valueIn } from '../../page/js/answers/words.js';
import { Language } from '../../page/js/languages/index.js';
import { Judge, readClaims } from '../../page/js/watch/claimed.js';

/** @param {string} value @param {number} depth @param {[string, string, number][]} [moves] to, value for the mover, depth there */
const told = (value, depth, moves = []) => ({ value, depth, over: moves.length ? null : 'captured', moves: moves.map(([pos, kind, there]) => ({ move: `to ${pos}`, pos, for_mover: kind, depth: there })) });
/** @type {Record<string, any>} */
const TABLE = {
  a: told('loss', 0), b: told('loss', 0), c: told('win', 1, [['a', 'win', 0]]), d: told('win', 1, [['b', 'win', 0]]), e: told('loss', 2, [['c', 'loss', 1], ['d', 'loss', 1]]),
};
for (const [pos, report] of Object.entries(TABLE)) report.pos = pos;

/** The first fault of a log of words such as "mark c win 1". @param {string[]} words */
function judged(words) {
  const text = words.map((word) => word.split(' ')).map(([event, pos, value, depth]) => JSON.stringify({ event, pos, value, depth: depth && Number(depth) })).join('\n');
  const judge = new Judge();
  const { claims } = readClaims(text);
  const found = claims.map((claim) => judge.next(claim, TABLE[claim.pos])).find((one) => one !== null);
  return found ? { ...found, claim: claims[found.index] ?? {} } : null;
}

/** @param {string[]} words */
function fault(words) {
  const found = judged(words);
  return found ? [found.index, found.key, found.params.move] : null;
}

/** The reason of the first fault, in English. @param {string[]} words */
async function reason(words) {
  const { key = '', params = {}, claim = {} } = judged(words) ?? {};
  const language = new Language();
  await language.speak('en', ['page', 'tabs', 'log', 'watch', 'pasted']);
  const { t } = language;
  return t(key, { ...params, value: valueIn(params, t), claimed: valueIn(claim, t) });
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

for (const [name, words, text] of /** @type {[string, string[], string][]} */ ([
  ['another value', ['seed a win 0'], 'it says win, game over, and the table has loss, game over'],
  ['an event before what it follows from', ['mark c win 1', 'seed a loss 0'], 'no move that gives this value has been decided yet, such as to a to a'],
  ['a game that is not over', ['seed c win 1'], 'the game is not over there'],
])) {
  test(`of a program’s own event log, the reason for ${name} is said`, async () => assert.equal(await reason(words), text));
}
