/** Light and dark, colours that the system forces, paper, and frames on other pages. */

import assert from 'node:assert/strict';

import { Stand, quiet } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';

/** How light the page's ground is, from 0 to 255. @param {Page} page */
const lightness = (page) => page.evaluate(() => Math.min(...(getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []).slice(0, 3).map(Number)));

for (const [colorScheme, other, back] of /** @type {const} */ ([['dark', 'Light theme', 'Dark theme'], ['light', 'Dark theme', 'Light theme']])) {
  test(`the page is ${colorScheme} where the system is, until the reader chooses; the choice stays`, repeated(colorScheme === 'light', 'in another theme'), () =>
    stand.visit('/', async (page) => {
      const isLight = async () => (await lightness(page)) > 128;
      assert.equal(await isLight(), colorScheme === 'light');
      await page.getByRole('button', { name: other }).click();
      assert.equal(await isLight(), colorScheme !== 'light');
      await page.reload();
      await page.getByRole('button', { name: back }).waitFor();
      assert.equal(await isLight(), colorScheme !== 'light');
    }, { colorScheme }));
}

test('where the system forces its colours, what is chosen can be told from what is not', () =>
  stand.visit(`/b?tab=watch&step=9#${FIFTH}`, async (page) => {
    await quiet(page);
    await page.locator('.box-rule summary').click();
    await page.locator('.code-line[aria-current]').waitFor();
    const grounds = (/** @type {string} */ selector) => page.locator(selector).evaluateAll((all) => all.map((element) => getComputedStyle(element).backgroundColor));
    for (const [chosen, rest] of [['.tabs [aria-selected=true]', '.tabs [aria-selected=false]'], ['.views [aria-pressed=true]', '.views [aria-pressed=false]'], ['#top [aria-current=page]', '#top nav a:not([aria-current])'], ['.code-line[aria-current]', '.code-line:not([aria-current])']]) {
      const [[ground], others] = await Promise.all([grounds(chosen ?? ''), grounds(rest ?? '')]);
      assert.ok(ground && others.length && !others.includes(ground), `${chosen}: ${ground} among ${others}`);
    }
  }, { forcedColors: 'active' }));

test('on paper there is the board on white and what is said of it, and nothing to press', () =>
  stand.visit(`/b?tab=play#${FIFTH}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.getByText('Red wins in 75 plies').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(255, 255, 255)');
    assert.equal(await page.locator('button:visible:not([role=gridcell]):not(th > button)').count(), 0);
    assert.equal(await page.locator('#top:visible, .token:visible').count(), 0);
    assert.ok(await page.locator('.board').isVisible() && await page.getByText('Red wins in 75 plies').first().isVisible());
  }));

for (const tab of ['watch', 'play']) {
  test(`a frame of 800x500 on another page is filled by its board in ${tab}`, () =>
    stand.visit(`/b?tab=${tab}&embed=1#${FIFTH}`, async (page) => {
      await quiet(page);
      const box = await page.locator('main .board').boundingBox();
      assert.ok(box && box.height >= 260 && box.y + box.height <= 500, JSON.stringify(box));
    }, { viewport: { width: 800, height: 500 } }));
}

test('at 1024x768 the verdict, the rule being applied and the sea are seen beside the board', () =>
  stand.visit(`/b?tab=watch&step=300#${FIFTH}`, async (page) => {
    await quiet(page);
    for (const part of ['.banner', '.box-queue', '.box-rule', '.sea', '.words .caption', '.control-play']) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box && box.y + box.height <= 768, `${part}: ${JSON.stringify(box)}`);
    }
    const [long, room] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.ok((long ?? 0) <= (room ?? 0), `${long} pixels on ${room}`);
  }, { viewport: { width: 1024, height: 768 } }));

test('type and sea grow on large screens, which nothing outgrows', ONLY_WITH_ALL, async () => {
  /** @type {[number, number][]} */
  const found = [];
  for (const [width, height] of /** @type {const} */ ([[1280, 800], [1920, 1080], [2560, 1440]])) {
    await stand.visit(`/b?tab=watch&step=300#${FIFTH}`, async (page) => {
      await quiet(page);
      const [type, sea, long] = await page.evaluate(() => [parseFloat(getComputedStyle(document.querySelector('.code') ?? document.body).fontSize), document.querySelector('.sea')?.clientWidth ?? 0, document.documentElement.scrollHeight]);
      assert.ok((long ?? 0) <= height, `${long} pixels on ${height}`);
      found.push([type ?? 0, sea ?? 0]);
    }, { viewport: { width, height } });
  }
  found.slice(1).forEach(([type, sea], index) => assert.ok(type > (found[index]?.[0] ?? 0) && sea > (found[index]?.[1] ?? 0), JSON.stringify(found)));
});

test('a control tells what it does to a pointer, to the keyboard and to a finger, and Escape ends it', async () => {
  const tip = (/** @type {import('playwright-core').Page} */ page) => page.getByRole('tooltip');
  await stand.visit('/b?tab=play#pawn:5/5/2O2/H2H1/OH1X1_r', async (page) => {
    const hints = page.getByRole('button', { name: 'Hints', exact: true });
    await hints.hover();
    await tip(page).getByText('Show what each move is worth (H)').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await tip(page).isVisible(), false);
    await page.locator('#strength').focus();
    await page.keyboard.press('Tab');
    await tip(page).getByText('Whoever opens the link guesses the winner').waitFor();
    assert.equal(await page.locator(':focus').getAttribute('aria-describedby'), 'tip');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator('[aria-describedby=tip]').count() === 0, !(await tip(page).isVisible()));
    assert.equal(await page.locator('[title]').count(), 0, 'one mechanism, and no other');
  });
  await stand.visit('/b?tab=play&lang=zh#pawn:5/5/2O2/H2H1/OH1X1_r', async (page) => {
    const hints = page.getByRole('button', { name: '提示', exact: true });
    await hints.waitFor();
    const box = await hints.boundingBox();
    assert.ok(box);
    const at = { x: box.x + 8, y: box.y + 8 };
    const touch = await page.context().newCDPSession(page);
    const finger = (/** @type {'touchStart' | 'touchEnd'} */ type) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [at] : [] });
    // The first touch brings what shows them.
    await page.locator('h1').tap();
    await page.waitForFunction(() => document.getElementById('tip'));
    await finger('touchStart');
    await tip(page).getByText('显示每种走法的结论').waitFor();
    await finger('touchEnd');
    await page.waitForTimeout(300);
    assert.equal(await hints.getAttribute('aria-pressed'), 'false', 'to read is not to press');
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
});
