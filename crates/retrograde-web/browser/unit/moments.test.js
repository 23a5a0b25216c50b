import assert from 'node:assert/strict';
import { test } from 'node:test';

import { spread } from '../../page/js/watch/moments.js';
import { seeded } from './oracle.js';

test('moments that have room are where they belong', () => {
  assert.deepEqual(spread([20, 60, 90], 25, 100), [20, 60, 90]);
  assert.deepEqual(spread([], 25, 100), []);
});

test('moments that crowd stay in order, apart and on the line', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seeded(seed);
    const ideal = Array.from({ length: 5 }, () => random() * 200).sort((one, other) => one - other);
    const places = spread(ideal, 25, 187.5);
    places.forEach((place, index) => {
      assert.ok(place <= 187.5 && place >= 12.5, `seed ${seed}: ${places}`);
      if (index > 0) assert.ok(place - (places[index - 1] ?? 0) >= 25 - 1e-9, `seed ${seed}: ${places}`);
    });
  }
});
