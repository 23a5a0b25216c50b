// The values that the nodes of a graph show at a step.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nodeMarks } from '../../page/js/watch/nodes.js';

test('a node shows the value that it has at a step, and the rest becomes draws', () => {
  const log = [{ event: 'seed', step: 0, pos: 'graph:x_3', value: 'loss', depth: 0 }, { event: 'pop', step: 1, pos: 'graph:x_3', value: 'loss', depth: 0 },
    { event: 'mark', step: 2, pos: 'graph:x_1', value: 'win', depth: 1 }, { event: 'relax', step: 3, pos: 'graph:x_2', open: 1, of: 2 }, { event: 'rest', step: 4, draw: 1 }];
  const at = (/** @type {number} */ step) => [...nodeMarks(/** @type {any} */ (log.slice(0, step)), ['1', '2', '3'], step > 4)].map(([name, { value, depth }]) => [name, value, depth]).sort();
  assert.deepEqual(at(0), []);
  assert.deepEqual(at(2), [['3', 'loss', 0]]);
  assert.deepEqual(at(4), [['1', 'win', 1], ['3', 'loss', 0]]);
  assert.deepEqual(at(5), [['1', 'win', 1], ['2', 'draw', undefined], ['3', 'loss', 0]]);
});
