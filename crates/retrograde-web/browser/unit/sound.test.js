import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SHORTEST_GAP, Score, Sound, pitch, tones } from '../../page/js/sound.js';

test('at most twenty notes a second, whatever happens', () => {
  const score = new Score();
  let notes = 0;
  for (let now = 0; now < 1000; now += 1) {
    for (let many = 0; many < 50; many += 1) score.add(many % 2 === 0 ? 'win' : 'queue', now);
    if (score.take(now) !== null) notes += 1;
  }
  assert.equal(notes, 1000 / SHORTEST_GAP);
});

test('of several the rarest is heard, at the depth heard last', () => {
  const score = new Score();
  score.add('queue', 3);
  score.add('loss', 3);
  score.add('loss', 4);
  assert.deepEqual(score.take(0), { voice: 'loss', depth: 4 });
  assert.equal(score.take(1000), null);
});

test('a single event is never late', () => {
  const score = new Score();
  score.add('win', 1);
  assert.notEqual(score.take(10_000), null);
});

test('pitch rises with depth and stays within hearing', () => {
  for (let depth = 1; depth < 400; depth += 1) {
    assert.ok(pitch(depth) >= pitch(depth - 1), `${depth}`);
    assert.ok(pitch(depth) > 100 && pitch(depth) < 4200, `${depth}: ${pitch(depth)}`);
  }
});

test('wins rise, losses fall, the jingle has four notes', () => {
  const [first, second] = tones('win', 5);
  assert.ok(second.hertz > first.hertz);
  const [high, low] = tones('loss', 5);
  assert.ok(low.hertz < high.hertz);
  assert.equal(tones('done', 0).length, 4);
});

test('silent until asked', () => {
  const sound = new Sound();
  assert.equal(sound.isOn, false);
  sound.hear('win', 1);
  assert.equal(sound.score.waiting.size, 0);
});

test('the volume is remembered, and only if it is a volume', () => {
  const kept = new Map();
  const localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  Object.assign(globalThis, { localStorage });
  new Sound().setVolume(0.8);
  assert.equal(new Sound().volume, 0.8);
  new Sound().setVolume(7);
  assert.equal(new Sound().volume, 1);
  kept.set('retrograde.volume', '"loud"');
  assert.equal(new Sound().volume, 0.5);
});
