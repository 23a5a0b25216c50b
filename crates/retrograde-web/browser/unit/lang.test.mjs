// Every text in both languages, and every key that the code asks for.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const langDir = new URL('../../page/js/lang/', import.meta.url);
const codeDir = new URL('../../page/js/', import.meta.url);

/** All catalogues of a language: the page's, and those of its modules. */
async function texts(lang) {
  const files = readdirSync(langDir).filter((name) => name === `${lang}.js` || name.endsWith(`-${lang}.js`));
  const modules = await Promise.all(files.map((name) => import(new URL(name, langDir))));
  return Object.assign({}, ...modules.map((module) => module.default));
}

test('both languages say the same things, with the same parameters', async () => {
  const [en, zh] = [await texts('en'), await texts('zh')];
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) {
    assert.ok(zh[key], key);
    if (typeof en[key] !== 'string' || typeof zh[key] !== 'string') continue;
    const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    assert.deepEqual(names(zh[key]), names(en[key]), key);
  }
});

test('every key that is asked for by name exists', async () => {
  const en = await texts('en');
  const files = readdirSync(codeDir).filter((name) => name.endsWith('.js'));
  for (const name of files) {
    for (const [, key] of readFileSync(new URL(name, codeDir), 'utf8').matchAll(/\bt\('([^'`$]+)'/g)) assert.ok(en[key], `${key} in ${name}`);
  }
});
