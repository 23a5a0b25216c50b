/** A game that the program has read from a file at its start: the page knows nothing of it but what the server tells. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { tableProgram } from '../program.js';
import { Stand, textOf, token } from './stand.js';

const stand = await Stand.open(tableProgram());
after(() => stand.close());

/** Opens the rules, which begin with the game's title. @param {import('playwright-core').Page} page @param {string} button @param {RegExp} told */
async function readRules(page, button, told) {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('#rules h2').waitFor();
  assert.match(await textOf(page.locator('#rules')), told);
}

const RULES = /^A ferry between banks The fox and the goose row by turns\./;

test('edit tells its verdict, its moves and its rules, in both languages', () =>
  stand.visit('/b?tab=edit#ferry:home_f', async (page) => {
    await page.getByText('The game ends level in 2 plies').waitFor();
    const moves = page.locator('.move-list tbody tr');
    assert.deepEqual([await moves.count(), await textOf(moves.first())], [2, 'row ◇ tie 1 ·']);
    await readRules(page, 'Rules', RULES);
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByText('狐狸与鹅轮流划船。').waitFor();
    await moves.first().getByRole('button').click();
    assert.equal(await token(page), 'ferry:island_g');
  }));

test('watch shows how it is solved', () =>
  stand.visit('/b?tab=watch#ferry:home_f', async (page) => {
    await page.getByText('The game ends level in 2 plies').waitFor();
    await page.getByText('5 positions, one each').waitFor();
    await readRules(page, 'Rules', RULES);
    await page.keyboard.press('End');
    await page.getByText('18 / 18').waitFor();
  }));

test('play goes to the end of the game, both sides moved by hand', () =>
  stand.visit('/b?tab=play#ferry:home_f', async (page) => {
    await page.getByText('2 legal moves').waitFor();
    await readRules(page, 'Rules', RULES);
    await page.getByRole('radio', { name: 'both' }).check();
    for (const move of ['row', 'drift']) await page.locator('.move-list tbody button', { hasText: move }).click();
    await page.getByText('The game is over').waitFor();
    assert.equal(await token(page), 'ferry:fog_f');
  }));
