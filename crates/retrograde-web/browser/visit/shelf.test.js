/** Tables on disk: made, seen, proved and removed, by keys alone too; and what is said of one that is damaged. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PHONE, Stand, drawn, keep, textOf } from './stand.js';
import { test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.alone();

const TOKEN = 'quixo:X2/3/2O_x';

/** Presses Tab until something of that name has the focus. @param {Page} page @param {RegExp} name */
async function tabTo(page, name) {
  for (let presses = 0; presses < 60; presses += 1) {
    const found = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
    if (name.test(found)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`nothing is called ${name}`);
}

const files = () => readdirSync(stand.server.folder).filter((name) => name.endsWith('.rgt'));

test('a table is made, seen, proved and removed by keys alone', () =>
  stand.visit('/tables', async (page) => {
    await page.getByText('No table is saved yet').waitFor();
    assert.doesNotMatch(await textOf(page.locator('main')), /retrograde [a-z]/, 'no command line is asked of a reader');
    await page.locator('#make').focus();
    await page.keyboard.type(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByText(/states · .* of memory · at most .* on disk/).waitFor();
    await tabTo(page, /^Solve and save$/);
    await page.keyboard.press('Enter');
    const heading = page.locator('.shelf h3:focus');
    await heading.waitFor();
    const [file = ''] = files();
    const name = file.replace('.rgt', '');
    await heading.getByText('Quixo 3×3').waitFor();
    assert.equal(await page.locator('.shelf a.pictured').getAttribute('aria-label'), TOKEN, 'it is shown by the position from which it was made');
    assert.doesNotMatch(await textOf(page.locator('.shelf li')), new RegExp(name), 'the name of the file is a detail');

    await tabTo(page, new RegExp(`^Details: ${name}$`));
    await page.keyboard.press('Enter');
    const card = page.locator('.shelf li');
    await card.getByText('Deepest positions').waitFor();
    assert.ok((await card.locator('.by-depth tbody tr').count()) > 5);
    assert.ok(await card.locator('.depths').evaluate((depths) => depths.scrollHeight <= depths.clientHeight), 'few depths are all seen');
    assert.equal((await card.locator('dd').first().innerText()).length, 64);
    await tabTo(page, new RegExp(`^Verify: ${name}$`));
    await page.keyboard.press('Enter');
    await card.getByText(/^✓ Every value is right: [0-9 ]+ positions/).waitFor();

    await tabTo(page, /^Delete…: /);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await dialog.getByText('You can only get the table back').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Keep it');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(files(), [file]);
    await tabTo(page, /^Delete…: /);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Delete for good$/);
    await page.keyboard.press('Enter');
    await page.getByText('No table is saved yet').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'On disk');
    assert.deepEqual(files(), []);
  }));

test('the deepest position of a table opens its board', async () => {
  await keep(stand);
  await stand.visit('/tables', async (page) => {
    await page.getByRole('button', { name: /^Details: quixo/ }).click();
    const first = page.locator('.deepest a').first();
    const pos = await first.innerText();
    await first.click();
    await page.waitForFunction((hash) => location.hash === `#${hash}`, pos);
    await page.getByText(/legal moves?/).first().waitFor();
  });
});

test('a table that is damaged is listed with what to do, and can be removed', async () => {
  const name = await keep(stand, 'cannons:01100_r');
  const file = join(stand.server.folder, `${name}.rgt`);
  const bytes = readFileSync(file);
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await stand.visit('/tables?lang=zh', async (page) => {
    const card = page.locator('.shelf > li', { hasText: /已损坏/ });
    await card.getByText(/已损坏/).waitFor();
    assert.equal(await card.getByRole('button').count(), 1);
    await card.getByRole('button', { name: `删除……：${name}` }).click();
    await page.getByRole('button', { name: '永久删除' }).click();
    await card.waitFor({ state: 'detached' });
    assert.ok(!files().includes(`${name}.rgt`));
  }, { viewport: PHONE });
});

test('what a table cannot be made of is told, and nothing is wider than a phone', async () => {
  await keep(stand);
  await stand.visit('/tables', async (page) => {
    await page.getByRole('button', { name: /^Details: quixo/ }).click();
    await page.locator('.by-depth').waitFor();
    await page.fill('#make', 'nonsense');
    await page.keyboard.press('Enter');
    await page.locator('.making .trouble').waitFor();
    assert.match(await textOf(page.locator('.making')), /a position begins with its game and a colon/);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  }, { viewport: PHONE, refusals: [400] });
});

test('what a stopped solve left is told, and can be removed', () => {
  const left = join(stand.server.folder, 'quixo-0badcafe.0.checkpoint');
  writeFileSync(left, '12345');
  return stand.visit('/tables', async (page) => {
    await page.getByText('An unfinished solve has left 5 B').waitFor();
    await page.getByRole('button', { name: 'Delete…: quixo-0badcafe' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('An unfinished solve').waitFor({ state: 'detached' });
    assert.ok(!readdirSync(stand.server.folder).some((name) => name.endsWith('.checkpoint')));
  });
});

test('a solve that is stopped tells what it has left', () => {
  const left = join(stand.server.folder, 'quixo-1badcafe.1.checkpoint');
  return stand.visit('/tables', async (page) => {
    // Only after some seconds of work is there a checkpoint.
    await page.route('**/api/v1/solve', (route) => (writeFileSync(left, '123'), route.fulfill({ status: 202, json: { job: '77' } })));
    await page.route('**/api/v1/jobs/77', (route) => route.fulfill({ json: { job: '77', state: 'cancelled', progress: null, error: null } }));
    await page.fill('#make', 'quixo:2x2');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Solve and save' }).click();
    await page.getByText('An unfinished solve has left 3 B').waitFor();
    await page.locator('.making').getByText('Stopped').waitFor();
    rmSync(left);
  });
});

test('a board stands beside each table, on disk and in memory', async () => {
  await keep(stand);
  await stand.visit('/tables', async (page) => {
    await page.evaluate(() => fetch('/api/v1/probe?pos=tictactoe:X2/1O1/2X_o'));
    await page.reload();
    for (const [place, least] of /** @type {const} */ ([['.shelf > li', 80], ['.in-memory > li', 80]])) {
      await page.locator(`${place} canvas.mini`).first().waitFor();
      await drawn(page);
      const boards = await page.locator(place).evaluateAll((all) => all.map((each) => {
        const canvas = /** @type {HTMLCanvasElement | null} */ (each.querySelector('canvas.mini'));
        const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return { width: canvas?.width ?? 0, colours: new Set([...data].map((_, at) => (at % 4 ? '' : [...data.slice(at, at + 3)].join()))).size };
      }));
      assert.ok(boards.length > 0 && boards.every(({ width, colours }) => width >= least && colours > 2), `${place}: ${JSON.stringify(boards)}`);
    }
  });
});

test('a table that cannot be saved is told before anybody asks for it', () =>
  stand.visit('/b?tab=play#tictactoe:3/3/3_x', async (page) => {
    await page.getByText('9 legal moves').waitFor();
    await page.getByRole('link', { name: 'Tables' }).click();
    assert.equal(await page.inputValue('#make'), 'tictactoe:3/3/3_x');
    await page.locator('.making').getByText('Tables of this game cannot be saved').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Solve and save' }).count(), 0);
  }));
