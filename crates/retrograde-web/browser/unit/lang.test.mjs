// Every text in both languages, and every key that the code asks for.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { readable } from '../../page/js/answers/rules.js';
import { serverApi } from '../../page/js/base/api.js';
import { forReaders, joined } from '../../page/js/base/readers.js';
import { Language } from '../../page/js/languages/index.js';

const langDir = new URL('../../page/js/languages/', import.meta.url);
const gamesDir = new URL('../../../retrograde-games/src/', import.meta.url);
const codeDir = new URL('../../page/js/', import.meta.url);
const cratesDir = new URL('../../../', import.meta.url);
/** The crates whose errors the API sends. */
const SENDERS = ['retrograde', 'retrograde-api', 'retrograde-games', 'retrograde-service', 'retrograde-tables', 'retrograde-web'];

/** What only who types commands reads, and ids of rules. */
const RAW = /`|\bretrograde (?:solve|verify|trace|tables|games|rules|laws|serve)\b|--[a-z]|\b(?:reached-goal|no-move|both-passed|no-capture|last-row|full-board|[a-z]+-in-a-row|[ab]-wins)\b/;
const CHINESE = /[\u3400-\u9fff]/;

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

test('no text has commands, back-ticks or ids of rules, nor English ones Chinese', async () => {
  const [en, zh] = [await texts('en'), await texts('zh')];
  for (const [key, text] of Object.entries({ ...zh, ...en })) if (typeof text === 'string') assert.doesNotMatch(text, RAW, key);
  for (const [key, text] of Object.entries(en)) if (typeof text === 'string') assert.doesNotMatch(text, CHINESE, key);
});

test('Chinese sentences have full-width semicolons and whole ellipses', async () => {
  assert.deepEqual([joined(['上限为 4.0 GiB', null, '换小一些的棋盘']), joined(['limit 4.0 GiB', 'solve less']), joined(['alone', ''])], ['上限为 4.0 GiB；换小一些的棋盘', 'limit 4.0 GiB; solve less', 'alone']);
  for (const [key, text] of Object.entries(await texts('zh'))) assert.doesNotMatch(String(text), /[\u3400-\u9fff]…(?!…)|[\u3400-\u9fff];/, key);
  const modules = readdirSync(codeDir, { recursive: true }).filter((name) => name.endsWith('.js') && !name.startsWith('languages'));
  for (const name of modules) assert.doesNotMatch(readFileSync(new URL(name, codeDir), 'utf8'), /`\$\{\w+\}; \$\{\w+\}`/, `a semicolon of one language in ${name}`);
});

test('answers have quotes in place of back-ticks, and hints no commands', () => {
  const read = (/** @type {string | null} */ hint) => forReaders(JSON.stringify({ message: 'no game is called `"x"`', hint }));
  assert.deepEqual(read('such as `pawn`; `retrograde games` lists the games'), { message: 'no game is called “"x"”', hint: 'such as “pawn”' });
  assert.deepEqual([read('`retrograde games` lists the games').hint, read(null).hint, read('say "so"; and so').hint], [null, null, 'say "so"; and so']);
  assert.deepEqual(read('allow it with --mem 987G').hint, null);
  assert.deepEqual(['先这样；`retrograde rules x` 说明写法', '先这样；再那样', 'so; and so'].map((hint) => read(hint).hint), ['先这样', '先这样；再那样', 'so; and so']);
});

test('no hint that the API can send names a command, an option or a path of the API, in either language', () => {
  const sources = SENDERS.flatMap((crate) => readdirSync(new URL(`${crate}/src/`, cratesDir), { recursive: true }).filter((name) => name.endsWith('messages.rs')).map((name) => new URL(`${crate}/src/${name}`, cratesDir)));
  const hints = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/enum \w*Hint \{\n(.*?)^ {4}\}/gms)])
    .flatMap(([, block]) => [...block.matchAll(/r#"(.*?)"#|"((?:[^"\\]|\\.)*)"/gs)].map(([, raw, plain]) => raw ?? plain));
  for (const known of ['POST /api/v1/solve has no time limit', 'use fewer threads, such as -j 1', '启动时用 --tables DIR 指定']) assert.ok(hints.some((hint) => hint.startsWith(known)), known);
  for (const hint of hints) assert.doesNotMatch(forReaders(JSON.stringify({ hint })).hint ?? '', /\bretrograde [a-z]|(?:^|[\s(（“])-{1,2}[a-z]|\/api\/|\b(?:GET|POST|DELETE) /, hint);
  const kept = (/** @type {string} */ hint) => forReaders(JSON.stringify({ hint })).hint;
  assert.deepEqual(['leave out `size` and `walls`', 'a well-known place; see e-5 of X-ray'].map(kept), ['leave out “size” and “walls”', 'a well-known place; see e-5 of X-ray']);
});

test('where the server’s advice is for programs, the page gives its own', async () => {
  const language = new Language();
  const error = { code: 'too-slow', message: 'the server found no answer within 10 s', hint: 'POST /api/v1/solve has no time limit; or send the request again when the server has less work' };
  const refuse = async () => new Response(JSON.stringify({ error }), { status: 503 });
  const api = serverApi(refuse, /** @type {any} */ ({ whileThere: async () => undefined }), language);
  for (const [lang, hint] of [['en', 'ask again later, when the server has less work'], ['zh', '等服务器空闲时再试']]) {
    await language.speak(lang, ['page']);
    await assert.rejects(api.probe(`pawn:${lang}`), { code: 'too-slow', hint });
  }
});

test('the rules of all games are shown without ids and back-ticks', async () => {
  const language = new Language();
  const rules = readdirSync(gamesDir, { recursive: true }).filter((name) => name.endsWith('.rs'))
    .flatMap((name) => [...readFileSync(new URL(name, gamesDir), 'utf8').matchAll(/const (RULES|TITLE)(_ZH)?: &'static str =\s*"(.*?[^\\])";/gs)].map(([, , zh, text]) => ({ name, lang: zh ? 'zh' : 'en', text: text.replaceAll(/\\\n\s*/g, '') })));
  assert.ok(rules.length > 30, 'the rules are not where they were');
  for (const { name, lang, text } of rules) {
    await language.speak(lang, ['page']);
    assert.doesNotMatch(readable(forReaders(JSON.stringify(text)), language), RAW, name);
    if (lang === 'en') assert.doesNotMatch(text, CHINESE, name);
  }
});

test('rules keep what stands beside an id', async () => {
  const language = new Language();
  await language.speak('en', ['page']);
  assert.equal(readable('Wins (reached-goal).\n  no-move: it loses.\n  last-row  when there;\n  a-wins, b-wins  so;\n(b2c2)', language), 'Wins (reached the goal).\n  no legal move: it loses.\n  reached the last row: when there;\n  A wins, B wins: so;\n(b2c2)');
  await language.speak('zh', ['page']);
  assert.equal(readable('（到达终点，reached-goal）。\n  成线（line）：胜\n  no-move：负\n（b2c2，b2b3c3）', language), '。\n  成线：胜\n  无子可动：负\n（b2c2，b2b3c3）');
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
