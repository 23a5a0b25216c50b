/** The games on boards without walls, as they are moved: stones fall, cubes are pushed, pieces are put and then moved, pawns march. */

import assert from 'node:assert/strict';

import { Stand, onServer, picture, square } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

/** Waits for the moves of the position. @param {Page} page */
const movable = (page) => page.locator('section[aria-busy=false] .move-list').waitFor();
/** Waits for another position, both sides' moves being the reader's. @param {Page} page @param {string} pos */
const at = (page, pos) => page.waitForFunction((wanted) => decodeURIComponent(location.hash) === `#${wanted}` && document.querySelector('section[aria-busy=false] .move-list'), pos);
/** @param {Page} page */
const playBoth = (page) => page.getByRole('radio', { name: 'both' }).check();

test('connect four: a press anywhere in a column drops a stone', () =>
  stand.visit('/b?tab=play#connect4:4/4/O3/OXX1_x', async (page) => {
    await movable(page);
    await playBoth(page);
    await square(page, 'a4').click();
    await at(page, 'connect4:4/X3/O3/OXX1_o');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await at(page, 'connect4:4/4/O3/OXX1_x');
    await square(page, 'd1').click();
    await at(page, 'connect4:4/4/O3/OXXX_o');
    await square(page, 'c1').focus();
    await page.keyboard.press('Enter');
    await at(page, 'connect4:4/4/O1O1/OXXX_x');
  }));

test('connect four: what is placed in Edit falls, and so does what stood on what is taken off', () =>
  stand.visit('/b?tab=edit#connect4:4/4/4/4_x', async (page) => {
    const tool = (/** @type {string} */ name) => page.getByRole('toolbar', { name: 'Paint with' }).getByRole('button', { name, exact: true }).click();
    await tool('Cross');
    await square(page, 'b1').click();
    await tool('Nought');
    await square(page, 'b2').click();
    await page.waitForFunction(() => location.hash === '#connect4:4/4/1O2/1X2_x');
    await tool('Hole');
    await square(page, 'b4').click();
    await page.waitForFunction(() => location.hash.startsWith('#connect4:4/4/4/1O2_'));
  }, { refusals: [422] }));

test('quixo: a cube is picked, then the end where it is pushed in; the others move up', () =>
  stand.visit('/b?tab=play#quixo:X1O/3/1XO_x', async (page) => {
    await movable(page);
    await playBoth(page);
    const before = await picture(page);
    await square(page, 'b2').click();
    assert.equal(await picture(page), before, 'the cube in the middle cannot be taken');
    await square(page, 'a2').click();
    await square(page, 'a3').click();
    await at(page, 'quixo:X1O/3/XXO_o');
  }));

/** Of a board whose table takes a busy machine minutes: the server says that it has none. @param {Page} page */
const withoutTable = (page) => page.route('**/api/v1/probe?*', (route) => route.fulfill({ status: 404, json: { error: { code: 'unsolved', message: 'this board is not solved', at: null, hint: null } } }));

test('teeko: a piece is put, and moved once all stand', { ...ONLY_WITH_ALL, ...onServer('its table takes a busy machine a minute') }, () =>
  stand.visit('/tables', async (page) => {
    await withoutTable(page);
    await page.goto(`${stand.origin}/b?tab=play#teeko:BBB2/RRR2/5/5/5_b`);
    await movable(page);
    await playBoth(page);
    await square(page, 'e5').click();
    await at(page, 'teeko:BBB2/RRR2/5/5/4B_r');
    await square(page, 'e4').click();
    await at(page, 'teeko:BBB2/RRR2/5/4R/4B_b');
    await square(page, 'c1').click();
    await square(page, 'd1').click();
    await at(page, 'teeko:BB1B1/RRR2/5/4R/4B_r');
  }, { refusals: [404] }));

test('hexapawn: a whole game by keyboard alone, in the colours of its sides', ONLY_WITH_ALL, () =>
  stand.visit('/b?tab=play#hexapawn:BBB/3/WWW_w', async (page) => {
    await movable(page);
    await playBoth(page);
    assert.match(await page.locator('.turn').getAttribute('class') ?? '', /turn-white/);
    const press = async (/** @type {string} */ from, /** @type {string} */ keys) => {
      await square(page, from).focus();
      for (const key of keys.split(' ')) await page.keyboard.press(key);
    };
    await press('b3', 'Enter ArrowUp Enter');
    await at(page, 'hexapawn:BBB/1W1/W1W_b');
    await press('a1', 'Enter ArrowRight ArrowDown Enter');
    await at(page, 'hexapawn:1BB/1B1/W1W_w');
    await press('c3', 'Enter ArrowLeft ArrowUp Enter');
    await at(page, 'hexapawn:1BB/1W1/W2_b');
    await press('c1', 'Enter ArrowLeft ArrowDown Enter');
    await at(page, 'hexapawn:1B1/1B1/W2_w');
    await press('a3', 'Enter ArrowUp ArrowRight Enter');
    await page.getByRole('region', { name: 'Verdict' }).getByText('The game is over: White won').waitFor();
  }));

test('chess: squares are called from below, and what a pawn becomes is asked', () =>
  stand.visit('/b?tab=play#chess:8/4P3/1k6/8/8/8/4p3/7K_w', async (page) => {
    await movable(page);
    await playBoth(page);
    await square(page, 'e7').click();
    await square(page, 'e8').click();
    await page.getByRole('button', { name: 'white knight' }).click();
    await at(page, 'chess:4N3/8/1k6/8/8/8/4p3/7K_b');
    await square(page, 'e2').click();
    await square(page, 'e1').click();
    await page.getByRole('button', { name: 'black queen' }).waitFor();
    await square(page, 'b6').click();
    await page.getByRole('button', { name: 'black queen' }).waitFor({ state: 'hidden' });
  }, { refusals: [404] }));

/** The squares in a frame. @param {Page} page */
const framed = (page) => page.locator('main [role=gridcell][aria-selected=true]').evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? '').split(',')[0]));

test('a game that is over shows on which squares: in Play, in Edit and where Watch begins', ONLY_WITH_ALL, async () => {
  const over = 'quixo:XO1/X2/XOO_o';
  const line = ['a1', 'a2', 'a3'];
  for (const tab of ['play', 'edit']) {
    await stand.visit(`/b?tab=${tab}#${over}`, async (page) => {
      await page.getByText('The game is over: X won').first().waitFor();
      assert.deepEqual(await framed(page), line, tab);
    });
  }
  await stand.visit(`/b?tab=watch&step=1#${over}`, async (page) => {
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    assert.deepEqual(await framed(page), line);
  });
});

test('connect four: Watch shows on its board the position that the log has reached', ONLY_WITH_ALL, () =>
  stand.visit('/b?tab=watch#connect4:3/OXO/XXO/XOX/OXO_x', async (page) => {
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    const marked = page.locator('main [role=gridcell][aria-label*="leads here"]');
    for (let press = 0; press < 40 && (await marked.count()) === 0; press += 1) {
      await page.keyboard.press('ArrowRight');
      await page.locator('.panel[aria-busy=false]').waitFor();
    }
    assert.match(await marked.first().getAttribute('aria-label') ?? '', /^[abc][1-5], (cross|nought), /);
  }));

for (const width of [360, 390]) {
  test(`on a phone ${width} pixels wide the header stays one line`, repeated(width === 360, 'on a wider phone'), () =>
    stand.visit('/b?tab=watch#hexapawn:BBB/3/WWW_w', async (page) => {
      await page.getByRole('button', { name: /sound|mute/i }).first().waitFor();
      const [header, button] = await page.evaluate(() => ['#top', '#top button'].map((part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0));
      assert.ok((header ?? 0) < 2 * (button ?? 0), `${header} pixels, of buttons of ${button}`);
    }, { viewport: { width, height: 740 } }));
}
