/** How the page's modules lean on each other: folders stand in storeys, and no two of them lean on each other, through whatever others. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CODE = fileURLToPath(new URL('../../page/js/', import.meta.url));
/** Imports of values, of types in comments, and of places that are loaded when they are first wanted. */
const IMPORT = /(?:from |import ?\(?)['"](\.[^'"]+)['"]/g;

/** @typedef {Map<string, Set<string>>} Graph what leans on what */

/** The modules, by their paths. @returns {Graph} */
function modules() {
  const paths = readdirSync(CODE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const imported = (/** @type {string} */ path) => [...readFileSync(join(CODE, path), 'utf8').matchAll(IMPORT)].map(([, to = '']) => join(dirname(path), to));
  return new Map(paths.map((path) => [path, new Set(imported(path))]));
}

/** @param {Graph} graph @returns {Graph} */
function folders(graph) {
  /** @type {Graph} */
  const between = new Map();
  for (const [path, others] of graph) {
    const from = dirname(path);
    const known = between.get(from) ?? new Set();
    for (const other of others) if (dirname(other) !== from) known.add(dirname(other));
    between.set(from, known);
  }
  return between;
}

/** A way from a node back to itself; null if there is none. @param {Graph} graph @returns {string[] | null} */
function circle(graph) {
  /** @type {Set<string>} */
  const left = new Set();
  const walk = (/** @type {string} */ node, /** @type {string[]} */ way) => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (left.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const found = walk(next, [...way, node]);
      if (found) return found;
    }
    left.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = walk(node, []);
    if (found) return found;
  }
  return null;
}

/** The circle, with the files that close it. @param {Graph} graph */
function told(graph) {
  const found = circle(folders(graph)) ?? [];
  const legs = found.slice(1).map((to, index) => [...graph].flatMap(([path, others]) => (dirname(path) === found[index] ? [...others].filter((other) => dirname(other) === to).map((other) => `${path} -> ${other}`) : [])));
  return legs.map((files) => files.join(', ')).join('\n');
}

test('no import leads to nowhere', () => {
  const graph = modules();
  assert.ok(graph.size > 50 && (graph.get('app.js')?.size ?? 0) > 10, 'the modules are not where they were');
  for (const [path, others] of graph) for (const other of others) assert.ok(graph.has(other), `${path} imports ${other}`);
});

test('no folders of the page lean on each other', () => {
  assert.equal(told(modules()), '');
});

test('a circle through three folders is found, and named by its files', () => {
  const graph = new Map([['a/x.js', new Set(['b/y.js'])], ['b/y.js', new Set(['c/z.js'])], ['b/w.js', new Set(['b/y.js'])], ['c/z.js', new Set(['a/v.js'])], ['a/v.js', new Set()]]);
  assert.equal(circle(graph), null);
  assert.match(told(/** @type {Graph} */ (graph)), /a\/x\.js -> b\/y\.js\n.*b\/y\.js -> c\/z\.js\n.*c\/z\.js -> a\/v\.js/s);
});
