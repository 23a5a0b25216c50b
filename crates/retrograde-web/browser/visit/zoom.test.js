/** Large boards, enlarged: by wheel, buttons, keys and fingers, with what is edited under the pointer, and names at the edges. */

import assert from 'node:assert/strict';

import { violations } from './axe.js';
import { PHONE, Stand, drawn, token } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const SIDE = 100;
/** A race of many squares with one wall. @param {string} row the one with the wall @param {number} at */
const race = (row, at) => `race:A${SIDE - 1}/${Array.from({ length: SIDE - 2 }, (_, index) => (index === at ? row : String(SIDE))).join('/')}/${SIDE - 1}B_a`;
const WALLED = race('60H39', 40);
/** Where the wall is, in squares from the left and from above. */
const WALL = { col: 60, row: 41 };

/** The picture is read again and again here, which the browser would rather be told before. */
const READ = { complaints: ['willReadFrequently'] };

const stand = Stand.shared();

/** The colour of the board's picture at a point of the screen. @param {Page} page @param {{ x: number, y: number }} point */
const colourAt = async (page, point) => (await drawn(page), page.evaluate(({ x, y }) => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
  const box = canvas.getBoundingClientRect();
  const at = (/** @type {number} */ place, /** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ pixels) => Math.floor(((place - from) / length) * pixels);
  return [...(canvas.getContext('2d')?.getImageData(at(x, box.left, box.width, canvas.width), at(y, box.top, box.height, canvas.height), 1, 1).data ?? [])].join();
}, point));
const WALL_COLOUR = '52,73,94,255';

/** Where the middle of a square is while the whole board is seen. @param {Page} page @param {{ col: number, row: number }} square */
async function placeOf(page, { col, row }) {
  const box = await page.locator('main .stage .board').boundingBox();
  assert.ok(box);
  return { x: box.x + ((col + 0.5) * (box.width - 1)) / SIDE, y: box.y + ((row + 0.5) * (box.height - 1)) / SIDE };
}

/** @param {Page} page */
const isReady = (page) => page.getByRole('region', { name: 'Verdict' }).getByText(/wins/).first().waitFor();
const size = (/** @type {Page} */ page) => page.locator('main .stage [role=gridcell]').first().evaluate((cell) => cell.getBoundingClientRect().width);
/** Squares that two tokens differ in. @param {string} one @param {string} other */
function differences(one, other) {
  const rows = (/** @type {string} */ text) => (text.split(':')[1]?.split('_')[0] ?? '').split('/').map((row) => row.replace(/\d+/g, (digits) => '.'.repeat(Number(digits))));
  const [before, now] = [rows(one), rows(other)];
  return before.flatMap((row, y) => [...row].flatMap((letter, x) => (letter === now[y]?.[x] ? [] : [{ col: x, row: y }])));
}

for (const deviceScaleFactor of [1, 1.25, 3]) {
  test(`at ${deviceScaleFactor} device pixels a CSS pixel the wheel zooms about the pointer, and a click edits what is under it`, repeated(deviceScaleFactor === 1.25, 'on other screens'), () =>
    stand.visit(`/b?tab=edit#${WALLED}`, async (page) => {
      await isReady(page);
      const point = await placeOf(page, WALL);
      assert.equal(await colourAt(page, point), WALL_COLOUR);
      await page.mouse.move(point.x, point.y);
      const sizes = [await size(page)];
      await page.getByRole('button', { name: 'Floor', exact: true }).click();
      await page.mouse.move(point.x, point.y);
      while (await page.getByRole('button', { name: 'Enlarge' }).isEnabled()) {
        await page.mouse.wheel(0, -100);
        await page.waitForFunction((before) => document.querySelector('main .stage [role=gridcell]')?.getBoundingClientRect().width !== before, sizes.at(-1));
        sizes.push(await size(page));
        const colour = await colourAt(page, point);
        // From 16 pixels up a wall is of bricks, in several colours.
        if ((sizes.at(-1) ?? 0) * deviceScaleFactor < 15.5) assert.equal(colour, WALL_COLOUR, `${sizes}`);
      }
      assert.ok(sizes.length > 3 && (sizes.at(-1) ?? 0) >= 32, `${sizes}`);
      await page.mouse.click(point.x, point.y);
      await page.waitForFunction((old) => decodeURIComponent(location.hash.slice(1)) !== old, WALLED);
      assert.deepEqual(differences(WALLED, await token(page)), [WALL]);
      // Some squares aside, as the picture has it.
      await page.getByRole('button', { name: 'Wall', exact: true }).click();
      const cleared = await token(page);
      const step = sizes.at(-1) ?? 0;
      await page.mouse.click(point.x + 3 * step, point.y - 2 * step);
      await page.waitForFunction((old) => decodeURIComponent(location.hash.slice(1)) !== old, cleared);
      assert.deepEqual(differences(cleared, await token(page)), [{ col: WALL.col + 3, row: WALL.row - 2 }]);
      await page.mouse.move(point.x, point.y);
      for (const _ of sizes.slice(1)) {
        await page.mouse.wheel(0, 100);
        await drawn(page);
      }
      assert.equal(await size(page), sizes[0]);
    }, { ...READ, deviceScaleFactor }));
}

/** How much of the strips of names is written on. @param {Page} page */
const names = async (page) => (await drawn(page), page.evaluate(() => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint'));
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const box = canvas.getBoundingClientRect();
  const [across, down] = [canvas.width / box.width, canvas.height / box.height];
  const ink = (/** @type {ImageData} */ { data }) => {
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += Number(data[at] === 163 || (data[at] ?? 0) > 130);
    return count;
  };
  return { above: ink(context.getImageData(0, 0, canvas.width, Math.floor(16 * down))), aside: ink(context.getImageData(0, Math.floor(18 * down), Math.floor(24 * across), canvas.height)) };
}));

test('buttons and keys zoom, Shift and an arrow go aside, the cursor stays in sight, and names stay at the edges', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=edit#${WALLED}`, async (page) => {
    await isReady(page);
    const whole = await size(page);
    const enlarge = page.getByRole('button', { name: 'Enlarge' });
    await enlarge.hover();
    await page.locator('.tip', { hasText: 'Enlarge (+)' }).waitFor();
    for (const _ of [1, 2, 3]) await enlarge.click();
    const large = await size(page);
    assert.ok(large > 2 * whole);
    for (const where of ['in the middle', 'aside']) {
      const { above, aside } = await names(page);
      assert.ok(above > 30 && aside > 30, `${where}: ${above}, ${aside}`);
      await page.locator('main .stage [role=gridcell][tabindex="0"]').focus();
      for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
    }
    await page.keyboard.press('-');
    assert.ok((await size(page)) < large);
    await page.keyboard.press('+');
    assert.equal(await size(page), large);
    await page.locator('main .stage [role=gridcell][tabindex="0"]').focus();
    const stage = await page.locator('main .stage').boundingBox();
    assert.ok(stage);
    for (let press = 0; press < 45; press += 1) {
      await page.keyboard.press(press % 2 ? 'ArrowRight' : 'ArrowDown');
      const box = await page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON());
      assert.ok(box.x > stage.x && box.y > stage.y && box.right < stage.x + stage.width && box.bottom < stage.y + stage.height, `${press}: ${JSON.stringify(box)}`);
    }
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
    await page.keyboard.press('0');
    assert.equal(await size(page), whole);
    assert.equal(await page.getByRole('button', { name: 'The whole board' }).isDisabled(), true);
    assert.equal(await token(page), WALLED, 'nothing is edited by that');
  }, READ));

test('what lies empty is dragged along, and everything is with the middle button or Space', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=edit#${WALLED}`, async (page) => {
    await isReady(page);
    const point = await placeOf(page, WALL);
    const drag = async (/** @type {'left' | 'middle'} */ button) => {
      await page.mouse.move(point.x - 90, point.y + 60);
      await page.mouse.down({ button });
      await page.mouse.move(point.x - 30, point.y + 20, { steps: 6 });
      await page.mouse.up({ button });
      await drawn(page);
    };
    const picture = () => page.evaluate(() => /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint')).toDataURL());
    await page.mouse.move(point.x, point.y);
    for (const _ of [1, 2]) await page.mouse.wheel(0, -100);
    await drawn(page);
    const there = await picture();
    const moved = { x: point.x + 60, y: point.y - 40 };
    // With the hand, on an empty square.
    await drag('left');
    assert.equal(await colourAt(page, moved), WALL_COLOUR);
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'Wall', exact: true }).click();
    for (const by of ['middle', 'space']) {
      await page.keyboard.press('0');
      await page.mouse.move(point.x, point.y);
      for (const _ of [1, 2]) await page.mouse.wheel(0, -100);
      await drawn(page);
      assert.equal(await picture(), there, by);
      if (by === 'space') await page.keyboard.down('Space');
      await drag(by === 'space' ? 'left' : 'middle');
      if (by === 'space') await page.keyboard.up('Space');
      assert.equal(await colourAt(page, moved), WALL_COLOUR, by);
      assert.equal(await token(page), WALLED, `${by}: painted`);
    }
    // Without them, a stroke is painted.
    await drag('left');
    assert.ok(differences(WALLED, await token(page)).length > 2);
  }, READ));

test('two fingers zoom and drag, one paints, and a tap edits the square under it', () =>
  stand.visit(`/b?tab=edit#${WALLED}`, async (page) => {
    await isReady(page);
    await page.locator('main .stage').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Floor', exact: true }).tap();
    await page.locator('main .stage').scrollIntoViewIfNeeded();
    const client = await page.context().newCDPSession(page);
    const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {{ x: number, y: number }[]} */ points) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
    const point = await placeOf(page, WALL);
    const spread = (/** @type {number} */ far) => [{ x: point.x - far, y: point.y }, { x: point.x + far, y: point.y }];
    const whole = await size(page);
    await touch('touchStart', spread(10).slice(0, 1));
    await touch('touchStart', spread(10));
    for (let far = 20; far <= 80; far += 10) await touch('touchMove', spread(far));
    await touch('touchEnd', []);
    await drawn(page);
    const large = await size(page);
    assert.ok(large > 4 * whole, `${large} of ${whole}`);
    assert.equal(await token(page), WALLED, 'the first finger has painted');
    await page.touchscreen.tap(point.x, point.y);
    await page.waitForFunction((old) => decodeURIComponent(location.hash.slice(1)) !== old, WALLED);
    assert.deepEqual(differences(WALLED, await token(page)), [WALL]);
    await page.getByRole('button', { name: 'Wall', exact: true }).tap();
    const before = await token(page);
    await touch('touchStart', [point]);
    for (let far = 5; far <= 60; far += 5) await touch('touchMove', [{ x: point.x - far, y: point.y }]);
    await touch('touchEnd', []);
    await page.waitForFunction((old) => decodeURIComponent(location.hash.slice(1)) !== old, before);
    const painted = differences(before, await token(page));
    assert.ok(painted.length >= 2 && painted.every(({ row }) => row === WALL.row), JSON.stringify(painted));
  }, { ...READ, viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 3 }));

test('large boards are enlarged in Play and Watch, too; small ones are not', ONLY_WITH_ALL, async () => {
  for (const tab of ['play', 'watch']) {
    await stand.visit(`/b?tab=${tab}&lang=zh#race:A29/${Array.from({ length: 28 }, () => `${'H'.repeat(29)}1`).join('/')}/29B_a`, async (page) => {
      await page.getByRole('group', { name: '棋盘大小' }).getByRole('button', { name: '放大' }).click();
      await page.locator('main .board.zoomed').waitFor();
    });
  }
  await stand.visit('/b?tab=edit#race:A3/1H2/4/3B_a', async (page) => {
    await isReady(page);
    assert.equal(await page.locator('.zoomer').isVisible(), false);
  });
});

for (const [look, wishes] of /** @type {const} */ ([['light', { colorScheme: 'light' }], ['of forced colours, without motion', { forcedColors: 'active', reducedMotion: 'reduce' }]])) {
  test(`nobody is shut out of an enlarged board, ${look}`, () =>
    stand.visit(`/b?tab=edit#${WALLED}`, async (page) => {
      await isReady(page);
      for (const _ of [1, 2, 3, 4]) await page.getByRole('button', { name: 'Enlarge' }).click();
      assert.deepEqual(await violations(page), []);
    }, wishes));
}
