/**
 * That WATCH never contradicts itself while it plays: what describes one position is of one step, in every frame. Each frame is read after it
 * was painted, pixels of the board included, and compared with the log of the server.
 */

import assert from 'node:assert/strict';

import { describes } from './described.js';
import { Stand, choose, events, ready } from './stand.js';
import { repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./described.js').Painted} Painted */

const stand = Stand.shared();

/** Boards with logs that are long enough for every speed. */
const GAMES = {
  pawn: 'pawn:5/5/2O2/H2H1/OH1X1_r',
  race: 'race:A7/1H1HHHH1/1H3H2/3H1H1H/1HH2H2/3H4/1H1HHH1H/7B_a',
  tictactoe: 'tictactoe:3/3/3_x',
  cannons: 'cannons:0110100110_r',
};
/** The letter of a king and a pawn on one square. */
const CAPTURED = 'C';
/** Colours round the board as the browser computes them. */
const COLOURS = /** @type {Record<string, string>} */ ({ win: 'rgb(86, 180, 233)', loss: 'rgb(255, 140, 66)', tie: 'rgb(224, 176, 64)', none: 'rgb(60, 79, 99)' });
/** Events that the server tells at a time. */
const WINDOW = 4096;

/** Reads so many frames, each after it was painted; equal ones once. @param {Page} page @param {number} frames */
const painted = (page, frames) => page.evaluate(async (most) => {
  const textOf = (/** @type {string} */ part) => document.querySelector(part)?.textContent?.trim() ?? '';
  const afterPaint = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(undefined);
    port2.postMessage(null);
  }));
  const copy = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
  /** The colours in the middle of all squares. */
  const middles = () => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
    const box = canvas.getBoundingClientRect();
    [copy.canvas.width, copy.canvas.height] = [canvas.width, canvas.height];
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height);
    return [...document.querySelectorAll('main .stage [role=gridcell]')].map((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      const x = Math.floor(((left + width / 2 - box.left) / box.width) * canvas.width);
      const y = Math.floor(((top + height / 2 - box.top) / box.height) * canvas.height);
      const at = 4 * (y * canvas.width + x);
      return pixels.data.slice(at, at + 3).join();
    });
  };
  const stage = /** @type {HTMLElement} */ (document.querySelector('main .stage'));
  const see = () => ({
    step: Number(stage.dataset.step),
    frame: getComputedStyle(stage).borderTopColor,
    running: Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value),
    sample: document.querySelector('.sample:not([hidden])')?.textContent ?? '',
    caption: textOf('.words .caption'),
    line: [...document.querySelectorAll('.code-line')].findIndex((line) => line.hasAttribute('aria-current')) + 1,
    current: textOf('.fact-popped'),
    next: [...document.querySelectorAll('.next-board')].map((board) => board.getAttribute('aria-label') ?? ''),
    squares: middles(),
  });
  const all = new Set();
  /** When the colour round the board changed, as the times of frames. It is noted in the frame itself: a busy machine may be late to look. */
  const changes = /** @type {number[]} */ ([]);
  let colour = stage.dataset.lit;
  const observer = new MutationObserver(() => {
    if (stage.dataset.lit !== colour) changes.push(Number(document.timeline.currentTime));
    colour = stage.dataset.lit;
  });
  observer.observe(stage, { attributeFilter: ['data-lit'] });
  for (let frame = 0; frame < most; frame += 1) {
    await afterPaint();
    const { running, ...seen } = see();
    if (running < seen.step) throw new Error(`step ${seen.step} is shown at ${running}`);
    all.add(JSON.stringify(seen));
  }
  observer.disconnect();
  if (document.querySelector('.control-play')?.getAttribute('aria-label') !== 'Pause') throw new Error('the log has ended: begin earlier');
  return { seen: [...all].map((seen) => JSON.parse(seen)), changes };
}, frames);

/** How often the server may say that it has no log yet. */
const MOST_REFUSED = 60;

/** The log of a board from its start. @param {string} pos @returns {Promise<import('./described.js').Happened[]>} */
async function logOf(pos) {
  const log = [];
  let refused = 0;
  for (let total = 1; log.length < total; ) {
    const answer = await stand.ask(`/trace?follow=all&from=${log.length}&n=${WINDOW}&pos=${encodeURIComponent(pos)}`);
    // The page has asked first, and the board is being solved, or a busy machine takes its time.
    if (answer.error) {
      refused += 1;
      if (refused > MOST_REFUSED) throw new Error(JSON.stringify(answer));
      await new Promise((later) => setTimeout(later, 500));
      continue;
    }
    log.push(...answer.events);
    ({ total } = answer);
  }
  return log;
}

/** Plays at a speed from a part of the log on, and compares frames. @param {Page} page @param {string} speed @param {number} part @param {number} frames @param {import('./described.js').Happened[]} log @param {Map<string, string>} colours */
async function compared(page, speed, part, frames, log, colours) {
  await page.locator('.seek').fill(String(Math.floor(part * (await events(page)))));
  await page.locator('.seek').blur();
  await page.waitForSelector('.panel[aria-busy=false]');
  await choose(page, speed);
  await page.keyboard.press('Space');
  const { seen, changes } = /** @type {{ seen: Painted[], changes: number[] }} */ (await painted(page, frames));
  await page.keyboard.press('Space');
  const faults = seen.flatMap((each) => describes(each, log, colours).map((fault) => `${fault}: ${JSON.stringify({ ...each, squares: undefined })}`));
  assert.deepEqual(faults, [], `at ${speed}`);
  changes.forEach((now, index) => assert.ok(index < 3 || now - (changes[index - 3] ?? 0) > 1000, `the colour round the board changes at ${changes}`));
  const isFast = !['1×', '2×'].includes(speed);
  for (const { sample, frame, step } of seen) {
    const { event, move, value = '' } = log[step - 1] ?? {};
    assert.equal(sample.replace(/\D/g, ''), isFast ? String(step) : '', 'the board says that it is a sample');
    // The first board is that of the rest before it.
    if (step !== seen[0]?.step) assert.equal(frame, ((isFast || move === 'pass') && event === 'mark' && COLOURS[value]) || COLOURS.none, `round the board at step ${step}, ${speed}`);
  }
  return new Set(seen.map(({ step }) => step)).size;
}

/** @param {string} pos @param {[string, number, number][]} runs speeds, from which part of the log on, and frames */
const isConsistent = (pos, runs) => (/** @type {import('node:test').TestContext} */ t) =>
  stand.visit(`/b?tab=watch&follow=all#${pos}`, async (page) => {
    const [log] = await Promise.all([logOf(pos), ready(page)]);
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    /** What each letter of a token is painted as. @type {Map<string, string>} */
    const colours = new Map();
    for (const [speed, part, frames] of runs) t.diagnostic(`${speed}: ${await compared(page, speed, part, frames, log, colours)} steps in ${frames} frames`);
    // Where a king has captured the pawn, both are on one square, and the pawn's colour is seen.
    colours.delete(CAPTURED);
    assert.ok(new Set(colours.values()).size === colours.size && colours.size > 1, `letters painted alike: ${JSON.stringify([...colours])}`);
  });

test('all that describes a position is of one step', isConsistent('race:A3/1H2/4/3B_a', [['8×', 0.3, 20], ['32×', 0.5, 20]]));

for (const [game, pos] of Object.entries(GAMES)) {
  const runs = /** @type {[string, number, number][]} */ ([['1×', 0.3, 200], ['8×', 0.4, 200], ['32×', 0.5, 200], ['256×', 0.2, 200]]);
  test(`all that describes a position of ${game} is of one step in 200 frames at four speeds`, repeated(false, 'on four games'), isConsistent(pos, runs));
}
