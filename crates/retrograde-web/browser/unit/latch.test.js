// Which step's board is shown next, on random games: at most five a second, every kind of step among them, and none lost that was chosen.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Latch } from '../../page/js/tabs/watch/latch.js';
import { COLOUR_PAUSE } from '../../page/js/tabs/watch/pace.js';
import { lineOf } from '../../page/js/watch/code.js';
import { readSea } from '../../page/js/watch/record.js';
import { randomGame, seaBytes, seeded, solve } from './oracle.js';

const PAUSE = 200;
const FRAME = 16;

const game = randomGame(seeded(7), 400);
const solved = solve(game);
const sea = readSea(seaBytes(game, solved));

/** How it plays. @param {{ isRunning: boolean, isFast: boolean }} how */
const pace = (how) => /** @type {import('../../page/js/tabs/watch/pace.js').Pace} */ (/** @type {unknown} */ (how));

/** The steps that are drawn while the whole log plays, some steps a frame. @param {{ isRunning: boolean, isFast: boolean }} how @param {number} stride */
function drawn(how, stride) {
  const latch = new Latch(pace(how));
  const shown = [];
  for (let step = 0, now = 1; step <= sea.events; step += stride, now += FRAME) {
    const chosen = latch.choose(sea, step, now);
    if (chosen === null) continue;
    latch.drawn(sea, chosen, now);
    shown.push({ step: chosen, now });
  }
  return shown;
}

test('at rest every step is drawn, and when it plays slowly too', () => {
  const all = Array.from({ length: sea.events + 1 }, (_, step) => step);
  assert.deepEqual(drawn({ isRunning: false, isFast: false }, 1).map(({ step }) => step), all);
  assert.deepEqual(drawn({ isRunning: true, isFast: false }, 1).map(({ step }) => step), all);
});

test('when it plays fast, boards keep their pause', () => {
  const shown = drawn({ isRunning: true, isFast: true }, 1);
  assert.ok(shown.length > 3, String(shown.length));
  for (const [index, { now }] of shown.entries()) assert.ok(index === 0 || now - (shown[index - 1]?.now ?? 0) >= PAUSE, `at ${now}`);
});

/** The value that a step gives. @param {number} step */
const valueAt = (step) => (solved.log[step - 1]?.event === 'mark' ? (solved.log[step - 1]?.value ?? '') : step === sea.events - 1 && sea.positions > sea.order.length ? 'draw' : '');

test('of steps that fly by, one is drawn that tells of something else, unless the colour has just changed', () => {
  const shown = drawn({ isRunning: true, isFast: true }, 1);
  const line = (/** @type {number} */ step) => lineOf(solved.log[step - 1] ?? null);
  let [before, coloured] = [0, -Infinity];
  for (const { step, now } of shown) {
    const running = Math.round((now - 1) / FRAME);
    const isAllowed = (/** @type {number} */ at) => now - coloured >= COLOUR_PAUSE || valueAt(at) === valueAt(before);
    const passed = Array.from({ length: running - before }, (_, at) => before + at + 1);
    assert.ok(isAllowed(step), `step ${step} after ${before}`);
    assert.equal(line(step) !== line(before), passed.some((at) => isAllowed(at) && line(at) !== line(before)), `step ${step} after ${before}`);
    if (valueAt(step) !== valueAt(before)) coloured = now;
    before = step;
  }
});

test('the colour round the board changes at most three times a second, and is that of the shown step', () => {
  for (const stride of [1, 3, 8]) {
    const shown = drawn({ isRunning: true, isFast: true }, stride);
    const changes = shown.filter(({ step }, index) => valueAt(step) !== valueAt(shown[index - 1]?.step ?? 0)).map(({ now }) => now);
    assert.ok(changes.length > 2, `${changes.length} changes at stride ${stride}`);
    changes.forEach((now, index) => assert.ok(index < 3 || now - (changes[index - 3] ?? 0) > 1000, `${changes} at stride ${stride}`));
    const gaps = shown.slice(1).map(({ now }, index) => now - (shown[index]?.now ?? 0));
    assert.ok(Math.max(...gaps) <= COLOUR_PAUSE + 2 * FRAME, `a board stays for ${Math.max(...gaps)} ms`);
  }
});

test('what is chosen stays until it is drawn', () => {
  const latch = new Latch(pace({ isRunning: true, isFast: true }));
  assert.equal(latch.choose(sea, 1, 1), 1);
  assert.equal(latch.choose(sea, 20, 999), 1);
  latch.drawn(sea, 1, 1000);
  assert.equal(latch.choose(sea, 21, 1100), null);
  latch.hurry();
  assert.notEqual(latch.choose(sea, 21, 1100), null);
});

test('issue_26: events that arrive while it plays do not make the board change too soon', () => {
  const how = { isRunning: true, isFast: true };
  const latch = new Latch(pace(how));
  latch.drawn(sea, 20, 1000);
  latch.arrived();
  assert.equal(latch.choose(sea, 21, 1000 + PAUSE - 1), null);
  assert.notEqual(latch.choose(sea, 21, 1000 + COLOUR_PAUSE), null);
  latch.drawn(sea, 21, 1400);
  how.isRunning = false;
  latch.arrived();
  how.isRunning = true;
  assert.notEqual(latch.choose(sea, 22, 1401), null);
});
