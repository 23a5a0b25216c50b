/** A game that the program has read from a file at its start: the page knows nothing of it but what the server tells. */

import assert from 'node:assert/strict';

import { tableProgram } from '../program.js';
import { Stand, drawn, picture, square, textOf, token } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

const stand = Stand.alone(tableProgram);

/** Opens the rules, which begin with the game's title. @param {import('playwright-core').Page} page @param {string} button @param {RegExp} told */
async function readRules(page, button, told) {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.locator('#rules h2').waitFor();
  assert.match(await textOf(page.locator('#rules')), told);
}

const RULES = /^A ferry between banks The fox and the goose row by turns\./;

test('edit tells its verdict, its moves and its rules, in both languages', () =>
  stand.visit('/b?tab=edit#ferry:home_f', async (page) => {
    await page.getByText('Tie in 2 plies').first().waitFor();
    const moves = page.locator('.move-list tbody tr');
    assert.deepEqual([await moves.count(), await textOf(moves.first())], [2, 'row ◇ tie 1 ·']);
    await readRules(page, 'Rules', RULES);
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByText('狐狸与鹅轮流划船。').first().waitFor();
    await moves.first().getByRole('button').click();
    assert.equal(await token(page), 'ferry:island_g');
  }));

test('watch shows how it is solved', () =>
  stand.visit('/b?tab=watch#ferry:home_f', async (page) => {
    await page.getByText('Who wins?').first().waitFor();
    await page.getByText('5 positions · choose one').first().waitFor();
    await readRules(page, 'Rules', RULES);
    await page.keyboard.press('End');
    await page.getByText('18 / 18').first().waitFor();
    await page.getByText('Tie in 2 plies').first().waitFor();
  }));

test('play is answered by the opponent, under the game’s name and with its sides', ONLY_WITH_ALL, () =>
  stand.visit('/b?tab=play#ferry:home_f', async (page) => {
    await page.getByText('2 legal moves').first().waitFor();
    assert.equal(await textOf(page.locator('h1')), 'Ferry Fox to move');
    assert.equal(await page.title(), 'Ferry · Play · Retrograde');
    await readRules(page, 'Rules', RULES);
    await page.getByRole('radio', { name: 'fox' }).check();
    await page.locator('.move-list tbody button', { hasText: 'row' }).click();
    await page.getByText('The game is over').first().waitFor();
    assert.equal(await token(page), 'ferry:fog_f');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await token(page), 'ferry:home_f', 'back past the reply');
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('heading', { name: '渡船' }).first().waitFor();
  }));

test('the opponent begins where the reader takes the other side', () =>
  stand.visit('/b?tab=play#ferry:home_f', async (page) => {
    await page.getByText('2 legal moves').first().waitFor();
    await page.getByRole('radio', { name: 'goose' }).check();
    await page.waitForFunction(() => location.hash === '#ferry:island_g');
    assert.equal(await textOf(page.locator('h1')), 'Ferry Goose to move');
  }));

for (const [place, turn] of [['play#ferry:home_f', 'red'], ['edit#pawn:5/5/2O2/H2H1/OH1X1_r', 'red'], ['edit#race:A3/1H2/4/3B_b', 'black'], ['edit#hexapawn:BBB/3/WWW_w', 'white']]) {
  test(`the heading has the colour of the side to move: ${place}`, () =>
    stand.visit(`/b?tab=${place}`, (page) => page.locator(`h1 .turn-${turn}`).waitFor()));
}

test('home leads to every game of the program', () =>
  stand.visit('/', async (page) => {
    await page.getByRole('link', { name: 'Ferry' }).first().click();
    await page.getByText('2 legal moves').first().waitFor();
  }));

test('its board is drawn: edited by carrying, watched, and played by pressing squares', () =>
  stand.visit('/b?tab=edit#ferry:home_f', async (page) => {
    await page.getByText('Tie in 2 plies').first().waitFor();
    assert.equal(await page.locator('main [role=gridcell]').count(), 8);
    assert.match(await square(page, 'fog_f').getAttribute('aria-label') ?? '', /^fog_f, lost/);
    const before = await picture(page);
    await square(page, 'home_f').click();
    await square(page, 'mill_g').click();
    assert.equal(await token(page), 'ferry:mill_g');
    await page.getByText('Goose wins').first().waitFor();
    await drawn(page);
    assert.notEqual(await picture(page), before);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await token(page), 'ferry:home_f');
    await page.getByRole('tab', { name: 'Watch' }).click();
    await page.locator('.panel[aria-busy=false] .sea-canvas').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((old) => /** @type {HTMLCanvasElement} */ (document.querySelector('main .stage canvas.paint')).toDataURL() !== old, before);
    await page.getByRole('tab', { name: 'Play' }).click();
    await page.getByText('2 legal moves').first().waitFor();
    await page.getByRole('radio', { name: 'both' }).check();
    await square(page, 'home_f').click();
    await square(page, 'island_g').click();
    await page.waitForFunction(() => location.hash === '#ferry:island_g');
  }));
