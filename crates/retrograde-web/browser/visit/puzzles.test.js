/** The place PUZZLES: one position a day and game, with exactly one saving move. */

import assert from 'node:assert/strict';

import { CLOCK, Stand, square, textOf } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const RANK = ['win', 'tie', 'draw', 'loss'];

/** The puzzle that is asked, and what the table says of its moves, best first. @param {Page} page */
async function asked(page) {
  await page.getByText('Which?').waitFor();
  const pos = (await page.locator('.puzzles [data-pos]').first().getAttribute('data-pos')) ?? '';
  const { moves } = await stand.ask(`/probe?pos=${encodeURIComponent(pos)}`);
  return { pos, moves: /** @type {{ move: string, for_mover: string, depth: number | null }[]} */ (moves).toSorted((a, b) => RANK.indexOf(a.for_mover) - RANK.indexOf(b.for_mover)) };
}

/** @param {Page} page @param {string} move */
const press = (page, move) => page.locator('.move-list').getByRole('button', { name: move.replace(/([a-z]+\d+)(?=[a-z]+\d)/g, '$1–'), exact: true }).click();

test('one move saves: others are refused with their value and the reason why they fail, and only the first try counts', ONLY_WITH_ALL, () =>
  stand.visit('/puzzles#tictactoe', async (page) => {
    const { moves } = await asked(page);
    const [best, ...others] = moves;
    assert.ok(best && others[0] && others.every((move) => move.for_mover !== best.for_mover), JSON.stringify(moves));
    await press(page, others[0].move);
    await page.getByText(`${others[0].move} is a ${others[0].for_mover}.`).waitFor();
    await page.getByText('No streak yet').waitFor();
    await page.getByText(/^(Easy|Medium|Hard): 1 of \d+ moves\. Practice/).waitFor();
    await page.getByText(/No puzzles of Teeko \(too large: 12\s896\s209 positions\).*, Graph \(only 4 positions\)/).waitFor();
    await square(page, best.move).click();
    await page.getByText(/Right: /).waitFor();
    await page.getByText('Practice: only the first try counts').waitFor();
    await page.getByText('No streak yet').waitFor();
    await page.locator('.failures li').first().waitFor();
    const told = await page.locator('.failures li').allInnerTexts();
    assert.deepEqual(told.map((text) => text.split(/\s/)[0]).sort(), others.map(({ move }) => move).sort());
    for (const { move, for_mover: value, depth } of others) {
      if (value === 'loss') assert.ok(told.some((text) => text.startsWith(move) && text.includes(`loses in ${(depth ?? 0) + 1} pl`)), `${move}: ${told.join('; ')}`);
    }
  }));

test('a day has its puzzle, the next another, and days in a row are counted', ONLY_WITH_ALL, () =>
  stand.visit('/tables', async (page) => {
    const day = async (/** @type {string} */ date) => {
      await page.clock.setFixedTime(new Date(`${date}T15:00:00`));
      await page.goto(`${stand.origin}/puzzles#hexapawn`);
      await page.reload();
      return asked(page);
    };
    const first = await day('2026-03-07');
    assert.equal((await day('2026-03-07')).pos, first.pos);
    await press(page, first.moves[0]?.move ?? '');
    await page.getByText('Streak: 1 day').waitFor();
    await page.locator('nav a[aria-current]').getByText('solved today').waitFor();
    const second = await day('2026-03-08');
    assert.notEqual(second.pos, first.pos);
    assert.match(await textOf(page.locator('.streak')), /Streak: 1 day · 2026-03-08/);
    await press(page, second.moves[0]?.move ?? '');
    await page.getByText('Streak: 2 days').waitFor();
    await day('2026-03-11');
    await page.getByText('No streak yet').waitFor();
    await page.getByText('Earlier puzzles').click();
    assert.deepEqual((await page.locator('.archive li').allInnerTexts()).slice(0, 5).map((text) => text.split('\n')[0]), ['2026-03-10', '2026-03-09', '2026-03-08 ✓', '2026-03-07 ✓', '2026-03-06']);
    await page.getByRole('link', { name: '2026-03-08' }).click();
    await page.waitForFunction((pos) => document.querySelector('.puzzles [data-pos]')?.getAttribute('data-pos') === pos, second.pos);
  }, CLOCK));

test('a link asks the same on any day, and a shown move counts for nothing', () =>
  stand.visit('/puzzles#breakthrough', async (page) => {
    const { pos } = await asked(page);
    await page.getByRole('button', { name: 'Copy a link to this puzzle' }).click();
    await page.locator('#toast').getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/puzzles#breakthrough\/\d{4}-\d\d-\d\d$/);
    await page.clock.setFixedTime(new Date('2031-01-01T10:00:00'));
    await page.goto('about:blank');
    await page.goto(link);
    assert.equal((await asked(page)).pos, pos);
    await page.getByRole('button', { name: 'Show the move' }).click();
    await page.getByText(/It was /).waitFor();
    await page.getByText('No streak yet').waitFor();
    await page.getByRole('link', { name: 'Play on from here' }).click();
    await page.waitForURL(/\/b\?tab=play#breakthrough:/);
  }, CLOCK));

test('the goal and the rules of the game stand beside its puzzle', () =>
  stand.visit('/puzzles#tictactoe', async (page) => {
    await asked(page);
    const rules = page.locator('.puzzles .panel');
    await rules.getByText('Place marks in turn until three of yours are in a line.').waitFor();
    await rules.getByText('Rules', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await rules.getByText('X and O take turns to mark').waitFor();
    await page.getByRole('link', { name: 'Hexapawn' }).click();
    await rules.getByText('March pawns to the other end, or leave the other side no move.').waitFor();
    assert.equal(await rules.getByText('Place marks').count(), 0);
  }));

test('the archive is open at an earlier day, and marks this day', () =>
  stand.visit('/tables', async (page) => {
    await page.clock.setFixedTime(new Date('2026-03-08T15:00:00'));
    await page.goto(`${stand.origin}/puzzles#tictactoe/2026-03-07`);
    await asked(page);
    const shown = page.locator('.archive [aria-current=date]');
    assert.equal(await page.locator('.streak time').getAttribute('datetime'), await shown.locator('time').getAttribute('datetime'));
    await shown.getByText('2026-03-07', { exact: true }).waitFor();
    const ground = (/** @type {string} */ part) => page.locator(part).first().evaluate((link) => getComputedStyle(link).backgroundColor);
    assert.notEqual(await ground('.archive [aria-current]'), await ground('.archive a:not([aria-current])'));
    await page.getByRole('link', { name: '2026-03-06' }).click();
    await shown.getByText('2026-03-06', { exact: true }).waitFor();
    assert.equal(await shown.count(), 1);
    await page.getByRole('link', { name: 'Tic-tac-toe' }).click();
    await shown.waitFor({ state: 'detached' });
  }, CLOCK));
