/** WATCH as a show: how a solve ends, the tour, a room with a projector, a film of it. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { Stand, choose, drawn, events, ready, textOf } from './stand.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = await Stand.open();
after(() => stand.close());

const SMALL = 'pawn:O2/1HX/1O1_r';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';

/** Plays the log to its end. @param {Page} page */
async function playToTheEnd(page) {
  await ready(page);
  await choose(page, 'max');
  await page.keyboard.press('Space');
  await page.locator('.level-end').waitFor();
}

test('a solve that is played ends like a level: verdict, what was learned, what is next', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    const end = page.getByRole('region', { name: 'Solved!' });
    await playToTheEnd(page);
    assert.match(await textOf(end), /Red loses: Black wins in 2 plies 9 positions: ▲ 4 win · ▼ 5 loss The longest way to an end: 2 plies This board was decided at step \d+ of 26/);
    // Pixels for eyes, a text for all others.
    assert.equal(await end.getByRole('heading', { name: 'Solved!' }).locator('svg').count(), 1);
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    assert.equal(await end.count(), 0, 'it lies over another step');
    await playToTheEnd(page);
    await end.getByRole('button', { name: 'Why?' }).click();
    await page.getByRole('button', { name: 'Why', exact: true, pressed: true }).waitFor();
    assert.equal(await end.count(), 0);
  }));

test('the end of a log that is only looked at is no level’s end', () =>
  stand.visit(`/b?tab=watch&step=26#${SMALL}`, async (page) => {
    await ready(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.waitForTimeout(300);
    assert.equal(await page.locator('.level-end').count(), 0);
    await playToTheEnd(page);
    await page.getByRole('region', { name: 'Solved!' }).getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.locator('.level-end').count(), 0);
  }));

test('a draw ends as what is left, in Chinese in squares of the reader’s own type', () =>
  stand.visit(`/b?tab=watch&lang=zh#${DRAWN}`, async (page) => {
    await ready(page);
    await page.evaluate(() => document.querySelector('.seek')?.dispatchEvent(new Event('focus')));
    await choose(page, '最快');
    await page.keyboard.press('Space');
    const end = page.getByRole('region', { name: '解出来了！' });
    await end.waitFor();
    assert.match(await textOf(end), /它在剩下的局面里/);
    const ink = await end.locator('h2 path').evaluate((path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0);
    assert.ok(ink > 50, `${ink} runs of squares`);
  }));

test('a verdict that is to be guessed is not told at the end', () =>
  stand.visit(`/b?tab=watch&predict=1#${SMALL}`, async (page) => {
    await playToTheEnd(page);
    assert.doesNotMatch(await textOf(page.locator('.level-end')), /wins|decided at/);
  }));

test('two or three neighbours are shown at once, large enough to be read, with how many there are', () =>
  stand.visit(`/b?tab=watch&follow=all#${DRAWN}`, async (page) => {
    await ready(page);
    await page.locator('.seek').fill(String(Math.floor((await events(page)) / 2)));
    await page.waitForSelector('.panel[aria-busy=false]');
    for (const viewport of [{ width: 1280, height: 800 }, { width: 1920, height: 1080 }, { width: 390, height: 844 }]) {
      await page.setViewportSize(viewport);
      let most = 0;
      for (let press = 0; press < 150 && most < 2; press += 1) {
        await page.keyboard.press('ArrowRight');
        await drawn(page);
        const widths = await page.locator('.near-item .mini').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
        assert.ok(widths.length <= 3 && widths.every((width) => width >= 90), `${widths}`);
        if (widths.length > 0 && /\d/.test(await page.locator('.near-more').innerText())) most = Math.max(most, widths.length);
      }
      assert.ok(most >= 2, `${most} of more at ${viewport.width}`);
    }
  }));

test('at the end of a layer the last board stays, greyed', () =>
  stand.visit(`/b?tab=watch#${DRAWN}`, async (page) => {
    await ready(page);
    const board = () => page.locator('main [role=gridcell]').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')).join());
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForSelector('.panel[aria-busy=false]');
    await page.getByText(/^Layer 0 done/).first().waitFor();
    const kept = await board();
    assert.equal(await page.locator('.stage.is-past').count(), 1);
    await page.keyboard.press('ArrowLeft');
    await page.locator('.stage:not(.is-past)').waitFor();
    await drawn(page);
    assert.equal(await board(), kept);
  }));

test('frames stand round squares, not over what is on them', () =>
  stand.visit(`/b?tab=watch&step=60#${DRAWN}`, async (page) => {
    await page.waitForSelector('.panel[aria-busy=false]');
    await drawn(page);
    const inside = await page.evaluate(() => {
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
      const { data, width, height } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
      const at = (/** @type {number} */ x, /** @type {number} */ y) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)].join();
      const yellow = '241,196,15';
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const isCorner = [0, 1, 2, 8, 15, 16].every((step) => at(x + step, y) === yellow && at(x, y + step) === yellow);
          if (isCorner) return Array.from({ length: 13 }, (_, step) => at(x + 2 + step, y + 2));
        }
      }
      return [];
    });
    assert.equal(inside.length, 13, 'no frame');
    assert.ok(new Set(inside).size > 1, `a line over the piece: ${inside[0]}`);
  }));

test('key moments are marked on the line of time, and lead there', () =>
  stand.visit(`/b?tab=watch#${DRAWN}`, async (page) => {
    await ready(page);
    const moments = page.getByRole('group', { name: 'Key moments of the log' }).getByRole('button');
    await page.getByRole('button', { name: /^The board that was asked about is decided/ }).waitFor();
    const names = await moments.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    assert.equal(names.length, 4);
    for (const [index, name] of names.entries()) {
      await moments.nth(index).click();
      await drawn(page);
      assert.equal(await page.locator('.seek').inputValue(), /step (\d+)/.exec(name)?.[1]);
    }
    const boxes = await moments.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    const line = await page.locator('.seek').boundingBox();
    boxes.forEach((box, index) => assert.ok(box.left >= (boxes[index - 1]?.right ?? line?.x ?? 0) && box.right <= (line?.x ?? 0) + (line?.width ?? 0) + 1));
  }));
