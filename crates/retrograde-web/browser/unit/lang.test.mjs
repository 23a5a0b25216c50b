// Every text in both languages, and every key that the code asks for.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { Language } from '../../page/js/languages/index.js';

const langDir = new URL('../../page/js/languages/', import.meta.url);
const gamesDir = new URL('../../../retrograde-games/src/', import.meta.url);
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

test('every ending of a game has a name', async () => {
  const en = await texts('en');
  const rules = readdirSync(gamesDir, { recursive: true }).filter((name) => name.endsWith('.rs'));
  // An ending is named beside its outcome, or in the variable before it.
  const endings = rules.flatMap((name) => [...readFileSync(new URL(name, gamesDir), 'utf8').matchAll(/Ending::(?:won|level)\((?:[\w:.() ]+, )?"([a-z-]+)"|^ +"([a-z]+-[a-z]+)"$/gm)].map(([, one, other]) => one ?? other));
  for (const known of ['level', 'a-wins', 'both-passed', 'three-in-a-row', 'captured']) assert.ok(endings.includes(known), `${known} is not found`);
  for (const ending of endings) assert.ok(en[`over.${ending}`], ending);
});

test('a word that is not ours is said as it is', async () => {
  const language = new Language();
  await language.speak('en', ['page']);
  assert.equal(language.t('over.no-fuel'), 'no fuel');
  assert.equal(language.t('game.nope'), 'nope');
});

test('every key that is asked for by name exists', async () => {
  const en = await texts('en');
  const files = readdirSync(codeDir, { recursive: true }).filter((name) => name.endsWith('.js'));
  assert.ok(files.length > 50, 'the code is not where it was');
  for (const name of files) {
    for (const [, key] of readFileSync(new URL(name, codeDir), 'utf8').matchAll(/\bt\('([^'`$]+)'/g)) assert.ok(en[key], `${key} in ${name}`);
  }
});
