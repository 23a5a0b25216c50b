/** The pixel face: every character of what is written in it, and each of them another. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { hasFace, pathOf, spread, written } from '../../page/js/base/pixels.js';
import en from '../../page/js/languages/en.js';
import log from '../../page/js/languages/log-en.js';
import watch from '../../page/js/languages/watch-en.js';

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
  for (const text of [...said, "Nine men's morris"]) assert.ok(hasFace(text), text);
  assert.ok(!hasFace('解出'));
});

test('a number in pixels has signs for its groups, its total and its unit', () => {
  const [count, of, speed] = /** @type {Function[]} */ ([log['state.number'], watch['state.of'], (/** @type {{ times: number }} */ { times }) => String(watch['transport.speed']).replace('{times}', String(times))]);
  for (const text of [count?.({ n: 16_777_216 }), of?.({ step: 300, total: 1051 }), speed?.({ times: 0.5 }), String(watch['state.depth']).replace('{depth}', '13')]) assert.ok(hasFace(text), text);
});

test('the page for unknown addresses, which has no modules, has its number in the same pixels', () => {
  const { width } = written('404');
  const page = readFileSync(new URL('../../page/404.html', import.meta.url), 'utf8');
  assert.ok(page.includes(`viewBox="0 0 ${width} 7"`) && page.includes(`d="${pathOf(written('404'))}"`));
});

test('the titles of panels, of groups of keys and of parts of Learn are in pixels, which have a face for them in English', async () => {
  const folder = new URL('../../page/js/', import.meta.url);
  const modules = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith('.js'));
  const titles = modules.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').match(/h\('h[23]', \{[^{}]*\}, .*?t\([`'][^`']*\.title[`'].*/g)?.map((line) => ({ name, line })) ?? []);
  assert.ok(titles.length >= 15, `${titles.length} titles`);
  for (const { name, line } of titles) assert.match(line, /pixels\((?:ctx\.|this\.)?t\(/, name);
  const texts = { ...en, ...log, ...watch, ...(await import('../../page/js/languages/tabs-en.js')).default };
  for (const key of ['queue.title', 'state.title', 'verdict.title', 'sea.title', 'record.title', 'set.title', 'keys.all', 'keys.edit', 'why.title', 'slice.title']) assert.ok(hasFace(String(texts[key])), key);
});

test('a text in pixels on a canvas keeps within its rectangle, in smaller squares if it must, and its words stand in order', () => {
  const words = 'Red wins in 75 plies'.split(' ').map(written);
  for (const [dot, width, height] of /** @type {const} */ ([[4, 2000, 100], [4, 200, 200], [4, 120, 60], [9, 150, 400]])) {
    const set = spread(words, 5, dot, width, height);
    assert.ok(set.dot <= dot && set.height <= height, `${set.dot} ${set.height}`);
    for (const [index, { word, x, y }] of set.places.entries()) {
      assert.ok(x + word.width * set.dot <= width && y + 7 * set.dot <= height);
      const next = set.places[index + 1];
      assert.ok(!next || next.y > y || (next.y === y && next.x >= x + (word.width + 5) * set.dot));
    }
    const larger = spread(words, 5, set.dot + 1, width, height);
    assert.ok(set.dot === dot || larger.dot === set.dot, 'the largest squares that fit');
  }
  assert.deepEqual(spread(words, 5, 4, 2000, 100).places.map(({ y }) => y), [0, 0, 0, 0, 0]);
});
