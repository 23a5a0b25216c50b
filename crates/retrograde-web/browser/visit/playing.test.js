/** The log in WATCH, played at any speed, and that a step's picture does not depend on the way there. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { SLOW, Stand, WINDOW, changes, choose, drawn, events, frameWork, inWindows, median, noteFrameWork, ready, step } from './stand.js';

const stand = await Stand.open();
after(() => stand.close());

const SMALL = 'pawn:O2/1HX/1O1_r';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const OPEN = 'pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r';

/** Everything that a step shows: pixels of sea and board, counts, caption. @param {import('playwright-core').Page} page */
const picture = (page) => page.evaluate(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const isBusy = () => !document.querySelector('.panel[aria-busy=false]');
  // What was asked for is drawn two frames later; what had to be fetched first, two frames after that.
  for (let calm = 0; calm < 2; calm = isBusy() ? 0 : calm + 1) await frame();
  const pixels = [...document.querySelectorAll('.sea-canvas, .paint')].map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL());
  const texts = ['.counts', '.facts', '.words .caption', '.near', '.code [aria-current]'].map((part) => document.querySelector(part)?.textContent ?? '');
  return [...pixels, ...texts].join('\n');
});

for (const [name, pos, follow] of [['an answer', SMALL, 'answer'], ['a draw’s answer', DRAWN, 'answer']]) {
  test(`forwards and back over the whole log of ${name}, every step is the same picture`, () =>
    stand.visit(`/b?tab=watch&follow=${follow}#${pos}`, async (page) => {
      await ready(page);
      const total = Math.min(60, await events(page));
      const forwards = [await picture(page)];
      for (let at = 1; at <= total; at += 1) {
        await page.keyboard.press('ArrowRight');
        forwards.push(await picture(page));
      }
      for (let at = total - 1; at >= 0; at -= 1) {
        await page.keyboard.press('ArrowLeft');
        assert.ok((await picture(page)) === forwards[at], `step ${at} is another picture`);
      }
    }, { reducedMotion: 'reduce' }));
}

/** How often a seek is timed, and what the quickest may take, in milliseconds: another program takes the processor from some of them, never gives any. */
const SEEKS = 7;
const SLOWEST_SEEK = 250 * SLOW;

/** Seeks by the slider; milliseconds until the step is drawn. @param {import('playwright-core').Page} page @param {number} to */
const seek = (page, to) => page.evaluate(async (there) => {
  const slider = /** @type {HTMLInputElement} */ (document.querySelector('.seek'));
  const from = performance.now();
  slider.value = String(there);
  slider.dispatchEvent(new Event('input'));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - from;
}, to);

test('a seek into millions of events is exact and quick', (t) =>
  stand.visit(`/b?tab=watch&follow=all#${OPEN}`, async (page) => {
    await ready(page);
    const total = await events(page);
    assert.ok(total > 1_000_000, `${total}`);
    await page.waitForFunction(() => /** @type {HTMLElement} */ (document.querySelector('.sea-canvas')).clientWidth > 0);
    const middle = Math.floor(total / 2);
    /** @type {number[]} */
    const times = [];
    for (let time = 0; time < SEEKS; time += 1) {
      times.push(await seek(page, middle));
      assert.equal(await step(page), middle);
      if (time < SEEKS - 1) await seek(page, 0);
    }
    const there = await picture(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.seek').fill(String(middle));
    assert.equal(await step(page), middle);
    assert.ok((await picture(page)) === there, 'the same step, another picture');
    t.diagnostic(`seeks over ${middle} events: ${times.map((time) => time.toFixed(1)).join(' ')} ms, median ${median(times).toFixed(1)}`);
    assert.ok(Math.min(...times) < SLOWEST_SEEK, `${times} ms`);
  }, { reducedMotion: 'reduce' }));

/** An open maze: its answer alone has half a million events. */
const MAZE = `race:A29/${Array.from({ length: 28 }, () => 30).join('/')}/29B_a`;
/** How often board, caption and rule change in a window of two seconds; a processor slowed on purpose need not keep pace. */
const FEWEST = SLOW > 1 ? 3 : 5;
/** @param {Record<string, number>} counts */
const areTold = (counts) => Object.values(counts).every((count) => count >= FEWEST);

/** Plays on from a third of the log: at full speed what is left is over in seconds. @param {import('playwright-core').Page} page */
async function playFromAThird(page) {
  await page.locator('.seek').fill(String(Math.floor((await events(page)) / 3)));
  const play = page.getByRole('button', { name: 'Play', exact: true });
  await drawn(page);
  if (await play.isVisible()) await play.click();
  // What lit up by hand fades, which is no news.
  await page.waitForTimeout(500);
}

/** Counts changes of a log that plays, and that has not ended. @param {import('playwright-core').Page} page */
async function changesOfPlaying(page) {
  if ((await step(page)) > 0.6 * (await events(page))) await playFromAThird(page);
  return changes(page);
}

for (const [name, path] of /** @type {const} */ ([['an open board', `/b?tab=watch&follow=all#${OPEN}`], ['the answer of a large maze', `/b?tab=watch&follow=answer#${MAZE}`]])) {
  test(`${name} is told at any speed, and asks for a few windows of its log at a time`, (t) =>
    stand.visit(path, async (page) => {
      const underway = new Set();
      let [most, all] = [0, 0];
      page.on('request', (request) => {
        if (!request.url().includes('/trace')) return;
        underway.add(request);
        all += 1;
        most = Math.max(most, underway.size);
      });
      for (const end of /** @type {const} */ (['requestfinished', 'requestfailed'])) page.on(/** @type {'requestfailed'} */ (end), (request) => underway.delete(request));
      await ready(page);
      const speed = page.locator('.speed');
      const seconds = (await events(page)) / Number.parseFloat((await speed.innerText()).replace(/\s/g, '')) / 2;
      assert.ok(seconds > 600, 'a long log starts at a speed that shows its steps');
      for (const wanted of [await speed.innerText(), '4096×', 'max']) {
        await choose(page, wanted);
        await playFromAThird(page);
        const { last, all: counts } = await inWindows(page, () => changesOfPlaying(page), areTold);
        t.diagnostic(`${name} at ${wanted}: ${JSON.stringify(counts)}, ${all} requests so far, ${most} at a time`);
        assert.ok(areTold(last), `at ${wanted}: ${JSON.stringify(counts)} changes`);
      }
      await page.keyboard.press('Space');
      assert.ok(most <= 5, `${most} windows at a time`);
    }));
}

/** What a frame and the page's own work on it may take at the median of the best window, in milliseconds: a quiet machine shows sixty a second. */
const SLOWEST_FRAME = 50 * SLOW;
const MOST_WORK = 33 * SLOW;

/** The times between the frames of a window. @param {import('playwright-core').Page} page */
const paces = (page) => page.evaluate((most) => new Promise((/** @type {(frames: number[]) => void} */ done) => {
  /** @type {number[]} */
  const times = [];
  const frame = (/** @type {number} */ now) => {
    times.push(now);
    if (now - (times[0] ?? now) < most) requestAnimationFrame(frame);
    else done(times.slice(1).map((time, index) => time - (times[index] ?? 0)));
  };
  requestAnimationFrame(frame);
}), WINDOW);

test('frames keep coming while a sea of a million pixels fills at full speed', (t) =>
  stand.visit(`/b?tab=watch&follow=all#${OPEN}`, async (page) => {
    await ready(page);
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Enlarge' }).click();
    const [across, down] = await page.evaluate(() => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (document.querySelector('.sea-canvas'));
      return [width, height];
    });
    assert.ok((across ?? 0) * (down ?? 0) >= 990_000);
    await noteFrameWork(page);
    const { last } = await inWindows(page, async () => {
      // Each window sees it fill from the start: the log is over in nine seconds.
      await page.keyboard.press('r');
      await frameWork(page);
      const frames = await paces(page);
      const work = (await frameWork(page)).sort((one, other) => one - other);
      const told = { frame: median(frames), work: median(work), late: work[Math.floor(0.95 * work.length)] ?? Infinity, frames: frames.length };
      t.diagnostic(`sea of ${across}x${down}: median frame ${told.frame.toFixed(1)} ms; work on one ${told.work.toFixed(1)} ms, p95 ${told.late.toFixed(1)} ms, of ${told.frames}`);
      return told;
    }, ({ frame, work, frames }) => frames > 10 && frame <= SLOWEST_FRAME && work <= MOST_WORK);
    assert.ok(last.frame <= SLOWEST_FRAME && last.work <= MOST_WORK && last.frames > 10, JSON.stringify(last));
  }, { viewport: { width: 1100, height: 1300 } }));
