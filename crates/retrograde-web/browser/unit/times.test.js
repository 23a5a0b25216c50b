/** The table of P7387 has the judge's subtasks, as the program knows them, and only figures that were measured. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { LARGEST, MEASURED } from '../../page/js/learn/times.js';

const SOURCE = new URL('../../../retrograde-games/src/cannons/p7387.rs', import.meta.url);

test('the table has a row for each subtask, with a time for each method that answers it', () => {
  const list = /static SUBTASKS: [^=]*= \[(.*?)\n\];/s.exec(readFileSync(SOURCE, 'utf8'))?.[1] ?? '';
  const longest = [...list.matchAll(/number: ([\d_]+)/g)].map(([, number]) => Number(number?.replaceAll('_', '')));
  assert.ok(longest.length > 3, 'the subtasks are not where they were');
  assert.deepEqual(MEASURED.map((row) => row.longest), longest);
  for (const { longest: length, table, theorem } of MEASURED) {
    assert.ok(theorem > 0, `the theorem at ${length}`);
    assert.ok(length > LARGEST.longest ? table === null : (table ?? 0) > 0, `the table at ${length}`);
  }
  assert.ok(LARGEST.table > 0 && LARGEST.bytes > 0);
});
