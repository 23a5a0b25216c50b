import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MOST_LATE, SHORTEST_GAP, Score, Sound, pitch, tones } from '../../page/js/watch/sound.js';

/** When the notes that come at these times begin, of those that are heard. @param {number[]} times */
function heard(times) {
  const score = new Score();
  return times.map((time) => score.place(time)).filter((at) => at !== null);
}

test('every note is heard up to twenty a second, however they bunch', () => {
  const steady = Array.from({ length: 100 }, (_, index) => 50 * index);
  assert.deepEqual(heard(steady), steady);
  const bunched = Array.from({ length: 100 }, (_, index) => 1000 * Math.floor(index / 20));
  assert.equal(heard(bunched).length, 100);
  const few = [0, 0, 0, 400, 400, 400, 401];
  assert.deepEqual(heard(few), [0, 50, 100, 400, 450, 500, 550]);
});

test('of more, twenty a second are heard, soon after they come', () => {
  const times = Array.from({ length: 20_000 }, (_, index) => index / 2);
  const notes = heard(times);
  const late = new Score();
  let latest = 0;
  for (const time of times) {
    const at = late.place(time);
    if (at !== null && time > 2000) latest = Math.max(latest, at - time);
  }
  for (let second = 0; second < 10; second += 1) {
    const count = notes.filter((at) => at >= 1000 * second && at < 1000 * (second + 1)).length;
    assert.equal(count, 20, `second ${second}`);
  }
  assert.ok(latest <= MOST_LATE, `${latest} ms`);
});

test('of each kind the same share is heard, though some come one by one and others in bunches', () => {
  for (const bunch of [1, 4, 12]) {
    const score = new Score();
    const came = { win: 0, loss: 0 };
    const heard = { win: 0, loss: 0 };
    const note = (/** @type {'win' | 'loss'} */ kind, /** @type {number} */ time) => {
      came[kind] += 1;
      if (score.place(time, kind) !== null) heard[kind] += 1;
    };
    for (let frame = 0; frame < 1200; frame += 1) {
      note('loss', 16 * frame);
      if (frame % bunch === 0) for (let each = 0; each < bunch; each += 1) note('win', 16 * frame);
    }
    const [wins, losses] = [heard.win / came.win, heard.loss / came.loss];
    assert.ok(wins > 0.1 && Math.abs(wins - losses) < 0.05, `in bunches of ${bunch}: ${wins} of the wins, ${losses} of the losses`);
  }
});

test('what is sure is heard among many, at once', () => {
  const score = new Score();
  for (let time = 0; time < 1000; time += 1) score.place(time);
  const at = score.place(1000, 'win', true);
  assert.ok(at !== null && at <= 1000 + MOST_LATE, String(at));
});

test('pitch rises with depth and stays within hearing', () => {
  for (let depth = 1; depth < 400; depth += 1) {
    assert.ok(pitch(depth) >= pitch(depth - 1), `${depth}`);
    assert.ok(pitch(depth) > 100 && pitch(depth) < 4200, `${depth}: ${pitch(depth)}`);
  }
});

test('whatever enters the queue beeps; wins rise, losses fall, the hum is low, the jingle has four notes', () => {
  const [beep] = tones('queue', 5);
  for (const note of /** @type {const} */ (['win', 'loss', 'tie'])) assert.deepEqual(tones(note, 5)[0], beep);
  const [, first, second] = tones('win', 5);
  assert.ok(second.hertz > first.hertz);
  const [, high, low] = tones('loss', 5);
  assert.ok(low.hertz < high.hertz);
  assert.ok(tones('hum', 5).every(({ hertz, seconds }) => hertz < 60 && seconds > 1));
  assert.equal(tones('done', 0).length, 4);
});

test('silent until asked', () => {
  const sound = new Sound();
  assert.equal(sound.isOn, false);
  sound.hear('win', 1);
  sound.mark('hum', 0);
  assert.equal(sound.score.came.length, 0);
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

test('a kind of sound that is silenced is not heard, and the others are', () => {
  const sound = new Sound();
  /** @type {string[]} */
  const played = [];
  sound.isOn = true;
  sound.context = /** @type {any} */ ({ currentTime: 0 });
  sound.play = (voice) => played.push(voice);
  sound.mute('steps', true);
  sound.mute('loss', true);
  for (const note of /** @type {const} */ (['win', 'loss', 'pop', 'relax', 'tie'])) sound.hear(note, 1, true);
  for (const moment of /** @type {const} */ (['layer', 'done', 'move'])) sound.mark(moment, 1);
  assert.deepEqual(played, ['win', 'tie', 'layer', 'done', 'move']);
  sound.mute('loss', false);
  sound.hear('loss', 1, true);
  assert.equal(played.at(-1), 'loss');
});
