/** WATCH as a show: how a solve ends, the tour, a room with a projector, a film of it. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { Stand, choose, drawn, ready, textOf } from './stand.js';

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
