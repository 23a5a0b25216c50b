/** Parts of the page are loaded when there is somebody to give them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Connection } from '../../page/js/base/connection.js';

/** A server that answers as it is told, one question after the other, and then always. @param {boolean[]} answers */
function connectionTo(answers) {
  const said = { missed: 0, found: 0, reloaded: 0 };
  const isThere = async () => answers.shift() ?? true;
  const told = { missed: (/** @type {() => void} */ retry) => { said.missed++; retry(); }, found: () => { said.found++; } };
  return { said, connection: new Connection(isThere, told, () => { said.reloaded++; }) };
}

/** A part that comes after so many failures. @param {number} failures */
function part(failures) {
  return async () => {
    if (failures-- > 0) throw new TypeError('it did not come');
    return 'part';
  };
}

test('a part that did not come is asked for again when the server is back', async () => {
  const { said, connection } = connectionTo([false, false, true]);
  assert.equal(await connection.load(part(1)), 'part');
  assert.deepEqual(said, { missed: 1, found: 1, reloaded: 0 });
});

test('a part that the server does not have is an error', async () => {
  const { said, connection } = connectionTo([]);
  await assert.rejects(connection.load(part(1)), /did not come/);
  assert.equal(said.reloaded, 0);
});

test('where the browser remembers that a part did not come, the page begins anew', async () => {
  const { said, connection } = connectionTo([false, true]);
  void connection.load(part(2)).then(() => assert.fail('it came'), () => assert.fail('it is told'));
  for (let turns = 0; turns < 50 && said.reloaded === 0; turns++) await new Promise((next) => setImmediate(next));
  assert.equal(said.reloaded, 1);
});
