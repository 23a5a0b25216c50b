/** Without a mouse: a wall is edited, the board solved and walked back, a game played and the link copied; nothing but keys is used. */

import assert from 'node:assert/strict';

import { Stand, drawn, token } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const START = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const WALLED = 'pawn:5/5/2O2/H2HH/OH1X1_r';
/** More than there are things to focus before the board. */
const MANY = 60;

/** Presses Tab until the focus is on what is wanted. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let presses = 0; presses < MANY; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** Takes the cursor of the board to a square, by arrows. @param {Page} page @param {string} from where it is @param {string} to */
async function walk(page, from, to) {
  const across = to.charCodeAt(0) - from.charCodeAt(0);
  const down = Number(to.slice(1)) - Number(from.slice(1));
  for (let step = 0; step < Math.abs(across); step += 1) await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let step = 0; step < Math.abs(down); step += 1) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  assert.match(await focusedName(page), new RegExp(`^${to},`));
}

/** @param {Page} page */
const focusedName = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** @param {Page} page */
const step = async (page) => (await drawn(page), Number(await page.locator('.seek').inputValue()));

test('the sheet of keys is called so, and promises no key where it does nothing', () =>
  stand.visit('/tables', async (page) => {
    await page.getByRole('button', { name: 'Settings and keys' }).click();
    const groups = page.locator('dialog .keys section');
    assert.doesNotMatch(await groups.first().innerText(), /Mute/);
    assert.match(await groups.nth(1).innerText(), /Mute/);
  }));

test('a wall, a solve, three steps back, a game and a link, by keys alone', () =>
  stand.visit('/', async (page) => {
    await page.locator('#paste').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(START);
    await page.keyboard.press('Control+Enter');
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();

    await page.keyboard.press('e');
    await page.getByRole('region', { name: 'Verdict' }).getByText('nobody can force a win').waitFor();
    await tabTo(page, '[role=gridcell]');
    await walk(page, (await focusedName(page)).slice(0, 2), 'e4');
    await page.keyboard.press('#');
    assert.equal(await token(page), WALLED);
    await page.getByRole('region', { name: 'Verdict' }).getByText(/wins|nobody/).waitFor();

    await page.keyboard.press('w');
    await page.waitForFunction(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 1);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) > 5);
    await page.keyboard.press('Space');
    const paused = await step(page);
    for (let back = 0; back < 3; back += 1) await page.keyboard.press('ArrowLeft');
    assert.equal(await step(page), paused - 3);

    await page.keyboard.press('p');
    await page.getByText(/legal moves/).first().waitFor();
    await tabTo(page, '[role=gridcell]');
    await walk(page, (await focusedName(page)).slice(0, 2), 'c3');
    await page.keyboard.press('Enter');
    await walk(page, 'c3', 'c4');
    await page.keyboard.press('Enter');
    await page.waitForFunction((before) => location.hash.endsWith('_r') && !location.hash.endsWith(before), WALLED);
    await page.getByText(/legal moves/).first().waitFor();

    await page.keyboard.press('/');
    const before = await token(page);
    await page.keyboard.type('c4c3');
    await page.keyboard.press('Enter');
    await page.waitForFunction((pos) => decodeURIComponent(location.hash.slice(1)) !== pos, before);
    await page.keyboard.type('a1a9');
    await page.keyboard.press('Enter');
    await page.locator('#toast', { hasText: 'a1a9 is no legal move here' }).waitFor();
    await page.keyboard.press('Tab');

    await page.keyboard.press('l');
    await page.locator('#toast', { hasText: 'Link copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /\/b\?tab=play#pawn:5\//);
  }));

/** Waits until those who listen have been told. @param {Page} page @param {RegExp} text */
const hears = (page, text) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById('live')?.textContent ?? ''), text.source);

test('those who listen hear the verdict on coming and after an edit', ONLY_WITH_ALL, async () => {
  await stand.visit(`/b?tab=edit#${START}`, async (page) => {
    await hears(page, /^Draw: nobody/);
    await page.locator('[role=gridcell][aria-label^="e5,"]').focus();
    await page.keyboard.press('#');
    await hears(page, /^(Red|Black) (wins|loses)|^Draw: nobody can force a win$/);
    await page.locator('[role=gridcell][aria-label^="d5,"]').focus();
    await page.keyboard.press('.');
    await hears(page, /^Not a legal position: ./);
  }, { refusals: [422] });
  await stand.visit('/b?tab=play#pawn:O2/1HX/1O1_r', async (page) => {
    await hears(page, /^Press H to see/);
    await page.keyboard.press('h');
    await page.getByText(/wins in/).first().waitFor();
    await page.keyboard.press('b');
    await hears(page, /^[a-c]\d–[a-c]\d · .*(wins in|is over)/);
  });
});

test('those who listen hear what a step does, what a pixel of the sea is and what a move of a picked piece is worth', ONLY_WITH_ALL, async () => {
  await stand.visit(`/b?tab=watch#${START}`, async (page) => {
    await hears(page, /^Who wins\?$/);
    await page.waitForFunction(() => Number(document.querySelector('.seek')?.getAttribute('max')) > 1);
    await page.keyboard.press('ArrowRight');
    await hears(page, /^Game over, .*into the queue/);
    await page.locator('.sea').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await hears(page, /^Looking at #\d+: (Red|Black) to move, /);
  });
  await stand.visit(`/b?tab=play#${START}`, async (page) => {
    const name = (/** @type {string} */ square) => page.locator(`[role=gridcell][aria-label^="${square},"]`);
    await page.getByText(/legal moves/).first().waitFor();
    await name('c3').press('Enter');
    await name('c4').and(page.locator('[aria-label$="a move leads here"]')).waitFor();
    await page.keyboard.press('h');
    await name('c4').and(page.locator('[aria-label*="moving here: draw"]')).waitFor();
  });
});

test('the sheet of settings and keys, by keys: board, sounds, speed and unit are kept', ONLY_WITH_ALL, () =>
  stand.visit('/b?tab=watch#pawn:O2/1HX/1O1_r', async (page) => {
    await page.locator('.seek').waitFor();
    await page.keyboard.press('?');
    await page.getByLabel('Pieces').selectOption('plain');
    await page.getByLabel('Board', { exact: true }).selectOption('wood');
    await page.getByLabel('Watch starts at').selectOption('1');
    await page.getByLabel('Games last').selectOption('moves');
    await page.getByRole('checkbox', { name: 'losses' }).uncheck();
    await page.keyboard.press('Escape');
    // Boards are drawn anew.
    await page.locator('.actions button[aria-pressed=true]', { hasText: 'Plain' }).waitFor();
    await page.waitForFunction(() => document.querySelector('.speed')?.textContent === '1×');
    assert.equal(await page.evaluate(() => localStorage.getItem('retrograde.muted')), '"loss"');
    await page.keyboard.press('?');
    assert.equal(await page.getByLabel('Board', { exact: true }).inputValue(), 'wood');
    await page.getByLabel('Pieces').selectOption('pictures');
    await page.evaluate(() => (document.title = 'before'));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.title !== 'before' && document.querySelector('.seek'));
    await page.locator('.actions button[aria-pressed=false]', { hasText: 'Plain' }).waitFor();
    await page.keyboard.press('p');
    await page.locator('.move-list').waitFor();
    await page.keyboard.press('h');
    await page.getByRole('region', { name: 'Verdict' }).getByText('Black wins in 1 move').waitFor();
    await page.getByRole('columnheader', { name: 'Moves left' }).waitFor();
  }));
