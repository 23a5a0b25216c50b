/** A program's output beside the judge's answers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { firstDifference } from '../../page/js/tabs/difference.js';

const ANSWERS = ['Black 0', 'Tie', 'Red 75'];

test('the first line that differs is found, and what is missing or too much', () => {
  /** @type {[string, boolean, import('../../page/js/tabs/difference.js').Difference | null][]} */
  const cases = [
    ['Black 0\nTie\nRed 75\n', true, null],
    ['\ufeffBlack 0\nTie\nRed 75', true, null],
    ['Black  00 \r\n\r\nTie\r\nRed 075', true, null],
    ['Black 0\nRed 3\nRed 7', true, { index: 1, found: 'Red 3', expected: 'Tie' }],
    ['Black 0\ntie\nRed 75', true, { index: 1, found: 'tie', expected: 'Tie' }],
    ['Black 0\nTie\n', true, { index: 2, found: null, expected: 'Red 75' }],
    ['Black 0\nTie\nRed 75\nTie', true, { index: 3, found: 'Tie', expected: null }],
    ['Black 0\nTie\nRed 75\nTie', false, null],
  ];
  for (const [output, isWhole, expected] of cases) assert.deepEqual(firstDifference(output, ANSWERS, isWhole), expected, JSON.stringify(output));
});
