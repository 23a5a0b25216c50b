/** Nobody is shut out: axe-core finds no violation on any place, on a desk or a phone, in English or Chinese. */

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';

import { PHONE, Stand, keep, quiet } from './stand.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
const RACE = 'race:A3/1H2/4/3B_a';

const stand = await Stand.open();
after(() => stand.close());

/** What axe-core objects to. @param {import('playwright-core').Page} page */
async function violations(page) {
  await page.addScriptTag({ path: AXE });
  // @ts-expect-error: axe is there, as of the line above.
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map((/** @type {any} */ fault) => `${fault.id}: ${fault.nodes.map((/** @type {any} */ node) => node.target).join(', ')}`);
}

for (const [name, path, wishes] of /** @type {const} */ ([
  ['home', '/', {}],
  ['home on a phone, in Chinese', '/?lang=zh', { viewport: PHONE }],
  ['edit', `/b?tab=edit#${FIFTH}`, {}],
  ['edit of a race on a phone', `/b?tab=edit#${RACE}`, { viewport: PHONE }],
  ['watch', `/b?tab=watch&step=9#${FIFTH}`, {}],
  ['watch on a phone, in Chinese', `/b?tab=watch&step=9&lang=zh#${RACE}`, { viewport: PHONE }],
  ['play', `/b?tab=play#${FIFTH}`, {}],
  ['play on a phone, in Chinese', '/b?tab=play&lang=zh#cannons:11011_r', { viewport: PHONE }],
  ['a record of a game', '/b?tab=play&game=pawn:5/5/2O2/H2H1/OH1X1_r,c3c4(c3b3.d5e5).d5e5#pawn:5/5/2O2/H2H1/OH1X1_r', {}],
  ['a record of a game, light, on a phone, in Chinese', '/b?tab=play&lang=zh&game=pawn:5/5/2O2/H2H1/OH1X1_r,c3c4(c3b3.d5e5).d5e5#pawn:5/5/2O2/H2H1/OH1X1_r', { colorScheme: 'light', viewport: PHONE }],
  ['a frame', `/b?tab=watch&embed=1#${FIFTH}`, {}],
  ['home, light', '/', { colorScheme: 'light' }],
  ['edit, light, in Chinese', `/b?tab=edit&lang=zh#${FIFTH}`, { colorScheme: 'light' }],
  ['watch, light', `/b?tab=watch&step=300#${FIFTH}`, { colorScheme: 'light' }],
  ['play, light, on a phone', `/b?tab=play#${RACE}`, { colorScheme: 'light', viewport: PHONE }],
  ['learn, light', '/learn', { colorScheme: 'light' }],
  ['learn', '/learn', {}],
  ['puzzles', '/puzzles#tictactoe', {}],
  ['puzzles, light, on a phone, in Chinese', '/puzzles?lang=zh#hexapawn', { colorScheme: 'light', viewport: PHONE }],
  ['tables', '/tables', {}],
])) {
  test(`nobody is shut out of ${name}`, () =>
    stand.visit(path, async (page) => {
      await quiet(page);
      assert.deepEqual(await violations(page), []);
    }, { ...wishes, bypassCSP: true }));
}

for (const [device, wishes, lang] of /** @type {const} */ ([['a desk', {}, 'en'], ['a phone, in Chinese', { viewport: PHONE }, 'zh']])) {
  test(`nobody is shut out of a table on disk on ${device}`, async () => {
    await keep(stand);
    await stand.visit(`/tables?lang=${lang}`, async (page) => {
      await page.locator('.shelf li').first().waitFor();
      const [show, , remove] = await page.locator('.shelf li').first().getByRole('button').all();
      await show?.click();
      await page.locator('.by-depth').first().waitFor();
      await quiet(page);
      assert.deepEqual(await violations(page), []);
      await remove?.click();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await violations(page), []);
    }, { ...wishes, bypassCSP: true });
  });
}

test('the sheet of keys opens, names every key, and closes again', () =>
  stand.visit(`/b?tab=watch#${FIFTH}`, async (page) => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('Play / pause the solving').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }, { bypassCSP: true }));
