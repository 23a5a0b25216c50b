/** What Edit, Watch and Play share: the header, the rules, and fingers on the board. */

import assert from 'node:assert/strict';

import { DESK, PHONE, Stand, drawn, quiet, square, textOf, token } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const SMALL = 'pawn:5/5/2O2/H2H1/OH1X1_r';

for (const tab of ['edit', 'watch', 'play']) {
  test(`the rules can be read in ${tab}, beside the board`, () =>
    stand.visit(`/b?tab=${tab}#${SMALL}`, async (page) => {
      const rules = page.getByRole('region', { name: 'Rules' });
      assert.equal(await rules.count(), 0, 'shown before they are asked for');
      await page.getByRole('button', { name: 'Rules' }).click();
      await rules.getByText(/Black moves the pawn one step up/).waitFor();
      await page.locator('main .board').waitFor();
      // They stay while one goes about, and are those of the game on the board.
      await page.fill('#token', 'cannons:01100_r');
      await page.keyboard.press('Enter');
      await rules.getByText(/A cannon captures an enemy cannon/).waitFor();
      await page.getByRole('tab', { name: tab === 'play' ? 'Edit' : 'Play' }).click();
      await rules.getByText(/A cannon captures an enemy cannon/).waitFor();
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByRole('region', { name: '规则' }).getByText(/红方先走/).waitFor();
    }, { viewport: tab === 'watch' ? PHONE : DESK }));
}

for (const [width, tall] of [[900, 660], [1280, 720], [1280, 800]]) {
  test(`open rules stand beside the board at ${width}x${tall}, cover and shrink nothing of it, and can be read to their end`, repeated(width === 900, 'on larger screens'), () =>
    stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
      await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
      const stage = page.locator('main .stage');
      const before = await stage.boundingBox();
      await page.getByRole('button', { name: 'Rules' }).click();
      const rules = page.getByRole('region', { name: 'Rules' });
      const last = rules.getByText(/A game that never ends is a draw/);
      await last.waitFor();
      assert.deepEqual(await stage.boundingBox(), before, 'the board is where it was, as large');
      const [wide, room] = await rules.evaluate((region) => [region.scrollWidth, region.clientWidth]);
      assert.ok(wide <= room, 'some of it stands aside');
      // What does not fit is scrolled to.
      await rules.hover();
      await page.mouse.wheel(0, 4000);
      await page.waitForFunction(() => {
        const region = /** @type {HTMLElement} */ (document.querySelector('#rules'));
        return region.scrollTop + region.clientHeight >= region.scrollHeight - 2;
      });
      const [line, region] = await Promise.all([last.boundingBox(), rules.boundingBox()]);
      assert.ok(line && region && line.y >= region.y && line.y + line.height <= region.y + region.height && line.x >= (before?.x ?? 0) + (before?.width ?? 0), JSON.stringify({ line, region }));
      const ends = await page.evaluate(() => ['.bar', '.stage', '.words', '.dock'].map((part) => {
        const { top, bottom } = /** @type {Element} */ (document.querySelector(part)).getBoundingClientRect();
        return { part, top: Math.round(top), bottom: Math.round(bottom) };
      }));
      ends.slice(1).forEach(({ part, top }, index) => assert.ok(top >= (ends[index]?.bottom ?? 0), `${part}: ${JSON.stringify(ends)}`));
    }, { viewport: { width, height: tall } }));
}

test('the rules of each game can be read on Home and in Learn, of any game on its board', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    const cards = page.locator('.game');
    for (const [index, words] of [/not onto a wall and not onto the other king/, /touches the opponent's home/, /A cannon captures/].entries()) {
      const card = cards.nth(index);
      await card.getByText('Rules', { exact: true }).click();
      await card.getByText(words).waitFor();
    }
    await page.getByRole('link', { name: 'Tic-tac-toe' }).click();
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByText(/three marks in a row/).first().waitFor();
    await page.getByRole('link', { name: 'Learn' }).click();
    await page.locator('#learn-games details').nth(1).getByText('Rules').click();
    await page.getByText(/touches the opponent's home/).first().waitFor();
  }));

test('in Watch the header names the side to move of the board asked about, whatever position is on the stage', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch&follow=answer#${SMALL}`, async (page) => {
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    const seen = new Set();
    for (let step = 0; step < 60 && seen.size < 2; step += 1) {
      const before = await textOf(page.locator('.box-state'));
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction((old) => document.querySelector('.panel[aria-busy=false]') && /** @type {HTMLElement} */ (document.querySelector('.box-state')).innerText.replace(/\s+/g, ' ').trim() !== old, before);
      const [side] = /(Red|Black) to move/.exec(await textOf(page.locator('.words .caption'))) ?? [];
      if (side !== undefined) seen.add(side);
      assert.equal(await textOf(page.locator('h1 .turn')), 'Red to move');
    }
    assert.deepEqual([...seen].sort(), ['Black to move', 'Red to move'], 'the log takes positions of both sides');
  }));

test('a position that is looked at by a move has its number', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    await page.getByRole('button', { name: 'Why', exact: true }).click();
    await page.locator('.box-why .move').first().click();
    const caption = page.locator('.words .caption');
    await caption.getByText(/^Looking at/).waitFor();
    const number = /^Looking at #(\d+): Black to move, /.exec(await textOf(caption))?.[1];
    assert.ok(number, await textOf(caption));
    const shown = await stand.ask(`/position?pos=${SMALL}&slot=${number}`);
    assert.match(shown.pos, /^pawn:.*_b$/);
  }));

/** Draws a finger upwards over a square, and tells how far the page went. @param {Page} page @param {string} name */
async function swipe(page, name) {
  const box = await square(page, name).boundingBox();
  assert.ok(box);
  // Once a frame is shown, the browser finds the square under the finger where the page draws it, also after `scrollTo`.
  await page.screenshot();
  const before = await page.evaluate(() => scrollY);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const client = await page.context().newCDPSession(page);
  const touch = (/** @type {string} */ type, /** @type {number | null} */ at) =>
    client.send('Input.dispatchTouchEvent', { type: /** @type {any} */ (type), touchPoints: at === null ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', y - 15 * step);
  await touch('touchEnd', null);
  // Without a fling the page stands still as soon as the finger has gone.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  return (await page.evaluate(() => scrollY)) - before;
}

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };

test('a finger scrolls over a board where nothing can be dragged', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    assert.ok((await swipe(page, 'c4')) > 50, 'Watch: nothing can be dragged');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.locator('.move-list').waitFor();
    assert.ok((await swipe(page, 'd4')) > 50, 'Play: a wall');
  }, TOUCH));

test('a finger that carries or paints does not scroll', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await page.locator('.move-list').waitFor();
    assert.ok((await swipe(page, 'c5')) > 50, 'an empty square, and the hand');
    await page.evaluate(() => scrollTo(0, 0));
    assert.equal(await swipe(page, 'd5'), 0, 'the pawn');
    assert.notEqual(await token(page), SMALL);
    const carried = await token(page);
    await page.getByRole('toolbar', { name: 'Paint with' }).getByRole('button', { name: 'Wall' }).click();
    await page.evaluate(() => scrollTo(0, 0));
    assert.equal(await swipe(page, 'e5'), 0, 'a stroke of walls');
    assert.notEqual(await token(page), carried);
  }, TOUCH));

test('the article ends its sentences as each language does', ONLY_WITH_ALL, () =>
  stand.visit('/learn?lang=zh', async (page) => {
    await page.locator('#learn-games [role=status]').getByText(/8 门.*。$/).waitFor();
    for (const text of await page.locator('.exercise > p').allInnerTexts()) assert.match(text, /轮到[^.]+。$/);
  }));

for (const [what, width, path] of /** @type {const} */ ([['players of Play', 1280, '/b?tab=play'], ['steps of Watch', 640, '/b?tab=watch'], ['steps of Watch', 560, '/b?tab=watch']])) {
  test(`the ${what} stand on one line at ${width} pixels`, { slow: 'only measures places on the screen' }, () =>
    stand.visit(`${path}#pawn:H1H/O1O/1X1_r`, async (page) => {
      const groups = page.locator('fieldset:visible:has(label)');
      await groups.first().waitFor();
      await quiet(page);
      const tops = await groups.evaluateAll((all) => all.map((group) => new Set([...group.querySelectorAll('label')].map((label) => label.getBoundingClientRect().top)).size));
      assert.deepEqual(tops, tops.map(() => 1));
    }, { viewport: { width, height: 800 } }));
}

test('thumbnails have no names of columns and rows, which could not be read', () =>
  stand.visit('/', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('.thumbnail canvas.paint').length > 9);
    await drawn(page);
    /** How many pixels of each board are of the names' colour. */
    const named = (/** @type {string} */ part) => page.locator(part).evaluateAll((all) => all.map((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const colours = new Uint32Array(/** @type {CanvasRenderingContext2D} */ (/** @type {HTMLCanvasElement} */ (canvas).getContext('2d')).getImageData(0, 0, width, height).data.buffer);
      return colours.filter((colour) => colour === 0xff8d8174).length;
    }));
    assert.ok(Number(await named('.attract canvas.paint')) > 100, 'the demo’s board has names');
    assert.deepEqual((await named('.thumbnail canvas.paint')).filter(Boolean), []);
  }));
