// The laws that the article states, against brute force: true tables keep them, and no other table does.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LAWS, broken } from '../../page/js/learn/law.js';
import en from '../../page/js/languages/learn-en.js';
import zh from '../../page/js/languages/learn-zh.js';
import { CLAIMS, CLAIM_GAME } from '../../page/js/learn/learn.js';
import { ORDER_GAME, ORDER_PLACES, RING, RING_CLAIMS } from '../../page/js/learn/pictures.js';
import { randomGame, seeded, solve } from './oracle.js';

/** @typedef {import('../../page/js/learn/law.js').Label} Label */
/** @typedef {import('./oracle.js').Node} Node */

/** @param {Node[]} game @returns {Label[]} */
const truth = (game) => {
  const { values } = solve(game);
  return game.map((_, slot) => /** @type {Label} */ (values.get(slot) ?? { value: 'draw' }));
};

/** @param {Node[]} game @param {Label[]} labels */
const breaches = (game, labels) => game.flatMap((_, slot) => broken(game, labels, slot) ?? []);

/** Every label there can be in a table of so many positions. @param {number} size @returns {Label[]} */
const allLabels = (size) => [
  { value: 'draw' },
  .../** @type {const} */ (['win', 'loss', 'tie']).flatMap((value) => Array.from({ length: size + 1 }, (_, depth) => ({ value, depth }))),
];

/** Every table of some labels. @param {Label[]} labels @param {number} size @returns {Generator<Label[]>} */
function* allTables(labels, size) {
  if (size === 0) yield [];
  else for (const rest of allTables(labels, size - 1)) for (const label of labels) yield [...rest, label];
}

test('true tables keep every law', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const game = randomGame(seeded(seed), 1 + (seed % 40));
    assert.deepEqual(breaches(game, truth(game)), [], `seed ${seed}`);
  }
});

test('no other table of a small game keeps every law', () => {
  const met = new Set();
  for (const [size, games] of [[1, 20], [2, 100], [3, 150], [4, 5]]) {
    for (let seed = 1; seed <= games; seed += 1) {
      const game = randomGame(seeded(1000 * size + seed), size);
      const right = JSON.stringify(truth(game));
      for (const labels of allTables(allLabels(size), size)) {
        const found = breaches(game, labels);
        for (const law of found) met.add(law);
        if (found.length === 0) assert.equal(JSON.stringify(labels), right, `size ${size}, seed ${seed}`);
      }
    }
  }
  assert.deepEqual([...met].sort(), [...LAWS].sort(), 'a law that is never broken');
});

test('one forged label breaks a law somewhere', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const game = randomGame(seeded(seed), 12);
    const right = truth(game);
    for (const label of allLabels(12)) {
      for (let slot = 0; slot < 12; slot += 1) {
        const labels = right.with(slot, label);
        if (JSON.stringify(labels) !== JSON.stringify(right)) assert.notDeepEqual(breaches(game, labels), [], `seed ${seed}, slot ${slot}`);
      }
    }
  }
});

test('a win in 1 labelled 3 is found, in the article’s own table', () => {
  const right = truth(CLAIM_GAME);
  const wrong = CLAIMS.flatMap((label, slot) => (broken(CLAIM_GAME, CLAIMS, slot) === null ? [] : [{ slot, label, right: right[slot] }]));
  assert.deepEqual(wrong, [{ slot: 3, label: { value: 'win', depth: 3 }, right: { value: 'win', depth: 1 } }]);
});

test('a position that is not over has a move', () => {
  /** @type {Node[]} */
  const stuck = [{ turn: 0, winner: null, children: [] }];
  for (const label of allLabels(1)) assert.equal(broken(stuck, [label], 0), 'over');
});

test('each law is told in both languages', () => {
  for (const texts of [en, zh]) assert.deepEqual(Object.keys(texts).filter((key) => key.startsWith('learn.law.')), LAWS.map((law) => `learn.law.${law}`));
});

test('the ring in the air breaks a law, and so does every table of it but that of draws', () => {
  assert.notDeepEqual(breaches(RING, RING_CLAIMS), []);
  // Each claim but the last keeps its law: it is the way round that fails.
  assert.deepEqual(RING.flatMap((_, slot) => (broken(RING, RING_CLAIMS, slot) === null ? [] : [slot])), [RING.length - 1]);
  const kept = [...allTables(allLabels(RING.length), RING.length)].filter((labels) => breaches(RING, labels).length === 0);
  assert.deepEqual(kept, [RING.map(() => ({ value: 'draw' }))]);
});

test('each position of the picture of depths stands in the column of its depth, and two have a choice of depths', () => {
  const { values } = solve(ORDER_GAME);
  ORDER_PLACES.forEach(({ name, at }, slot) => assert.equal(values.get(slot)?.depth, at[0], name));
  const choices = ORDER_GAME.map(({ children }) => new Set(children.map((child) => values.get(child)?.depth)).size).filter((depths) => depths > 1);
  assert.equal(choices.length, 2);
});
