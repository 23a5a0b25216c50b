// Both languages say the same things.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import en from '../../page/js/lang/watch-en.js';
import zh from '../../page/js/lang/watch-zh.js';

test('every text is there in both languages', () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
});

test('texts use the same parameters', () => {
  const names = (/** @type {unknown} */ text) =>
    typeof text === 'string' ? [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort() : null;
  for (const key of Object.keys(en)) {
    const [one, other] = [names(en[key]), names(zh[key])];
    if (one !== null && other !== null) assert.deepEqual(other, one, key);
  }
});
