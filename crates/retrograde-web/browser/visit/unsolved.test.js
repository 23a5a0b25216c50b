/** Boards without a table: those that are to be solved, and those that cannot be. */

import assert from 'node:assert/strict';

import { Stand, textOf } from './stand.js';
import { test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const SMALL = 'pawn:O2/1HX/1O1_r';

/**
 * Lets the server say of a small board what it says of one above 64 MiB, until it is asked to solve it: it knows the winner by a shortcut, and
 * no moves' values.
 * @param {Page} page
 */
async function pretendLarge(page) {
  let isSolved = false;
  const unless = (/** @type {object} */ instead) => async (/** @type {import('playwright-core').Route} */ route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: isSolved ? await response.json() : { ...(await response.json()), ...instead } });
  };
  await page.route('**/api/v1/probe?*', unless({ moves: null, table: null, depth: null, depth_known: false }));
  await page.route('**/api/v1/plan?*', unless({ automatic: false, solved: false }));
  await page.route('**/api/v1/solve', (route) => ((isSolved = true), route.continue()));
}

for (const tab of ['edit', 'play']) {
  test(`a large board is solved when it is asked for in ${tab}`, () =>
    stand.visit('/', async (page) => {
      await pretendLarge(page);
      await page.goto(`${stand.origin}/b?tab=${tab}#${SMALL}`);
      if (tab === 'play') await page.getByRole('button', { name: 'Hints', exact: true }).click();
      const verdict = page.getByRole('region', { name: 'Verdict' });
      await verdict.getByRole('button', { name: 'Solve it now' }).click();
      await verdict.getByText('Black wins in 2 plies').waitFor();
      await page.locator('.move-list').getByText('loss').first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Solve it now' }).count(), 0);
    }));
}

test('a wrong token in WATCH waits for nothing, and keeps nothing of the board before', () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await page.locator('.banner', { hasText: 'Who wins?' }).waitFor();
    await page.keyboard.press('End');
    await page.locator('.banner', { hasText: 'Black wins in 2 plies' }).waitFor();
    for (const wrong of ['pawn:O2/1HX_r', 'pawn:zzz', 'nope:3_r']) {
      await page.evaluate((pos) => (location.hash = pos), wrong);
      await page.locator('.load-trouble', { hasText: 'Not a legal position' }).waitFor();
      assert.doesNotMatch(await textOf(page.locator('main')), /Solving…|Loading|Black wins/, wrong);
    }
    await page.evaluate((pos) => (location.hash = pos), SMALL);
    // The step is kept in the URL, if it had stood still for a moment.
    await page.locator('.banner', { hasText: /Who wins\?|Black wins in 2 plies/ }).waitFor();
  }, { refusals: [400, 422] }));
