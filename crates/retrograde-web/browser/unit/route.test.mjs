// A link is what is on the screen: reading what was written gives the same state, for every state.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { read, write } from '../../page/js/base/route.js';

const urlOf = (text) => new URL(text, 'http://127.0.0.1');

test('reading and writing are inverses', () => {
  const pos = 'race:1A2/1H2/4/3B_b_a1.d4';
  for (const tab of ['edit', 'watch', 'play']) {
    for (const lang of ['en', 'zh']) {
      for (const flag of [true, false]) {
        const state = { page: 'board', tab, pos, part: '', step: tab === 'watch' ? 123 : null, game: tab === 'play' && flag ? `${pos},d4c4.a1b1(a1a2.c4c3)` : '', follow: tab === 'watch' && flag ? 'all' : 'answer', embed: flag, predict: !flag, flip: flag, lang };
        assert.deepEqual(read(urlOf(write(state, 'en')), 'en'), state);
      }
    }
  }
});

test('other pages keep nothing of the board', () => {
  const state = read(urlOf('/b?tab=watch&step=7#pawn:3_r'), 'en');
  assert.equal(write({ ...state, page: 'learn' }, 'en'), '/learn');
  const section = read(urlOf('/learn#draw'), 'en');
  assert.deepEqual([section.part, section.pos, write(section, 'en')], ['draw', '', '/learn#draw']);
});

test('nonsense is read as the plainest state', () => {
  const state = read(urlOf('/b?tab=cook&step=-1&lang=xx&embed=yes#%E0%A4%A'), 'zh');
  assert.deepEqual([state.tab, state.step, state.lang, state.embed], ['play', null, 'zh', false]);
  assert.equal(state.pos, '%E0%A4%A');
  assert.equal(read(urlOf('/nowhere'), 'en').page, 'home');
  assert.equal(read(urlOf('/b?tab=edit'), 'en').page, 'home');
});

test('below a path, links are those of a server below that path', () => {
  const root = '/talks/retrograde/';
  for (const path of ['', 'b?tab=watch&step=7#pawn:3_r', 'learn#draw', 'puzzles', 'tables?lang=zh']) {
    const state = read(urlOf(`/${path}`), 'en');
    assert.deepEqual(read(urlOf(root + path), 'en', root), state);
    assert.equal(write(state, 'en', root), root + write(state, 'en').slice(1));
  }
  // A host of files redirects to the folder.
  assert.equal(read(urlOf(`${root}b/?tab=edit#pawn:3_r`), 'en', root).page, 'board');
});
