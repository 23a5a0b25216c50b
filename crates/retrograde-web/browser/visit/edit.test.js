/** The tab EDIT, used with the mouse. */

import assert from 'node:assert/strict';

import { PHONE, Stand, drawn, picture, square, textOf, token } from './stand.js';
import { ONLY_WITH_ALL, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const OPEN_BOARD = 'pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r';
const SMALL = 'pawn:5/5/2O2/H2H1/OH1X1_r';

/** @param {Page} page */
const verdict = (page) => page.getByRole('region', { name: 'Verdict' });
/** @param {Page} page @param {string} name */
const tool = (page, name) => page.getByRole('toolbar', { name: 'Paint with' }).getByRole('button', { name, exact: true }).click();
/** Waits until the page tells the value of the position in the URL. @param {Page} page @param {RegExp} text */
const tells = (page, text) => verdict(page).getByText(text).first().waitFor();

test('pawn: a wall is painted, and the verdict follows', () =>
  stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await tells(page, /nobody can force a win/);
    await tool(page, 'Wall');
    await square(page, 'e4').click();
    const walled = 'pawn:5/5/2O2/H2HH/OH1X1_r';
    assert.equal(await token(page), walled);
    assert.match(await square(page, 'e4').getAttribute('aria-label') ?? '', /^e4, wall/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await token(page), SMALL);
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    assert.equal(await token(page), walled);
    await tells(page, /wins|nobody/);
  }));

/** The middles of the pictures of floor and wall, and of the black pawn. @param {Page} page */
const swatches = (page) => page.evaluate(() => ['floor', 'wall', 'pawn'].map((name) => {
  const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(`[data-tool="${name}"] canvas`));
  const { backgroundColor, backgroundImage } = getComputedStyle(canvas);
  const [red, green, blue, alpha] = canvas.getContext('2d')?.getImageData(6, 6, 1, 1).data ?? [];
  return alpha ? `rgb(${red}, ${green}, ${blue})` : backgroundImage === 'none' ? backgroundColor : backgroundImage;
}));

test('pawn: in the plain look the tools are plain at once, each in its colour', () =>
  stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await tells(page, /nobody can force a win/);
    const before = await swatches(page);
    const plain = page.getByRole('button', { name: 'Plain', exact: true });
    await plain.click();
    assert.deepEqual(await swatches(page), ['rgb(236, 240, 241)', 'rgb(52, 73, 94)', 'rgb(44, 62, 80)']);
    await plain.click();
    assert.deepEqual(await swatches(page), before);
  }));

test('pawn: a stroke paints all squares that it crosses', () =>
  stand.visit(`/b?tab=edit#${OPEN_BOARD}`, async (page) => {
    await tells(page, /wins|nobody/);
    await tool(page, 'Wall');
    const [from, to] = [await middle(page, 'a6'), await middle(page, 'e6')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 12 });
    await page.mouse.up();
    assert.equal(await token(page), 'pawn:1OO7/10/10/10/10/HHHHH5/10/10/10/4X5_r');
  }));

test('pawn: a dragged piece does not change the side to move, which is a switch of its own', () =>
  stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await tells(page, /nobody can force a win/);
    const [from, to] = [await middle(page, 'd5'), await middle(page, 'e4')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 6 });
    await page.mouse.up();
    assert.equal(await token(page), 'pawn:5/5/2O2/H2HX/OH3_r');
    await page.getByRole('radio', { name: 'Black' }).check();
    assert.equal(await token(page), 'pawn:5/5/2O2/H2HX/OH3_b');
    await tells(page, /wins|nobody/);
  }));

test('pawn: an illegal board stays, with the reasons', () =>
  stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await tool(page, 'Floor');
    await square(page, 'd5').click();
    await tells(page, /Not a legal position/);
    assert.equal(await token(page), 'pawn:5/5/2O2/H2H1/OH3_r');
    assert.ok(await page.locator('.callout').first().innerText(), 'no reason beside the board');
    assert.equal(await page.locator('main .board').isVisible(), true);
    await page.keyboard.press('Control+z');
    await tells(page, /nobody can force a win/);
    await page.keyboard.press('Control+Shift+z');
    await tells(page, /Not a legal position/);
    await page.keyboard.press('u');
    await tells(page, /nobody can force a win/);
  }, { refusals: [422] }));

test('race: a wall is painted, the layers are drawn, the verdict follows', () =>
  stand.visit('/b?tab=edit#race:A3/1H2/4/3B_a', async (page) => {
    await tells(page, /wins/);
    await tool(page, 'Wall');
    await square(page, 'c3').click();
    assert.equal(await token(page), 'race:A3/1H2/2H1/3B_a');
    await tells(page, /wins|Tie|nobody/);
    for (const name of ['Distance layers', 'Meeting squares', 'Matched pairs']) {
      const before = await picture(page);
      await page.getByRole('button', { name, exact: true }).click();
      // Pairs belong to a square: the one that is pointed at.
      if (name === 'Matched pairs') await square(page, 'd1').hover();
      await drawn(page);
      assert.ok((await picture(page)) !== before, `${name} draws nothing`);
    }
    await page.getByText(/Shortest paths have length/).first().waitFor();
  }));

test('cannons: a cannon changes its side, the length is typed', () =>
  stand.visit('/b?tab=edit#cannons:11011_r', async (page) => {
    await tool(page, 'Black cannon');
    await square(page, '1').click();
    assert.equal(await token(page), 'cannons:01011_r');
    await page.getByLabel('Length').fill('7');
    await page.keyboard.press('Enter');
    assert.match(await token(page), /^cannons:[01-]{7}_r$/);
    await tells(page, /wins|Tie|over|nobody/);
  }));

test('random boards come from the seed that is shown', () =>
  stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    const random = page.getByRole('button', { name: 'Random', exact: true });
    await page.getByLabel('Seed').fill('5');
    await random.click();
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('seed')).value === '6');
    const first = await token(page);
    assert.notEqual(first, SMALL);
    await page.getByLabel('Seed').fill('5');
    await random.click();
    await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('seed')).value === '6');
    assert.equal(await token(page), first);
    assert.match(await textOf(page.locator('h1')), /^Pawn 5×5/);
  }));

test('tic-tac-toe: marks are placed in turn, and only what helps is offered', () =>
  stand.visit('/b?tab=edit#tictactoe:3/3/3_x', async (page) => {
    await tool(page, 'Cross');
    await square(page, 'b2').click();
    await page.waitForFunction(() => location.hash === '#tictactoe:3/1X1/3_o');
    await tells(page, /Tie in 8 plies/);
    assert.equal(await page.getByLabel(/^(Size|Walls %)$/).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Swap sides' }).count(), 0);
    await page.getByRole('button', { name: 'Random', exact: true }).click();
    await page.waitForFunction(() => !location.hash.endsWith('3/1X1/3_o'));
    await page.getByRole('button', { name: 'Describe' }).click();
    assert.match(await page.locator('.description').innerText(), /^Tic-tac-toe\. [XO] to move\. (cross|nought) on /);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '描述' }).click();
    assert.match(await page.locator('.description').innerText(), /^井字棋。轮到[XO]方。[^.]*在 [a-c][1-3]。$/);
  }));

test('graph: it is drawn, the ending has a name, and another node is picked', () =>
  stand.visit('/b?tab=edit#graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_3', async (page) => {
    await tells(page, /a tie \(level\)/);
    assert.equal(await square(page, '4').getAttribute('aria-label'), '4, B wins');
    await square(page, '2').click();
    await square(page, '3').click();
    for (const name of ['Mirror', 'Clear']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    await page.getByRole('button', { name: 'Random', exact: true }).click();
    await page.waitForFunction(() => !location.hash.endsWith('_3'));
  }));

/** The middle of a square, in pixels of the page. @param {Page} page @param {string} name */
async function middle(page, name) {
  const box = await square(page, name).boundingBox();
  assert.ok(box, `${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('tools stand in groups: open where there is room, folded on a phone, and as they were left', ONLY_WITH_ALL, async () => {
  const groups = (/** @type {Page} */ page) => page.locator('.groups details').evaluateAll((all) => all.map((group) => `${group.querySelector('summary')?.textContent} ${/** @type {HTMLDetailsElement} */ (group).open}`));
  await stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await page.locator('.groups details').first().waitFor();
    assert.deepEqual(await groups(page), ['Position true', 'Board true', 'Generate true', 'Export true']);
    const [panel, board] = await Promise.all(['#panel', '.groups details:nth-child(2)'].map((part) => page.locator(part).boundingBox()));
    assert.ok(panel && board && board.y + board.height <= panel.y + panel.height + 1, 'what changes the board is on a desk, below ten moves');
  });
  await stand.visit(`/b?tab=edit#${SMALL}`, async (page) => {
    await page.locator('.groups details').first().waitFor();
    assert.deepEqual(await groups(page), ['Position true', 'Board false', 'Generate false', 'Export false']);
    await page.locator('summary', { hasText: 'Generate' }).click();
    await page.locator('.groups summary', { hasText: 'Position' }).press('Enter');
    await page.reload();
    await page.locator('.groups details').first().waitFor();
    assert.deepEqual(await groups(page), ['Position false', 'Board false', 'Generate true', 'Export false']);
  }, { viewport: PHONE });
});
