/** The pixel face: every character of what is written in it, and each of them another. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hasFace, written } from '../../page/js/base/pixels.js';
import en from '../../page/js/languages/en.js';
import log from '../../page/js/languages/log-en.js';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** @param {string} sign */
const look = (sign) => written(sign).rows.map((row) => row.map((dot) => (dot ? '#' : '.')).join('')).join('\n');

test('capitals and digits are all there, of the same height, each another', () => {
  const looks = [...SIGNS].map(look);
  assert.equal(new Set(looks).size, SIGNS.length);
  for (const each of looks) {
    const rows = each.split('\n');
    assert.equal(rows.length, 7);
    for (const edge of [rows[0], rows[6]]) assert.match(edge ?? '', /#/, each);
  }
});

test('a word is its signs with a column between them', () => {
  assert.equal(written('IT').width, written('I').width + 1 + written('T').width);
  assert.equal(look('a'), look('A'));
  assert.equal(look('L'), ['##...', '##...', '##...', '##...', '##...', '##...', '#####'].join('\n'));
});

test('what is said in pixels in English has a face, and Chinese has none', () => {
  const said = /** @type {string[]} */ ([en['home.lead'], log['end.title'], .../** @type {Function[]} */ ([en['verdict.wins'], en['verdict.tie']]).map((say) => say({ side: 'Black', depth: 1234567890 })), en['verdict.draw']]);
  for (const text of said) assert.ok(hasFace(text), text);
  assert.ok(!hasFace('解出'));
});
