/** The tab PLAY, used with the mouse: a game to its end in each of the games. */

import assert from 'node:assert/strict';

import { PHONE, Stand, drawn, onServer, picture, square, textOf, token } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

/** The fifth sample of P9169. */
const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';

const stand = Stand.shared();

/** Best moves from the list until the game is over; the opponent answers in between. @param {Page} page */
async function playBest(page) {
  const best = page.locator('.move-list tbody button').first();
  for (let ply = 0; ply < 60; ply += 1) {
    await page.waitForFunction(() => /is over/.test(document.querySelector('#panel')?.textContent ?? '') || document.querySelector('section[aria-busy=false] .move-list'));
    if (await page.getByText('The game is over').count()) return;
    const before = await token(page);
    // The opponent's reply may come in between, and then this is another list.
    await best.click({ timeout: 3000 }).catch(() => undefined);
    await page.waitForFunction((pos) => !decodeURIComponent(location.hash).endsWith(pos), before, { timeout: 3000 }).catch(() => undefined);
  }
  assert.fail(`no end of the game: ${await token(page)}`);
}

test('pawn: pieces are picked and put down on the board, and the opponent answers', () =>
  stand.visit('/b?tab=play#pawn:5/5/2O2/H2H1/OH1X1_r', async (page) => {
    await page.getByText('Press H to see').first().waitFor();
    await page.getByText(/legal moves/).first().waitFor();
    await square(page, 'c3').click();
    await square(page, 'c4').click();
    await page.waitForFunction(() => location.hash.endsWith('_r') && !location.hash.endsWith('OH1X1_r'));
    assert.match(await square(page, 'c4').getAttribute('aria-label') ?? '', /red king/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await token(page), 'pawn:5/5/2O2/H2H1/OH1X1_r');
  }));

/** Types a move into the field of the position. @param {Page} page @param {string} move */
async function type(page, move) {
  await page.locator('#token').focus();
  await page.locator('#token').selectText();
  await page.keyboard.type(move);
  await page.keyboard.press('Enter');
}

/** Waits until it is Red's turn, with a red king on a square. @param {Page} page @param {string} name */
const redAt = (page, name) => page.waitForFunction((start) => location.hash.endsWith('_r') && document.querySelector(`[role=gridcell][aria-label^="${start},"]`)?.getAttribute('aria-label')?.includes('red king'), name);

test('a move typed while the opponent thinks is made after its reply', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await page.getByText(/legal moves/).first().waitFor();
    await type(page, 'c3c4');
    await page.waitForFunction(() => location.hash.endsWith('_b'));
    await type(page, 'c4c3');
    await redAt(page, 'c3');
    assert.equal(await page.locator('#toast').isVisible(), false);
  }));

test('a move typed before the page knows the moves is made when it does', { ...ONLY_WITH_ALL, ...onServer('the answer is held back on its way') }, async () => {
  /** @type {(() => void)[]} */
  const held = [];
  // A place that asks for no position by itself, as Home's demo does.
  await stand.visit('/tables', async (page) => {
    await page.route('**/api/v1/probe?*', (route) => new Promise((go) => held.push(() => go(route.continue()))), { times: 1 });
    await page.goto(`${stand.origin}/b?tab=play#${DRAWN}`);
    await page.locator('section[aria-busy=true]').waitFor({ state: 'attached' });
    await type(page, 'c3c4');
    await drawn(page);
    held.forEach((go) => go());
    await redAt(page, 'c4');
    assert.equal(await page.locator('#toast').isVisible(), false);
  });
});

test('a move taken back while the opponent moves stays taken back', onServer('the answer is awaited on its way'), () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await page.getByText(/legal moves/).first().waitFor();
    const replied = page.waitForResponse((response) => response.url().includes('/api/v1/play?'));
    await type(page, 'c3c4');
    await replied;
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
    await page.keyboard.press('u');
    await drawn(page);
    await page.waitForTimeout(500);
    assert.equal(await token(page), DRAWN);
  }));

test('pawn: best moves from the list win the game as fast as it was said', () =>
  stand.visit('/b?tab=play#pawn:3/1H1/OXO_r', async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await playBest(page);
    await page.getByText('None so far: perfect play by both sides.').first().waitFor();
  }));

test('race: a game to its end', () =>
  stand.visit('/b?tab=play#race:A3/1H2/4/3B_a', async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await playBest(page);
    assert.match(await textOf(page.locator('#panel')), /The game is over: . won/);
  }));

test('cannons: a game to its end', repeated(false, 'in another game'), () =>
  stand.visit('/b?tab=play#cannons:11011_r', async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await playBest(page);
    assert.match(await textOf(page.locator('#panel')), /The game is over/);
  }));

test('another game is played by its own sides', () =>
  stand.visit('/b?tab=play#cannons:01100_r', async (page) => {
    await page.getByRole('radio', { name: 'Black' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('tictactoe:xo1/3/3_x');
    await page.keyboard.press('Enter');
    await page.getByText('7 legal moves').first().waitFor();
    const names = await page.locator('fieldset label:has([name=you])').allInnerTexts();
    assert.deepEqual(names.map((name) => name.trim()).slice(0, 2), ['X', 'O']);
  }));

test('a board that is finished asks for no reply, and tells nothing of how it was played', () =>
  stand.visit('/b?tab=play#pawn:X2/3/OO1_b', async (page) => {
    await page.getByRole('region', { name: 'Verdict' }).getByText('The game is over').waitFor();
    // Longer than the opponent thinks: a question without an answer would be a fault of the visit.
    await page.waitForTimeout(600);
    assert.doesNotMatch(await textOf(page.locator('#panel')), /perfect play/);
  }));

test('a mistake is shown, with what it cost and what was better', () =>
  stand.visit(`/b?tab=play#${FIFTH}`, async (page) => {
    await page.getByRole('radio', { name: 'both' }).check();
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.getByRole('button', { name: 'b9–c9' }).click();
    await page.waitForFunction(() => location.hash.endsWith('_b'));
    assert.equal(await textOf(page.locator('.mistakes li')), 'Red b9–c9 wasted 4 plies; best was b9–a9');
    await page.locator('.mistakes a').click();
    assert.equal(await token(page), FIFTH);
  }));

test('moves stand best first, and the first begins the line', () =>
  stand.visit(`/b?tab=play#${FIFTH}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    const rows = page.locator('.move-list tbody tr');
    await rows.locator('td').first().waitFor();
    const listed = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())));
    const wastes = listed.map((cells) => Number((cells.at(-1) ?? '').replace('·', '0')));
    assert.deepEqual(wastes, wastes.toSorted((a, b) => a - b));
    const { line, depth } = await stand.ask(`/line?pos=${encodeURIComponent(FIFTH)}`);
    assert.equal(line[0].move, listed[0]?.[0]?.replace('–', ''));
    assert.equal(line.length, depth);
  }));

test('in a drawn position the opponent resists: its move leaves the fewest drawing replies', async () => {
  const ask = (/** @type {string} */ path, /** @type {string} */ pos) => stand.ask(`/${path}pos=${encodeURIComponent(pos)}`);
  /** How many replies keep the draw. @param {{ pos: string }} move */
  const traps = async ({ pos }) => (await ask('probe?', pos)).moves.filter((/** @type {any} */ reply) => reply.value === 'draw').length;
  const { moves } = await ask('probe?', DRAWN);
  const drawing = moves.filter((/** @type {any} */ move) => move.value === 'draw');
  const fewest = Math.min(...(await Promise.all(drawing.map(traps))));
  const played = await ask('play?strength=100&seed=1&', DRAWN);
  assert.equal(played.value, 'draw');
  assert.equal(await traps(played), fewest);
});

test('a predict-first link tells the value to those who have guessed', () =>
  stand.visit('/b?tab=play&predict=1#pawn:O2/1HX/1O1_r', async (page) => {
    const verdict = page.getByRole('region', { name: 'Verdict' });
    const commit = verdict.getByRole('button', { name: 'That is my answer' });
    await commit.click();
    assert.doesNotMatch(await textOf(page.locator('#panel')), /wins in/);
    await verdict.getByRole('radio', { name: 'Black' }).check();
    await commit.click();
    assert.match(await textOf(verdict), /Black wins in 2 plies You named the right winner/);
  }));

test('a row too long for a table shows its verdict, and offers nothing that cannot work', async () => {
  const row = `cannons:${'0110'.repeat(10)}_r`;
  for (const tab of ['edit', 'watch']) {
    await stand.visit(`/b?tab=${tab}#${row}`, async (page) => {
      await page.locator(tab === 'edit' ? '.verdict' : '.box-verdict .banner').getByText('Tie').waitFor();
      await page.getByText(/No table can be made: .* positions would need [\d.]+ TiB/).first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Solve it now' }).count(), 0);
      assert.equal(await page.locator('.dock:visible, .box:not(.box-verdict):visible').count(), 0);
    }, { refusals: [503] });
  }
});

test('a verdict that comes after the refusal of a log is shown at once', onServer('the answer is held back on its way'), async () => {
  /** @type {() => void} */
  let go = () => undefined;
  const allowed = new Promise((done) => (go = () => done(undefined)));
  await stand.visit('/tables', async (page) => {
    await page.route('**/api/v1/probe?*', (route) => allowed.then(() => route.continue()));
    await page.goto(`${stand.origin}/b?tab=watch#cannons:${'0110'.repeat(10)}_r`);
    await page.getByText(/No table can be made/).first().waitFor();
    go();
    await page.locator('.box-verdict .banner').getByText('Tie').waitFor();
  }, { refusals: [503] });
});

test('hints without values draw nothing over a row', () =>
  stand.visit(`/b?tab=play#cannons:${'0110'.repeat(10)}_r`, async (page) => {
    await page.getByText('39 legal moves').first().waitFor();
    await drawn(page);
    const before = await picture(page);
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.locator('.verdict').getByText('Tie').waitFor();
    await drawn(page);
    assert.equal(await picture(page), before);
  }));

test('a press anywhere in the row of a move makes it', () =>
  stand.visit(`/b?tab=play#${FIFTH}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.locator('.move-list td.number').first().click();
    await page.waitForFunction(() => location.hash.endsWith('_b'));
  }));

test('two may play at one table, and none', () =>
  stand.visit('/b?tab=play#cannons:11011_r', async (page) => {
    await page.getByRole('radio', { name: 'computer vs computer' }).check();
    await page.getByRole('region', { name: 'Verdict' }).getByText('The game is over').waitFor();
    await page.locator('.turn').waitFor({ state: 'hidden' });
    assert.equal(await page.getByRole('button', { name: 'Hold: best play' }).isEnabled(), false);
    assert.equal(await page.getByRole('button', { name: 'Pause' }).isVisible(), false);
    await page.fill('#token', 'cannons:0110_r');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Red to move' }).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Red' }).isChecked(), true, 'another game does not begin by itself');
  }));

/** A draw in which both sides can only go to and fro. */
const ROUND = 'race:1A2/HHHH/HHHH/1B2_a';

test('a watched game that goes round says so and pauses, and fills no history', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${ROUND}`, async (page) => {
    const before = await page.evaluate(() => history.length);
    await page.getByRole('radio', { name: 'computer vs computer' }).check();
    await page.getByText(/this position occurs for the third time, \d+ plies after the last/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    assert.equal(await page.evaluate(() => history.length), before);
  }));

test('a game is kept when the page is loaded again', () =>
  stand.visit(`/b?tab=play#${FIFTH}`, async (page) => {
    await page.getByText(/legal moves/).first().waitFor();
    await page.getByRole('radio', { name: 'both' }).check();
    await page.locator('.move-list tbody button').first().click();
    await page.waitForFunction(() => location.hash.endsWith('_b'));
    const after = await token(page);
    await page.reload();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await page.waitForFunction(() => [...document.querySelectorAll('button')].some((button) => button.textContent === 'Undo' && !button.disabled));
    assert.equal(await token(page), after);
    await undo.click();
    assert.equal(await token(page), FIFTH);
  }));

test('in a draw, each move tells how many of the replies to it lose', () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.locator('.move-list thead').getByText('What follows').waitFor();
    assert.equal(await page.locator('.move-list thead').getByText('Plies left').count(), 0, 'replies are no plies');
    const cells = page.locator('.move-list .is-draw .depth', { hasText: /^\d+ of \d+ replies lose$/ });
    await cells.first().waitFor();
    const told = await page.locator('.move-list .is-draw tr').evaluateAll((rows) => rows.map((row) => [/** @type {HTMLElement} */ (row).dataset.pos ?? '', row.querySelector('.depth')?.textContent ?? '']));
    for (const [pos = '', text] of told) {
      const { moves } = await stand.ask(`/probe?pos=${encodeURIComponent(pos)}`);
      assert.equal(text, `${moves.filter((/** @type {any} */ reply) => reply.for_mover === 'loss').length} of ${moves.length} replies lose`, pos);
    }
  }));

test('moves without values stand in the order of their squares, as people count', () =>
  stand.visit('/b?tab=play#cannons:0110100110010110_r', async (page) => {
    const moves = page.locator('.move-list tbody th');
    await moves.first().waitFor();
    assert.deepEqual(await moves.allInnerTexts(), ['2x4', '3x1', '5x7', '8x6', '8x10', '9x7', '9x11', '12x10', '14x16', '15x13', 'pass']);
  }));

/** Makes a move of the list. @param {Page} page @param {string} name as it is listed */
async function move(page, name) {
  const before = await token(page);
  await page.locator('section[aria-busy=false] .move-list').getByRole('button', { name, exact: true }).click();
  await page.waitForFunction((pos) => !decodeURIComponent(location.hash).endsWith(pos), before);
}

/** What the record says, variations in brackets. @param {Page} page */
const recorded = (page) => page.locator('.played').evaluate((place) => {
  /** @param {Element} list @returns {string} */
  const line = (list) => [...list.children].map((item) => (item.matches('.variation') ? `(${line(/** @type {Element} */ (item.firstElementChild))})` : item.querySelector('b')?.textContent ?? '')).filter(Boolean).join(' ');
  return line(/** @type {Element} */ (place.firstElementChild));
});

/** A game of both sides with a variation: c3–c4 d5–e5, and c3–b3 in place of the first. @param {Page} page */
async function playTwo(page) {
  await page.getByRole('radio', { name: 'both' }).check();
  await move(page, 'c3–c4');
  await move(page, 'd5–e5');
  await page.getByRole('button', { name: 'Restart' }).click();
  await move(page, 'c3–b3');
  // The record is told when the position is.
  await page.locator('.played [aria-current]').getByText('c3–b3').waitFor();
}

test('the record keeps what was played instead, shows values when they may be seen, and leads there', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    assert.equal(await page.locator('.record').isVisible(), false, 'nothing is played yet');
    await playTwo(page);
    assert.equal(await recorded(page), 'c3–b3 (c3–c4 d5–e5)');
    assert.equal(await page.locator('.played .worth').count(), 0, 'values are hidden');
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.locator('.played .worth').first().waitFor();
    const { moves } = await stand.ask(`/probe?pos=${encodeURIComponent(DRAWN)}`);
    const { for_mover: value } = moves.find((/** @type {any} */ known) => known.move === 'c3b3');
    assert.equal(value, 'draw');
    assert.equal(await textOf(page.locator('.played [aria-current]')), '1 Red c3–b3 ◆ draw');
    await page.locator('.played').getByRole('button', { name: /c3–c4/ }).click();
    await page.waitForFunction(() => location.hash.endsWith('pawn:5/5/5/H1OH1/OH1X1_b'));
    await page.locator('.played [aria-current]').getByText('c3–c4').waitFor();
  }));

test('the keys go along the game, to its ends and to what was played instead', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await playTwo(page);
    const now = () => page.locator('.played [aria-current]').innerText();
    const at = async (/** @type {string} */ key, /** @type {RegExp} */ where) => {
      await page.keyboard.press(key);
      await drawn(page);
      assert.match((await now()).replace(/\s+/g, ' '), where, key);
    };
    await at('v', /1 Red c3–c4/);
    await at('End', /2 Black d5–e5/);
    await at('ArrowLeft', /1 Red c3–c4/);
    await at('Home', /Start/);
    await at('ArrowRight', /1 Red c3–c4/);
    await at('v', /1 Red c3–b3/);
  }));

test('a record is kept when the page is loaded again, and a link hands it to others with its values', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await playTwo(page);
    await page.reload();
    await page.locator('.played [aria-current]').getByText('c3–b3').waitFor();
    assert.equal(await recorded(page), 'c3–b3 (c3–c4 d5–e5)');
    await page.getByRole('button', { name: 'Copy a link to the game' }).click();
    await page.locator('#toast').getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /&game=pawn:5\/5\/2O2\/H2H1\/OH1X1_r,c3b3\(c3c4\.d5e5\)#pawn:/);
    await stand.visit(link.slice(stand.origin.length), async (other) => {
      await other.locator('.played [aria-current]').getByText('c3–b3').waitFor();
      // The reader is Red there: the opponent may have replied already.
      assert.match(await recorded(other), /^c3–b3 \(c3–c4 d5–e5\)( \S+)?$/);
      await other.waitForFunction(() => !location.search.includes('game='));
      await other.getByRole('radio', { name: 'both' }).check();
      await other.getByRole('button', { name: 'Hints', exact: true }).click();
      await other.locator('.played .variation .worth').nth(1).waitFor();
    });
  }));

test('a link whose game breaks the rules says where, and shows what comes before', () =>
  stand.visit(`/b?tab=play&game=${DRAWN},c3c4.a1z9#${DRAWN}`, async (page) => {
    await page.locator('#toast').getByText('a1z9 is no legal move here').waitFor();
    // The opponent may have replied already.
    assert.match(await recorded(page), /^c3–c4( \S+)?$/);
  }));

test('a move is heard once sound is on, and not before', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await page.evaluate(() => {
      const notes = /** @type {any} */ (window);
      notes.heard = 0;
      OscillatorNode.prototype.start = () => (notes.heard += 1);
      OscillatorNode.prototype.stop = () => undefined;
    });
    const heard = () => page.evaluate(() => /** @type {any} */ (window).heard);
    await page.getByRole('radio', { name: 'both' }).check();
    await move(page, 'c3–c4');
    assert.equal(await heard(), 0);
    await page.keyboard.press('m');
    await move(page, 'd5–e5');
    assert.ok(await heard() > 0);
  }));

test('a screen that is touched is told of the button, not of a key', () =>
  stand.visit(`/b?tab=play#${DRAWN}`, async (page) => {
    await page.getByRole('region', { name: 'Verdict' }).getByText('Tap Hints to see which moves win').waitFor();
    await page.locator('[aria-live]', { hasText: 'Tap Hints' }).first().waitFor({ state: 'attached' });
    assert.doesNotMatch((await page.locator('body').textContent()) ?? '', /Press H/, 'those who listen are told the same');
    await page.getByRole('button', { name: 'Hints', exact: true }).tap();
    await page.getByRole('region', { name: 'Verdict' }).getByText('Draw: nobody can force a win').waitFor();
  }, { viewport: PHONE, hasTouch: true, isMobile: true }));

/** A game that O wins: X gives it away. */
const LOST = 'tictactoe:3/3/3_x,b2.a1.c3.a3.c1.a2#tictactoe:3/3/3_x';

test('a game ends with a banner; a review leads to the first mistake, a rematch begins anew', () =>
  stand.visit(`/b?tab=play&game=${LOST}`, async (page) => {
    await page.locator('.played [aria-current]').waitFor();
    await page.keyboard.press('End');
    const banner = page.getByRole('region', { name: 'The game is over' });
    await banner.getByText('You lose').waitFor();
    assert.match(await textOf(banner), /The game is over: O won \(three in a row\)/);
    const [board, box] = await Promise.all(['main .board', '.level-end'].map((part) => page.locator(part).boundingBox()));
    assert.ok(board && box && box.y >= board.y + board.height, 'it covers no piece');
    await banner.getByRole('button', { name: 'Review' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.locator('.played [aria-current]').getByText('a3').waitFor();
    await page.keyboard.press('End');
    await banner.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForFunction(() => decodeURIComponent(location.hash) === '#tictactoe:3/3/3_x');
    assert.equal(await page.locator('.record').isVisible(), false, 'what was played is not told in the next game');
  }));

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test(`the buttons stay where they are when a message comes, at ${viewport.width} px`, () =>
    stand.visit(`/b?tab=play&game=${LOST}`, async (page) => {
      await page.locator('.played [aria-current]').waitFor();
      const undo = page.getByRole('button', { name: 'Undo', exact: true });
      const place = () => undo.evaluate((button) => [button.getBoundingClientRect().left, button.getBoundingClientRect().top + scrollY]);
      const before = await place();
      await page.keyboard.press('End');
      await page.getByRole('region', { name: 'The game is over' }).waitFor();
      assert.deepEqual(await place(), before, 'at the end of the game');
      await page.keyboard.press('Home');
      await page.getByRole('radio', { name: 'O', exact: true }).check();
      await page.getByText('The game went on from here').waitFor();
      assert.deepEqual(await place(), before, 'where the computer waits');
    }, { viewport }));
}

for (const [tab, pos] of /** @type {const} */ ([['play', 'cannons:0110100110010110_r'], ['play', 'quixo:3/3/3_x'], ['edit', 'quixo:3/3/3_x']])) {
  test(`ten moves of ${pos} are in sight at 1280x800 in ${tab}`, () =>
    stand.visit(`/b?tab=${tab}#${pos}`, async (page) => {
      if (tab === 'play' && pos.startsWith('quixo')) await page.getByRole('button', { name: 'Hints', exact: true }).click();
      await page.locator('.move-list tbody tr').nth(9).waitFor();
      // In one step, because the list is made anew when the values come.
      const [end, lowest] = await page.locator('.move-list').evaluate((list) => {
        const edges = ['.panel', '.scroll'].map((part) => list.closest(part)?.getBoundingClientRect().bottom ?? 0);
        return [list.querySelectorAll('tbody tr')[9].getBoundingClientRect().bottom, Math.min(...edges)];
      });
      assert.ok(end <= lowest + 1, `${end} in ${lowest}`);
    }, { viewport: { width: 1280, height: 800 } }));
}

test('with hints on, best play is said and drawn', () =>
  stand.visit(`/b?tab=play#${FIFTH}`, async (page) => {
    await page.getByRole('button', { name: 'Hints', exact: true }).click();
    await page.getByText('Best line: b9–a9 c8–d8').waitFor();
    await drawn(page);
    const before = await picture(page);
    await page.locator('.move-list tbody tr').first().hover();
    await drawn(page);
    assert.notEqual(await picture(page), before, 'a move that is pointed at stands alone');
  }));
