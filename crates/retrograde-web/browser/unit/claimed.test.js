/** Another program's event log, as the page reads it to show it; and the words of what the server finds wrong. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Language } from '../../page/js/languages/index.js';
import { faultIn, readClaims } from '../../page/js/watch/claimed.js';

/** A fault in line 7, as the server reports it. @param {any} fault */
async function sentence(fault) {
  const language = new Language();
  await language.speak('en', ['page', 'tabs', 'log', 'watch', 'pasted']);
  const none = { value: null, depth: null };
  return faultIn({ event: 5, line: 7, pos: 'p', expected: null, found: none, move: null, to: null, message: null, ...fault }, language.t);
}

test('the events of a position are shown, with their lines', () => {
  const text = '{"event":"seed","pos":"a","value":"loss","depth":0}\n\n{"event":"layer"}\n{"event":"pop","pos":"a"}\n';
  assert.deepEqual(readClaims(text), { claims: [{ event: 'seed', pos: 'a', value: 'loss', depth: 0, line: 1 }, { event: 'pop', pos: 'a', line: 4 }], bad: null });
});

test('what is no event is told with its line', () => {
  assert.deepEqual(readClaims('{"event":"seed","pos":"a"}\n\nRed 75').bad, 3);
  assert.deepEqual(readClaims('{"event":"mark"}').bad, 1);
  assert.deepEqual(readClaims('{"event":"layer"}\n'), { claims: [], bad: null });
});

const LOSS = { value: 'loss', depth: 0 };
for (const [fault, reason] of /** @type {[any, string][]} */ ([
  [{ fault: 'value', expected: LOSS, found: { value: 'win', depth: 0 } }, 'it says win (game over), and the table has loss (game over)'],
  [{ fault: 'depth', expected: { value: 'win', depth: 1 }, found: { value: 'win', depth: 3 } }, 'it says win in 3 plies, and the table has win in 1 ply'],
  [{ fault: 'early', expected: { value: 'win', depth: 1 }, move: 'a1a2', to: 'q' }, 'no move that gives this value has been decided yet, such as a1a2 to q'],
  [{ fault: 'early_loss', expected: LOSS, move: 'a1a2', to: 'q' }, 'not every move is known to lose yet: a1a2 leads to q, which has no value'],
  [{ fault: 'not_over', expected: LOSS }, 'the game is not over there'],
  [{ fault: 'popped', expected: LOSS }, 'it is taken from the queue before it has a value'],
  [{ fault: 'unread', message: 'the side to move is missing' }, 'the side to move is missing'],
])) {
  test(`of a program’s own event log, the reason of the kind ${fault.fault} is said`, async () => {
    assert.equal(await sentence(fault), `Event 5, in line 7, is wrong: ${reason}.`);
  });
}
