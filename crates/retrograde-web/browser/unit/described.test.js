/** The check of painted frames takes a square that lights up for itself, and no other colour. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isAlike } from '../visit/described.js';

const RED = '231,76,60';

test('a square that lights up has its own colour, as a picture of rounded channels has it', () => {
  for (const lit of [RED, '234,104,90', '231,81,66', '243,165,157']) assert.ok(isAlike(RED, lit), lit);
});

test('another colour is another one', () => {
  for (const other of ['44,62,80', '52,73,94', '230,160,60', '236,240,241', '255,255,255', '241,196,15']) assert.ok(!isAlike(RED, other), other);
});
