/**
 * How the places look, in miniature: screenshots shrunk to a few thousand pixels, compared with those in `looks/`. Fonts differ between
 * machines and numbers between runs; a tab that is empty, clipped, uncoloured or moved about differs by more.
 *
 *   LOOKS=keep npm run visit -- looks     takes what is there as what it should be
 */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DESK, PHONE, Stand, drawn, quiet } from './stand.js';
import { repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const KEPT = fileURLToPath(new URL('looks/', import.meta.url));
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
const MAZE = 'race:A7/1H1HHHH1/1H3H2/3H1H1H/1HH2H2/3H4/1H1HHH1H/7B_a';
/** One pixel of the miniature stands for so many of the screen, across and down. */
const SHRINK = 16;
/** The mean difference of a channel that is no gross change, of 255. */
const MOST = 3;

/** Shrinks a screenshot; returns it as a PNG and as its channels. @param {Page} page @param {Buffer} png @param {number} by */
function shrink(page, png, by) {
  return page.evaluate(async ([base64, by]) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width / by);
    canvas.height = Math.round(image.height / by);
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const channels = [...context.getImageData(0, 0, canvas.width, canvas.height).data];
    return { png: canvas.toDataURL().split(',')[1] ?? '', channels };
  }, /** @type {const} */ ([png.toString('base64'), by]));
}

/** The mean difference of two pictures' channels. @param {number[]} some @param {number[]} others */
const difference = (some, others) => some.reduce((sum, channel, index) => sum + Math.abs(channel - (others[index] ?? 0)), 0) / some.length;

/** Compares what is on the screen with the picture that is kept under a name. @param {Page} page @param {string} name */
async function compare(page, name) {
  const { png, channels } = await shrink(page, await page.screenshot(), SHRINK);
  const path = join(KEPT, `${name}.png`);
  if (process.env.LOOKS === 'keep') {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(path, Buffer.from(png, 'base64'));
    return;
  }
  const kept = await shrink(page, readFileSync(path), 1);
  assert.equal(channels.length, kept.channels.length, `${name}: another size`);
  const found = difference(channels, kept.channels);
  if (found <= MOST) return;
  const actual = join(tmpdir(), `${name}.png`);
  writeFileSync(actual, await page.screenshot());
  assert.fail(`${name} differs by ${found.toFixed(1)} from ${path}; it looks like ${actual}`);
}

/** The places, on which of the two screens each is seen in the short run, and what is there once it is. */
for (const [name, path, short, settled] of /** @type {const} */ ([
  ['home', '/', 'desk', '.attract .sea-canvas'],
  ['edit', `/b?tab=edit#${FIFTH}`, 'phone', '.move-list'],
  ['watch', `/b?tab=watch&step=300#${FIFTH}`, 'desk', '.panel[aria-busy=false] .sea-canvas'],
  ['watch-race', `/b?tab=watch&step=4000&follow=all#${MAZE}`, 'phone', '.panel[aria-busy=false] .sea-canvas'],
  ['watch-cannons', '/b?tab=watch&step=400&follow=all#cannons:0110100110_r', 'desk', '.panel[aria-busy=false] .sea-canvas'],
  ['play', `/b?tab=play#${FIFTH}`, 'phone', '.move-list'],
  ['learn', '/learn', 'desk', '.lesson-wide [role=gridcell][aria-label*="if it stood here"]'],
])) {
  for (const [device, viewport] of /** @type {const} */ ([['desk', DESK], ['phone', PHONE]])) {
    test(`${name} looks on a ${device} as it did`, repeated(device === short, 'on another screen'), () =>
      stand.visit(path, async (page) => {
        await page.locator(settled).first().waitFor();
        await quiet(page);
        await drawn(page);
        await compare(page, `${name}-${device}`);
        const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `${name} is ${wide} pixels wide, on a screen of ${room}`);
      }, { viewport, reducedMotion: 'reduce' }));
  }
}

test('the title of a board has pixels of the same size on a phone', () =>
  stand.visit('/b?tab=play#tictactoe:3/3/3_x', async (page) => {
    await page.locator('.move-list').waitFor();
    const boxes = await page.locator('.title svg').evaluateAll((all) => all.map((svg) => svg.getBoundingClientRect().toJSON()));
    // Seven rows of two pixels, within the screen.
    assert.ok(boxes.length > 0 && boxes.every(({ height, right }) => Math.round(height) === 14 && right <= PHONE.width), JSON.stringify(boxes));
  }, { viewport: PHONE }));
