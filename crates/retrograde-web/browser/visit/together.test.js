/** Two tabs of one browser: they share what this browser has stored, and the server or the site that answers. */

import assert from 'node:assert/strict';

import { Stand, choose, ready, step, token } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const SMALL = 'pawn:O2/1HX/1O1_r';
/** Two boards that no other visit solves, of two games. */
const BOARDS = /** @type {const} */ (['race:A3/2H1/1H2/3B_a', 'pawn:5/1H3/2O2/H2H1/OH1X1_r']);
/** Two open boards that are solved only on request. */
const LARGE = [15, 14].map((empty) => `pawn:1OO17/${'20/'.repeat(18)}4X${empty}${empty < 15 ? 'H' : ''}_r`);

/** Opens a second tab beside the one of the visit. @param {Page} page @param {string} path */
async function beside(page, path) {
  const other = await page.context().newPage();
  const faults = /** @type {string[]} */ ([]);
  other.on('pageerror', (error) => faults.push(error.message));
  await other.goto(stand.origin + path);
  await other.waitForFunction(() => document.documentElement.dataset.page);
  return { other, faults };
}

/** @param {Page} page */
const verdict = (page) => page.getByRole('region', { name: 'Verdict' });

test('what is set in one of two tabs is set in the other, and none undoes what the other has set', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    await ready(page);
    const { other, faults } = await beside(page, `/b?tab=watch#${SMALL}`);
    await ready(other);
    await choose(other, '1×');
    await other.keyboard.press('ArrowRight');

    await page.keyboard.press('?');
    await page.getByLabel('Board', { exact: true }).selectOption('wood');
    await page.getByLabel('Games last').selectOption('moves');
    await page.getByRole('checkbox', { name: 'losses' }).uncheck();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('.seek'));

    // The other tab stays at its step, and draws its board anew when its sheet is shut.
    assert.equal(await step(other), 1);
    await other.evaluate(() => (document.title = 'before'));
    await other.keyboard.press('?');
    assert.equal(await other.getByLabel('Board', { exact: true }).inputValue(), 'wood');
    assert.equal(await other.getByLabel('Games last').inputValue(), 'moves');
    assert.equal(await other.getByRole('checkbox', { name: 'losses' }).isChecked(), false);
    await other.getByRole('checkbox', { name: 'wins' }).uncheck();
    await other.keyboard.press('Escape');
    await other.waitForFunction(() => document.title !== 'before' && document.querySelector('.seek'));
    const muted = await page.evaluate(() => JSON.parse(localStorage.getItem('retrograde.muted') ?? '""').split(' ').sort().join(' '));
    assert.equal(muted, 'loss win');
    await other.keyboard.press('p');
    await other.locator('.move-list').waitFor();
    await other.keyboard.press('h');
    await verdict(other).getByText('Black wins in 1 move').waitFor();
    assert.deepEqual(faults, []);
  }));

test('two tabs solve two boards at the same time, and play two games', () =>
  stand.visit('/tables', async (page) => {
    const { other, faults } = await beside(page, '/tables');
    const places = BOARDS.map((pos) => `${stand.origin}/b?tab=play#${pos}`);
    await Promise.all([page.goto(places[0] ?? ''), other.goto(places[1] ?? '')]);
    for (const [tab, pos] of /** @type {[Page, string][]} */ ([[page, BOARDS[0]], [other, BOARDS[1]]])) {
      await tab.locator('section[aria-busy=false] .move-list tbody button').first().waitFor();
      const { winner } = await stand.ask(`/probe?pos=${encodeURIComponent(pos)}`);
      await tab.keyboard.press('h');
      await verdict(tab).getByText(winner === null ? 'nobody' : 'wins in').first().waitFor();
      await tab.locator('.move-list tbody button').first().click();
      await tab.waitForFunction((before) => decodeURIComponent(location.hash) !== `#${before}`, pos);
    }
    // Neither game has got into the other tab.
    assert.match(await token(page), /^race:/);
    assert.match(await token(other), /^pawn:/);
    assert.deepEqual(faults, []);
  }));

test('a solve goes on in a tab when the other tab stops its own', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${LARGE[0]}`, async (page) => {
    const { other, faults } = await beside(page, `/b?tab=play#${LARGE[1]}`);
    for (const tab of [page, other]) await verdict(tab).getByRole('button', { name: 'Solve it now' }).click();
    await verdict(page).getByRole('button', { name: 'Stop' }).click();
    await verdict(page).getByText('The solving was stopped').waitFor();
    // A server with few processors solves one board after the other.
    const solved = verdict(other).getByText(/^Solving: /);
    await solved.waitFor();
    const before = await solved.innerText();
    await other.waitForFunction((text) => document.querySelector('.solver [role=status]')?.textContent !== text, before);
    await verdict(other).getByRole('button', { name: 'Stop' }).click();
    await verdict(other).getByText('The solving was stopped').waitFor();
    assert.deepEqual(faults, []);
  }, { refusals: [404] }));
