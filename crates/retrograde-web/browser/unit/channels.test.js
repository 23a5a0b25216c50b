/** Modules talk to each other through what they are handed: one door to answers, no events of the page's own, no state beside objects. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CODE = fileURLToPath(new URL('../../page/js/', import.meta.url));
const DOOR = 'base/api.js';
/** Hands the door what it asks. */
const MAKER = 'app.js';
/** What answers in the page itself, behind the door, if no server does. */
const BEHIND = 'local/';

/** Where a pattern stands in code, but for comments. @param {RegExp} pattern @param {string} [leftOut] a folder @returns {string[]} */
function found(pattern, leftOut = 'none/') {
  const paths = readdirSync(CODE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js') && !path.startsWith(leftOut));
  assert.ok(paths.length > 50, 'the modules are not where they were');
  return paths.flatMap((path) => {
    const code = readFileSync(join(CODE, path), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
    return pattern.test(code) ? [path] : [];
  });
}

test('answers come through one door', () => {
  assert.deepEqual(found(/(?<![.#\w])fetch\b|\bEventSource\b|\bXMLHttpRequest\b|\bWebSocket\b|\bsendBeacon\b/, BEHIND), [MAKER]);
});

test('no module knows a path of the server but the door', () => {
  assert.deepEqual(found(/\/api\//, BEHIND), [DOOR]);
});

test('modules send each other no events', () => {
  assert.deepEqual(found(/\bdispatchEvent\b|\bCustomEvent\b|\bpostMessage\b|\bBroadcastChannel\b/, BEHIND), []);
});

test('no module keeps state beside its objects', () => {
  assert.deepEqual(found(/^(?:export )?(?:let|var) /m), []);
  assert.deepEqual(found(/^(?:export )?const \w+ = new [A-Z]\w*\(/m), ['app.js', 'base/keys.js', 'base/measure.js', 'board/sprites.js'], 'what is made once, a table, and sizes, pictures and squares that follow from their keys');
});
