/** Home and the other places without a board: what a newcomer sees first. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';

import { Stand, textOf } from './stand.js';

const stand = await Stand.open();
after(() => stand.close());

/** The event log is not served yet. */
const PENDING = { refusals: [404] };
/** The five samples of P9169, in the judge's format. */
const SAMPLES = readFileSync(new URL('../../../../examples/zu.in', import.meta.url), 'utf8');
const FIFTH = `0 1\n${SAMPLES.trimEnd().split('\n').slice(-10).join('\n')}\n`;

test('the five samples of P9169, pasted, show their five verdicts', () =>
  stand.visit('/', async (page) => {
    await page.fill('#paste', SAMPLES);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const cases = page.locator('.gallery > li');
    await cases.nth(4).getByText('Red wins in 75 plies').waitFor();
    const verdicts = await cases.locator('.hint').allInnerTexts();
    assert.deepEqual(verdicts, [
      'The game is over: Black won (no legal move)', // Black 0
      'Black wins in 2 plies', // Black 2
      'Black wins in 2 plies', // Black 2
      'Nobody wins: the game never ends', // Tie
      'Red wins in 75 plies', // Red 75
    ]);
  }, PENDING));

test('the fifth sample alone opens as a board', () =>
  stand.visit('/', async (page) => {
    await page.fill('#paste', FIFTH);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/b\?tab=watch#pawn:3HHHHHH/);
    assert.equal(await textOf(page.locator('h1')), 'Pawn 9×9 Red to move');
  }, PENDING));
