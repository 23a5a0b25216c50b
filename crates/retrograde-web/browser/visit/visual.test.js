/**
 * The visual as it was first described, counted: neighbours that glow in the colours of their values, how much of the screen lights up,
 * what is heard, where playing stops, and the plain look. The counts are in the tests' diagnostics; what takes its time is in `lights.test.js`.
 */

import assert from 'node:assert/strict';

import { countLights, found, lights, listen, notes } from './noted.js';
import { DESK, PHONE, Stand, choose, drawn, ready, step, textOf } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

/** The fifth sample of P9169. */
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
/** Wins, losses, ties; wins, losses, draws. */
const SMALL = 'pawn:O2/1HX/1O1_r';
const TIED = 'cannons:01100_r';
const DRAWN = 'pawn:3O/1H2/3X/3O_b';

/** What WCAG 2.3.1 allows to flash more than three times a second: a quarter of ten degrees of the view, in CSS pixels. */
const FIELD = { width: 341, height: 256 };
const MOST_LIT_AREA = (FIELD.width * FIELD.height) / 4;

/** The lit area's bound: every thumbnail in sight, without its picture, as if all were lit at once; the most of it in any field of the view. @param {Page} page */
const litArea = (page) => page.evaluate(({ width, height }) => {
  const box = (/** @type {Element | null | undefined} */ element) => element?.getBoundingClientRect() ?? new DOMRect();
  const room = box(document.querySelector('.near-box'));
  const overlap = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right), top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  const area = (/** @type {{ left: number, right: number, top: number, bottom: number }} */ part) => Math.max(0, part.right - part.left) * Math.max(0, part.bottom - part.top);
  const items = [...document.querySelectorAll('.near-item')];
  const inField = (/** @type {DOMRect} */ field) => items.reduce((sum, item) => {
    const seen = overlap(field, room);
    const within = new DOMRect(seen.left, seen.top, Math.max(0, seen.right - seen.left), Math.max(0, seen.bottom - seen.top));
    return sum + area(overlap(box(item), within)) - area(overlap(box(item.querySelector('.mini')), within));
  }, 0);
  // A field that holds the most begins at the edge of a thumbnail or ends at one.
  const lefts = items.flatMap((item) => [box(item).left, box(item).right - width]);
  const tops = items.flatMap((item) => [box(item).top, box(item).bottom - height]);
  return { items: items.length, most: Math.max(...lefts.flatMap((left) => tops.map((top) => inField(new DOMRect(left, top, width, height))))) };
}, FIELD);

test('what lights up stays below the area that may flash, on screens of all sizes', ONLY_WITH_ALL, (t) =>
  stand.visit(`/b?tab=watch&follow=all&step=30000#${FIFTH}`, async (page) => {
    await ready(page);
    await choose(page, '32×');
    for (const viewport of [DESK, PHONE, { width: 820, height: 1180 }, { width: 1920, height: 1080 }, { width: 1024, height: 600 }]) {
      await page.setViewportSize(viewport);
      await page.keyboard.press('Space');
      await page.waitForFunction(() => document.querySelectorAll('.near li').length > 3 && !document.querySelector('.near li:empty, .near-none'));
      const { items, most } = await litArea(page);
      t.diagnostic(`${viewport.width}x${viewport.height}: ${items} thumbnails, at most ${Math.round(most)} of ${MOST_LIT_AREA} pixels`);
      assert.ok(items > 1 && most > 0);
      assert.ok(most < MOST_LIT_AREA, `${most} pixels`);
      await page.keyboard.press('Space');
    }
  }));

for (const [name, speed, reducedMotion] of /** @type {const} */ ([['above 32×', 'max', 'no-preference'], ['where less motion is wanted', '8×', 'reduce']])) {
  test(`${name} neighbours glow steadily in their values' colours`, () =>
    stand.visit(`/b?tab=watch&step=60#${FIFTH}`, async (page) => {
      await ready(page);
      await choose(page, speed);
      // The step that the visit begins with lights up by itself, as soon as its events are there.
      await page.waitForSelector('.panel[aria-busy=false]');
      await drawn(page);
      await drawn(page);
      await countLights(page);
      await page.keyboard.press('Space');
      await page.locator(':is(.near-win, .near-loss).is-glowing').first().waitFor();
      assert.deepEqual(await lights(page), []);
    }, { reducedMotion }));
}

test('what is decided beeps by hand, too, and sound off is silence', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await listen(page);
    await page.keyboard.press('Shift+ArrowRight');
    await drawn(page);
    const { beep: seeds } = await notes(page);
    assert.ok(seeds > 0);
    const before = await found(page);
    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press('ArrowRight');
      await drawn(page);
    }
    const [now, heard] = [await found(page), await notes(page)];
    assert.ok(now.win + now.loss > before.win + before.loss, 'nothing was found');
    assert.deepEqual([heard.win, heard.loss], [now.win - before.win, now.loss - before.loss]);
    await page.keyboard.press('m');
    await page.keyboard.press('End');
    await drawn(page);
    assert.deepEqual(await notes(page), heard);
  }));

/** The step at which ties begin or the rest is drawn. @param {Page} page @param {string} pos */
async function humming(page, pos) {
  const { events } = await stand.ask(`/trace?follow=all&n=4096&pos=${encodeURIComponent(pos)}`);
  const index = events.findIndex((/** @type {{ event: string, value?: string }} */ { event, value }) => event === 'pop' && value === 'tie');
  return index < 0 ? Number(await page.locator('.seek').getAttribute('max')) - 1 : index + 1;
}

/** How that moment is passed. @type {Record<string, (page: Page) => Promise<void>>} */
const WAYS = {
  'stepping by hand': async (page) => {
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  },
  'seeking past it': (page) => page.keyboard.press('End'),
  'playing slowly': async (page) => {
    await choose(page, '2×');
    await page.keyboard.press('Space');
  },
  'playing as fast as it goes': async (page) => {
    await choose(page, 'max');
    await page.keyboard.press('Space');
  },
};

test('the hum is heard when ties begin and when the rest is drawn, however that moment is passed', ONLY_WITH_ALL, async () => {
  for (const pos of [DRAWN, TIED]) {
    await stand.visit(`/b?tab=watch&follow=all#${pos}`, async (page) => {
      await listen(page);
      const moment = await humming(page, pos);
      const { hum } = await notes(page);
      assert.equal(hum, 0);
      for (const [way, [name, pass]] of Object.entries(WAYS).entries()) {
        await page.locator('.seek').fill(String(moment - 2));
        await page.locator('.seek').blur();
        await drawn(page);
        await pass(page);
        await page.waitForFunction((step) => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) >= step, moment);
        await drawn(page);
        await page.evaluate(() => /** @type {HTMLElement | null} */ (document.querySelector('.control-play[aria-label="Pause"]'))?.click());
        assert.equal((await notes(page)).hum, way + 1, `${pos}: ${name}`);
      }
    });
  }
});

test('playing stops at the key steps, and says which they are', () =>
  stand.visit(`/b?tab=watch&follow=all#${DRAWN}`, async (page) => {
    await ready(page);
    await page.keyboard.press('k');
    assert.equal(await page.locator('.control-stops').getAttribute('aria-pressed'), 'true');
    await choose(page, 'max');
    const last = Number(await page.locator('.seek').getAttribute('max'));
    for (const [from, told] of /** @type {const} */ ([[0, /first win is found/], [0, /first loss is found/], [last - 100, /rest is drawn/]])) {
      if (from > 0) {
        await page.locator('.seek').fill(String(from));
        await page.locator('.seek').blur();
      }
      await page.keyboard.press('Space');
      await page.locator('#toast', { hasText: told }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).count(), 1, 'it has not stopped');
    }
    assert.match(await textOf(page.locator('#toast')), /asked about is decided/);
    assert.equal(await step(page), Number(await page.locator('.seek').getAttribute('max')) - 1);
  }));

test('the queue shows what comes next as small boards', () =>
  stand.visit(`/b?tab=watch&follow=all&step=20000#${FIFTH}`, async (page) => {
    await ready(page);
    const boards = page.locator('.facts .next-board');
    await boards.first().waitFor();
    assert.equal(await boards.count(), 4);
    assert.match((await boards.first().getAttribute('aria-label')) ?? '', /^#\d+ [▲▼] \d+$/);
    const painted = await boards.locator('canvas').evaluateAll((all) => all.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()));
    assert.ok(new Set(painted).size > 1, 'all alike');
  }));

test('the plain look of a row of cannons has no ground but its squares', () =>
  stand.visit('/b?tab=play#cannons:01100_r', async (page) => {
    await page.getByText('4 legal moves').first().waitFor();
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await drawn(page);
    const [corner, rim] = await page.locator('main .stage canvas.paint').evaluate((element) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return [pixels?.[3], pixels?.at(-1)];
    });
    assert.deepEqual([corner, rim], [0, 255]);
  }));

test('the plain look paints squares in the colours of the description, and is kept', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await ready(page);
    const corners = () => page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d', { willReadFrequently: true }));
      context.drawImage(canvas, 0, 0);
      const at = (/** @type {number} */ column, /** @type {number} */ row) =>
        [...context.getImageData(9 + 16 * column + 8, 9 + 16 * row + 8, 1, 1).data.slice(0, 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('');
      const ground = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((channel) => channel.toString(16).padStart(2, '0')).join('');
      return { ground, wall: at(3, 0), floor: at(0, 0), red: at(2, 4) };
    });
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await drawn(page);
    const wanted = { ground: '2c3e50', wall: '34495e', floor: 'ecf0f1', red: 'e74c3c' };
    assert.deepEqual(await corners(), wanted);
    await page.reload();
    await ready(page);
    await drawn(page);
    assert.deepEqual(await corners(), wanted);
    await page.getByRole('button', { name: 'Plain', exact: true }).click();
    await drawn(page);
    assert.notDeepEqual(await corners(), wanted);
  }));

/** The colours of a rectangle of the board's canvas, row by row. @param {Page} page @param {[number, number]} square column and row @param {[number, number, number, number]} of pixels of art from its corner, across and down */
const art = (page, [col, row], [x, y, width, height]) => page.evaluate(([left, top, across, down]) => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
  const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(left, top, across, down);
  const colours = Array.from({ length: across * down }, (_, at) => [...data.slice(4 * at, 4 * at + 3)].join());
  return Array.from({ length: down }, (_, line) => colours.slice(line * across, (line + 1) * across));
}, [9 + 16 * col + x, 9 + 16 * row + y, width, height]);
/** What Chromium says of a picture that is read often. */
const READ = ['Multiple readback operations'];

test('the arrow of a move stays below the depth on the square that it leads to', () =>
  stand.visit(`/b?tab=play&flip=1#${SMALL}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    // On the turned board it comes from below, where the depth is.
    const row = page.locator('section[aria-busy=false] .move-list tbody tr', { hasText: 'a1–a2' });
    await row.getByText('loss').waitFor();
    const at = /** @type {[number, number]} */ ([2, 1]);
    // The numeral of one digit, and what is left and right of it.
    const read = () => Promise.all([art(page, at, [6, 9, 5, 5]), art(page, at, [1, 1, 15, 15])]);
    await page.mouse.move(0, 0);
    await drawn(page);
    const [numeral, square] = await read();
    await row.hover();
    await drawn(page);
    const [after, crossed] = await read();
    assert.notDeepEqual(crossed, square, 'there is an arrow');
    assert.deepEqual(after, numeral);
  }, { complaints: READ }));

test('the hands of dobutsu have the names of their sides, in pixels and in words', () =>
  stand.visit('/b?tab=play#dobutsu:gle/1c1/1C1/ELG_sente', async (page) => {
    await page.locator('.move-list').waitFor();
    await drawn(page);
    const labels = await page.locator('main [role=gridcell][aria-label*=" hand"]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')?.split(', ')[1]));
    assert.deepEqual(labels, [...Array(3).fill('gote\'s hand'), ...Array(3).fill('sente\'s hand')]);
    // Above the middle of its three squares.
    const rows = async (/** @type {number} */ line) => (await art(page, [4, line], [14, -7, 21, 5])).map((row) => row.map((colour) => (colour === '116,129,141' ? '#' : '.')).join(''));
    assert.deepEqual(await rows(0), ['....##..#..###.###...', '...#...#.#..#..#.....', '...#.#.#.#..#..##....', '...#.#.#.#..#..#.....', '....##..#...#..###...']);
    assert.deepEqual(await rows(3), ['..##.###.##..###.###.', '.#...#...#.#..#..#...', '..#..##..#.#..#..##..', '...#.#...#.#..#..#...', '.##..###.#.#..#..###.']);
  }, { complaints: READ, refusals: [404] }));
