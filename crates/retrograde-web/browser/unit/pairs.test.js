/** The steps of the proof of the race: what they show of a report, and of reports without pairs. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { numerals, pairSteps } from '../../page/js/games/pairs.js';

/** What every report says of its position. */
const HEAD = /** @type {any} */ ({ game: 'race', pos: '', turn: 'a', value: 'loss', winner: 'b' });
/** Of `race:A1H/H1H/H1B_a`: one path alone, on which both must meet. */
const REPORT = { ...HEAD, length: 4, size: 8, layers: [['a1'], ['b1'], ['b2'], ['b3'], ['c3']], rounds: [{ layer: 2, partners: [['b2']] }, { layer: 1, partners: [['b3']] }, { layer: 0, partners: [['c3']] }] };
/** Of `race:A1/1B_a`, where B can follow on either side. */
const SQUARE = { ...HEAD, length: 2, size: 9, layers: [['a1'], ['b1', 'a2'], ['b2']], rounds: [{ layer: 1, partners: [['b1'], ['a2']] }, { layer: 0, partners: [['b2']] }] };

test('a step for the layers, one for the middle, one for each square of A before it, and the end', () => {
  const steps = pairSteps(REPORT);
  assert.deepEqual(steps.map(({ key }) => key), ['layers', 'middle', 'every', 'every', 'end.b']);
  const [all, middle, first, last, end] = steps;
  assert.deepEqual([all.layers, middle.layers, first.layers, last.layers], [[0, 1, 2, 3, 4], [2], [1, 3], [0, 4]]);
  assert.deepEqual([first.from, first.next, first.partners, first.others], ['b1', ['b2'], ['b3'], []]);
  assert.deepEqual([end.from, end.next], ['a1', ['b1']]);
});

test('a square from which B cannot answer is told with the step of A that it cannot follow', () => {
  // A's second square of the middle has no partner: whatever leads there is lost for B.
  const slipped = { ...SQUARE, winner: 'a', rounds: [{ layer: 1, partners: [['b1'], []] }, { layer: 0, partners: [[]] }] };
  const steps = pairSteps(slipped);
  assert.deepEqual(steps.map(({ key }) => key), ['layers', 'middle', 'none', 'end.a']);
  assert.deepEqual(steps[2].others, ['b2']);
  assert.deepEqual(steps[2].params.failing, { square: 'b2', to: 'a2' });
});

test('an odd length decides alone, and too large a board shows nothing', () => {
  assert.deepEqual(pairSteps({ ...HEAD, length: 1, size: 2, layers: [['a1'], ['b1']], rounds: [] }).map(({ key }) => key), ['layers', 'odd']);
  const [only, ...others] = pairSteps({ ...HEAD, length: 598, size: 18_090_000, layers: [], rounds: [] });
  assert.deepEqual([only.key, only.params, others.length], ['large', { size: 18_090_000 }, 0]);
});

test('squares have their steps from the nearer home, and homes, where tokens stand, have none', () => {
  assert.deepEqual(numerals(REPORT.layers), [['b1', 1], ['b2', 2], ['b3', 1]]);
  assert.deepEqual(numerals(SQUARE.layers), [['b1', 1], ['a2', 1]]);
});
