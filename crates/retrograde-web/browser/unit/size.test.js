import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import ts from 'typescript-5';

import { lean, served } from './served.js';

const PAGE = fileURLToPath(new URL('../../page/', import.meta.url));
/** What all of the page may weigh, compressed, in bytes; a place is loaded when it is first wanted. */
const MOST = 250_000;
/** What Home may weigh, compressed: with its answers and all heads it is more, as its visit says. */
const MOST_FOR_HOME = 70_000;

/** Whether a browser asks for a file; what only says types is imported by comments alone. @param {string} path */
const isAsked = (path) => readFileSync(join(PAGE, path), 'utf8').replaceAll(/\/\*.*?\*\//gs, '').trim() !== 'export {};';

/** @param {string} path */
const weight = (path) => gzipSync(served(join(PAGE, path)), { level: 9 }).length;

/** @param {string[]} paths */
function sum(paths) {
  const weights = paths.map((path) => ({ path, bytes: weight(path) })).sort((a, b) => b.bytes - a.bytes);
  const bytes = weights.reduce((total, each) => total + each.bytes, 0);
  return { bytes, told: `${paths.length} files, ${bytes} bytes compressed; the heaviest: ${weights.slice(0, 3).map((each) => `${each.path} ${each.bytes}`).join(', ')}` };
}

/** The document of Home, as the build makes it: with a line for each module, and with what it shows first. @param {string[]} modules */
function homeDocument(modules) {
  const read = (/** @type {string} */ name) => readFileSync(join(PAGE, name), 'utf8');
  const lines = modules.map((module) => `<link rel="modulepreload" href="/page/${module}">`).join('\n');
  return read('index.html').replace('    <link rel="modulepreload" href="/page/js/app.js">', lines).replace('></main>', `>${read('first-zh.html').trimEnd()}</main>`);
}

/** A module, and all that it imports in turn. @param {string} path @param {Set<string>} seen */
function withImports(path, seen) {
  if (seen.has(path)) return seen;
  seen.add(path);
  const source = readFileSync(join(PAGE, path), 'utf8');
  for (const [, imported] of source.matchAll(/^(?:import|export)\b[^;]*?from '(\..*?)';/gm)) withImports(join(dirname(path), imported ?? ''), seen);
  return seen;
}

test('the whole page weighs at most 250 kB compressed', (t) => {
  const files = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((file) => join(file.parentPath ?? file.path, file.name).slice(PAGE.length));
  const asked = paths.filter(isAsked);
  const { bytes, told } = sum(asked);
  t.diagnostic(told);
  assert.ok(asked.length > 20, 'the page is not where it was');
  assert.deepEqual(paths.filter((path) => !asked.includes(path)).sort(), ['js/base/reports.js', 'js/base/shapes.js', 'js/tabs/context.js']);
  assert.ok(bytes <= MOST, told);
});

test('what Home loads weighs at most 70 kB compressed', (t) => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  const linked = [...html.matchAll(/(?:href|src)="\/page\/([^"]+)"/g)].map(([, path]) => path ?? '');
  const modules = withImports('js/tabs/home.js', withImports('js/app.js', new Set()));
  const texts = ['zh', 'log-zh'].map((name) => `js/languages/${name}.js`);
  const files = [...new Set([...linked, ...modules, ...texts])];
  const { bytes: ofFiles, told } = sum(files);
  const bytes = ofFiles + gzipSync(homeDocument([...modules, ...texts].sort()), { level: 9 }).length;
  t.diagnostic(`${told}; with its document ${bytes}`);
  assert.ok(modules.size > 10, 'the modules are not where they were');
  assert.ok(bytes <= MOST_FOR_HOME, told);
});

/** A module as the compiler writes it, without comments. @param {string} code */
const plain = (code) => ts.transpileModule(code, { compilerOptions: { removeComments: true, target: ts.ScriptTarget.ESNext } }).outputText;

test('nothing but comments, indentation and empty lines is left out of modules', () => {
  const modules = readdirSync(join(PAGE, 'js'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  assert.ok(modules.length > 100, 'the modules are not where they were');
  for (const name of modules) {
    const code = readFileSync(join(PAGE, 'js', name), 'utf8');
    assert.equal(plain(lean(code)), plain(code), name);
  }
});

test('each import stands on a line of its own, as the build reads it', () => {
  for (const name of withImports('js/tabs/home.js', withImports('js/app.js', new Set()))) {
    const code = readFileSync(join(PAGE, name), 'utf8');
    const all = [...code.matchAll(/^(?:import|export)\b[^;]*?from '(\..*?)';/gm)].length;
    assert.equal(code.split('\n').filter((line) => /^(?:import|export) .* from '\..*';$/.test(line)).length, all, name);
  }
});
