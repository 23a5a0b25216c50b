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

test('play is answered by the opponent, under the game’s title and with its sides', () =>
  stand.visit('/b?tab=play#ferry:home_f', async (page) => {
    await page.getByText('2 legal moves').waitFor();
    assert.equal(await textOf(page.locator('h1')), 'A ferry between banks fox to move');
    assert.equal(await page.title(), 'A ferry between banks · Play · Retrograde');
    await readRules(page, 'Rules', RULES);
    await page.getByRole('radio', { name: 'fox' }).check();
    await page.locator('.move-list tbody button', { hasText: 'row' }).click();
    await page.getByText('The game is over').waitFor();
    assert.equal(await token(page), 'ferry:fog_f');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await token(page), 'ferry:home_f', 'back past the reply');
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('heading', { name: '渡船' }).first().waitFor();
  }));

test('the opponent begins where the reader takes the other side', () =>
  stand.visit('/b?tab=play#ferry:home_f', async (page) => {
    await page.getByText('2 legal moves').waitFor();
    await page.getByRole('radio', { name: 'goose' }).check();
    await page.waitForFunction(() => location.hash === '#ferry:island_g');
    assert.equal(await textOf(page.locator('h1')), 'A ferry between banks goose to move');
  }));

for (const [place, turn] of [['play#ferry:home_f', 0], ['edit#pawn:5/5/2O2/H2H1/OH1X1_r', 0], ['edit#race:A3/1H2/4/3B_b', 1]]) {
  test(`the heading has the colour of the side to move: ${place}`, () =>
    stand.visit(`/b?tab=${place}`, (page) => page.locator(`h1 .turn-${turn}`).waitFor()));
}

test('home leads to every game of the program', () =>
  stand.visit('/', async (page) => {
    await page.getByRole('link', { name: 'A ferry between banks' }).first().click();
    await page.getByText('2 legal moves').waitFor();
  }));
