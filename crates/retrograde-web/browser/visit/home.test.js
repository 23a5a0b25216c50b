/** Home and the other places without a board: what a newcomer sees first. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { DESK, PHONE, Stand, drawn, hasMoved, onServer, quiet, textOf } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

const stand = Stand.shared();

/** The five samples of P9169, in the judge's format. */
const SAMPLES = readFileSync(new URL('../../../../examples/zu.in', import.meta.url), 'utf8');
/** The judge's answer file for them. */
const ANSWERS = ['Black 0', 'Black 2', 'Black 2', 'Tie', 'Red 75'];
const FIFTH = `0 1\n${SAMPLES.trimEnd().split('\n').slice(-10).join('\n')}\n`;

test('the field beside a board reads what the box for pasting reads', () =>
  stand.visit('/b?tab=play#tictactoe:3/3/3_x', async (page) => {
    const field = page.locator('#token');
    const put = async (/** @type {string} */ text) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await field.selectText();
      await page.keyboard.press('Control+v');
      if (!text.includes('\n')) await page.keyboard.press('Enter');
    };
    const shows = (/** @type {string} */ pos) => page.waitForURL((url) => decodeURIComponent(url.hash) === `#${pos}` && url.searchParams.get('tab') === 'play');
    await field.waitFor();
    // Of the games that it fits, the one on the board; then one that fits no other.
    await put('X . .\n. O .\n. . X');
    await page.waitForURL((url) => decodeURIComponent(url.hash) === '#tictactoe:X2/1O1/2X_o');
    await put('8/8/8/3k4/8/8/8/KQ6 w - - 0 1');
    await shows('chess:8/8/8/3k4/8/8/8/KQ6_w');
    await put(`${stand.origin}/b?tab=edit#quixo:3/3/3_x`);
    await shows('quixo:3/3/3_x');
    await put('tictactoe:nonsense');
    await page.locator('.token .note').getByText('Nearest example').waitFor();
    await put(SAMPLES);
    await page.waitForFunction(() => document.documentElement.dataset.page === 'home');
    await page.locator('.gallery li').nth(4).waitFor();
    await page.goBack();
    await shows('quixo:3/3/3_x');
  }, { refusals: [400] }));

test('the five samples of P9169, pasted, show their five verdicts', repeated(false, 'on four more samples'), () =>
  stand.visit('/', async (page) => {
    await page.fill('#paste', SAMPLES);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const cases = page.locator('.gallery > li');
    await cases.nth(4).getByText('Red wins in 75 plies').waitFor();
    const verdicts = await cases.locator('.told').allInnerTexts();
    assert.deepEqual(verdicts, [
      '⚑ The game is over: Black won (no legal move)', // Black 0
      '▼ Red loses: Black wins in 2 plies', // Black 2
      '▼ Red loses: Black wins in 2 plies', // Black 2
      '◆ Draw: nobody can force a win', // Tie
      '▲ Red wins in 75 plies', // Red 75
    ]);
    assert.deepEqual(await cases.locator('.judge').allInnerTexts(), ANSWERS);
    await page.getByRole('button', { name: 'Copy all answers' }).click();
    await page.getByText('Answers copied').first().waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${ANSWERS.join('\n')}\n`);
  }));

test('a file that breaks off shows the answers before the break, and copies nothing as all', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    await page.fill('#paste', '3\n3\n101\n5\n01100\n4\n10a0\n');
    await page.keyboard.press('Control+Enter');
    await page.locator('.gallery > li').nth(1).locator('.told.is-tie').waitFor();
    assert.deepEqual(await page.locator('.judge').allInnerTexts(), ['WIN', 'TIE']);
    await page.getByRole('alert').getByText(/^case 3, line 7, column 3: expected one of “1” “0”/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy all answers' }).count(), 0);
  }));

test('what people paste is read: a bare grid, one board, a link, what an input method makes of it', async () => {
  const board = '#pawn:1O1/1H1/OX1_r';
  for (const text of ['.O.\n.#.\nOX.', '3 3\n.O.\n.#.\nOX.\n', `${stand.origin}/b?tab=play${board}`, '\ufeffpawn：1O1/1H1/OX1_r', '０　１\n３　３\n．Ｏ．\n．＃．\nＯＸ．']) {
    await stand.visit('/', async (page) => {
      await page.fill('#paste', text);
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/tab=watch/);
      assert.equal(new URL(page.url()).hash, board, text);
    });
  }
});

test('a FEN, rows of a board and arrows are read without the name of a game', ONLY_WITH_ALL, async () => {
  await stand.visit('/', async (page) => {
    await page.fill('#paste', '8/8/8/3k4/8/8/8/KQ6 w - - 0 1');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/tab=watch#chess:8\/8\/8\/3k4\/8\/8\/8\/KQ6_w/);
  });
  await stand.visit('/', async (page) => {
    await page.fill('#paste', 'X . .\n. O .\n. . X');
    await page.keyboard.press('Control+Enter');
    await page.locator('.gallery').getByRole('link', { name: 'Tic-tac-toe' }).waitFor();
    await page.fill('#paste', '1 2\n2 3\n3 1');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Read as arrows: A and B take turns').waitFor();
    await page.locator('.gallery .told.is-draw').waitFor();
    await page.fill('#paste', 'tictactoe:nonsense');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('Nearest example: tictactoe:3/3/3_x').waitFor();
    for (const text of ['KZ6', '8/8/8/3k4/8/8/8/KQ6', 'hello world']) {
      await page.fill('#paste', text);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').getByText(/^this is neither a position nor a file in a known format\. Nearest example: \w+:\S+$/).waitFor();
      await page.fill('#paste', 'tictactoe:nonsense');
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alert').getByText('Nearest example: tictactoe:3/3/3_x').waitFor();
    }
    // What a board would take is measured; of so large a one, a busy server measures for minutes.
    const plan = { slots: 70728639995483, bytes: 88411020718091, error: { code: 'too-large', message: 'needs 80.4 TiB for 70728639995483 slots' } };
    await page.route('**/api/v1/plan?*', (route) => route.fulfill({ json: plan }));
    await page.fill('#paste', 'tictactoe:3/3/3_x\nconnect4:7/7/7/7/7/7_x');
    await page.keyboard.press('Control+Enter');
    await page.locator('.gallery .told', { hasText: /^No table can be made: [\d\s]+ × 10⁹ positions would need [\d.]+ [GT]iB of memory\.( The command retrograde can use more memory.*)?$/ }).waitFor();
  });
});

/** What a test writes as a wrong answer. */
const WRONG = 'Black 0\nBlack 2\nBlack 2\nTie\nRed 73\n';

test('the first difference of a program’s output is shown, with the way to its board; Back returns to it', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    // The cards come later than the box below them, and move it: a press before that may miss.
    await page.locator('ul.games li').first().waitFor();
    await page.getByText('Compare a program’s output').click();
    await page.fill('#paste', SAMPLES);
    await page.fill('#output', WRONG);
    await page.keyboard.press('Control+Enter');
    const told = page.locator('.compared');
    await told.getByText('First difference: in case 5 your program says “Red 73”, and the answer is “Red 75”.').waitFor();
    assert.equal(await textOf(page.locator('.gallery .is-different .own')), 'yours: Red 73');
    await page.getByRole('link', { name: 'Watch case 5 solved' }).click();
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
    for (const back of [() => page.goBack(), () => page.reload()]) {
      await back();
      await told.getByText('in case 5').waitFor();
      assert.equal(await page.inputValue('#output'), WRONG);
    }
    await page.fill('#output', WRONG.replace('73', '75'));
    await page.keyboard.press('Control+Enter');
    await told.getByText('All 5 answers are right.').waitFor();
  }));

/** The log of a small board, as a program writes it: lines of JSON. */
const LOGGED = 'pawn:O2/1HX/1O1_r';
/** @returns {Promise<any[]>} */
const logged = async () => (await stand.ask(`/trace?pos=${LOGGED}&n=4000`)).events;
/** @param {any[]} events */
const lines = (events) => events.map(({ event, pos, value, depth }) => JSON.stringify({ event, pos, value, depth })).join('\n');

test('a program’s own event log is held against the table and played', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    const events = (await logged()).filter(({ event }) => event !== 'layer' && event !== 'relax');
    await page.fill('#paste', lines(events));
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^All \d+ events are right, and each comes after what it follows from\.$/).waitFor();
    await page.locator('.own-stage [role=gridcell]').first().waitFor();
    await page.getByRole('button', { name: 'Next event' }).click();
    await page.getByText(/^2 of \d+: /).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // It may have gone on by the time that anybody looks.
    await page.getByText(/^(?:[4-9]|\d\d+) of \d+: /).waitFor();
  }));

test('of a program’s own event log, the first event that is wrong is named', () =>
  stand.visit('/', async (page) => {
    const events = await logged();
    events.find(({ event, depth }) => event === 'mark' && depth === 1).depth = 3;
    await page.fill('#paste', lines(events));
    await page.keyboard.press('Control+Enter');
    await page.locator('.compared.is-different', { hasText: /^Event \d+, in line \d+, is wrong: it says win in 3 plies, and the table has win in 1 ply\. Watch/ }).waitFor();
    await page.getByRole('link', { name: 'Watch this position solved' }).click();
    await page.waitForURL(/tab=watch#pawn:/);
    await quiet(page);
  }));

test('a file that is dropped is opened', () =>
  stand.visit('/', async (page) => {
    await page.locator('#paste').evaluate((field, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'zu.in'));
      for (const type of ['dragover', 'drop']) field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, SAMPLES);
    await page.getByRole('heading', { name: '5 positions' }).waitFor();
    assert.equal(await page.inputValue('#paste'), SAMPLES);
  }));

for (const [device, viewport] of /** @type {const} */ ([['desk', DESK], ['phone', PHONE]])) {
  test(`the cases of a pasted file are brought into view on a ${device}`, repeated(device === 'phone', 'on a larger screen'), () =>
    stand.visit('/', async (page) => {
      await page.fill('#paste', SAMPLES);
      await page.keyboard.press('Control+Enter');
      const last = page.locator('.gallery > li').nth(4).locator('.told');
      await last.getByText('Red wins in 75 plies').waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), '5 positions');
      const box = await last.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, JSON.stringify(box));
      // Past the button that copies the answers.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/tab=watch#pawn:3HO/);
    }, { viewport }));
}

test('the ten-second test: sample 5 pasted, its question read, Space pressed', () =>
  stand.visit('/', async (page) => {
    await page.fill('#paste', FIFTH);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/b\?tab=watch#pawn:3HHHHHH/);
    assert.equal(await textOf(page.locator('h1')), 'Pawn 9×9 Red to move');
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).value) > 30);
  }));

test('Space pressed between the verdict and the log plays the log when it is there', onServer('the answer is held back on its way'), () =>
  stand.visit('/', async (page) => {
    /** @type {() => void} */
    let deliver = () => undefined;
    const held = new Promise((resolve) => (deliver = () => resolve(null)));
    await page.route('**/api/v1/sea?*', (route) => held.then(() => route.continue()));
    await page.goto(`${stand.origin}/b?tab=watch#pawn:O2/1HX/1O1_r`);
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
    await page.keyboard.press('Space');
    deliver();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  }));

test('a position pasted into EDIT is shown where Space plays it', ONLY_WITH_ALL, () =>
  stand.visit('/b?tab=edit#pawn:O2/1HX/1O1_r', async (page) => {
    await page.getByText('Paste a position or a contest file').click();
    await page.fill('#paste', FIFTH);
    await page.keyboard.press('Control+Enter');
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  }));

test('Back from a board to Home asks nobody about the board that is left', () =>
  stand.visit('/', async (page) => {
    await page.getByRole('link', { name: 'A small board' }).click();
    await page.getByText('Press H to see').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Games', exact: true }).waitFor();
  }));

test('an address without a board leads home, one with nonsense says so under its own name', async () => {
  await stand.visit('/b', async (page) => {
    await page.getByRole('heading', { name: 'Games', exact: true }).waitFor();
  });
  await stand.visit('/b#nope:3_r', async (page) => {
    await page.getByText('no game is called').first().waitFor();
    assert.equal(await page.title(), 'nope · Play · Retrograde');
  }, { refusals: [400] });
});

test('what cannot be read is named with its line', () =>
  stand.visit('/', async (page) => {
    await page.fill('#paste', 'pawn:O2/1HX/1O1_r\npawn:O2/1HX_r');
    await page.keyboard.press('Control+Enter');
    // Beside the boards that were read, and where it was pasted.
    for (const place of [page.locator('.found .trouble'), page.getByRole('alert')]) await place.filter({ hasText: 'line 2' }).waitFor();
  }));

/** How many positions the demo has yet to decide. @param {import('playwright-core').Page} page */
const demoStep = (page) => textOf(page.locator('.attract .count-open td'));

test('the demo plays at once, and yields only to a click or a key on it', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await page.mouse.move(700, 300, { steps: 5 });
    await page.keyboard.press('Shift');
    await page.mouse.click(640, 60);
    await pause.waitFor();
    for (const stop of [() => page.mouse.click(300, 300), () => pause.press('Escape'), () => pause.press('Enter'), () => page.keyboard.press('d')]) {
      await stop();
      await resume.waitFor();
      const there = await demoStep(page);
      await page.waitForTimeout(300);
      assert.equal(await demoStep(page), there);
      await resume.click();
      await pause.waitFor();
    }
    await pause.click();
    await page.getByRole('link', { name: 'Watch it solved' }).click();
    await page.waitForURL(/tab=watch(&step=\d+)?#pawn:3HHHHHH/);
    await pause.waitFor();
  }));

test('the demo stands still while it is out of sight', () =>
  stand.visit('/', async (page) => {
    await hasMoved(page);
    const lost = () => page.locator('.attract .count-loss td').textContent();
    const still = async () => {
      const before = await lost();
      await page.waitForTimeout(600);
      return (await lost()) === before;
    };
    await page.evaluate(() => document.body.style.setProperty('padding-bottom', '4000px'));
    await page.evaluate(() => scrollTo(0, 3500));
    await page.waitForTimeout(300);
    assert.ok(await still());
    await page.evaluate(() => scrollTo(0, 0));
    const before = await lost();
    await page.waitForFunction((old) => document.querySelector('.attract .count-loss td')?.textContent !== old, before);
  }));

test('under reduced motion the demo waits to be asked', () =>
  stand.visit('/', async (page) => {
    const start = page.getByRole('button', { name: 'Start the demo' });
    await page.locator('.attract .banner', { hasText: 'Who wins?' }).waitFor();
    await page.locator('.attract .board').waitFor();
    await page.waitForTimeout(600);
    const [stage, board] = await page.evaluate(() => ['.attract .stage', '.attract .board'].map((part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0));
    assert.ok(board && stage && board >= 0.8 * stage, `a board of ${board} pixels in a box of ${stage}`);
    assert.match(await textOf(page.locator('.demo-caption')), /when you start it/);
    await start.click();
    await hasMoved(page);
  }, { reducedMotion: 'reduce' }));

for (const [width, height, least] of /** @type {const} */ ([[390, 844, 0.25], [768, 1024, 0.12], [1024, 768, 0.25], [1280, 800, 0.28], [1920, 1080, 0.2]])) {
  test(`Home leads with one thing at ${width}x${height}: its board is large, and one button stands out`, repeated([390, 1280].includes(width), 'on other screens'), () =>
    stand.visit('/', async (page) => {
      await hasMoved(page);
      const box = await page.locator('.attract .board').boundingBox();
      assert.ok(box && box.y + box.height <= height && box.width * box.height > least * width * height, `${width}x${height}: ${JSON.stringify(box)}`);
      const button = await page.getByRole('link', { name: 'Watch it solved' }).boundingBox();
      assert.ok(button && button.y + button.height <= height, `${width}x${height}: ${JSON.stringify(button)}`);
      assert.equal(await page.locator('.attract .primary').count(), 1);
      assert.equal(await textOf(page.locator('.attract .banner')), 'Who wins?');
    }, { viewport: { width, height } }));
}

test('the verdict of the demo comes when it is found', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    // The last board is over before it begins: it is solved at once.
    const last = page.locator('.demo-caption strong', { hasText: 'sample 1' });
    while (!(await last.isVisible())) await page.getByRole('button', { name: 'Next board' }).click();
    await page.locator('.attract .banner', { hasText: 'The game is over: Black won' }).waitFor();
    assert.equal(await textOf(page.locator('.attract .count-open td')), '0');
    const [board, end] = await Promise.all(['.attract .board', '.attract .level-end'].map((part) => page.locator(part).boundingBox()));
    assert.ok(board && end && (end.x >= board.x + board.width || end.y >= board.y + board.height), `the banner covers a piece: ${JSON.stringify({ board, end })}`);
  }));

for (const [device, viewport] of /** @type {const} */ ([['desk', DESK], ['phone', PHONE]])) {
  test(`the statistics of a table are brought into view on a ${device}`, { ...repeated(device === 'phone', 'on a larger screen'), ...onServer('a site that is opened has no table') }, () =>
    stand.visit('/tables', async (page) => {
      for (const pos of ['O2/1HX/1O1', '3/1H1/OXO', '3HO/1H2H/HOH2/1H2X', '5/5/2O2/H2H1/OH1X1', 'OO2/4/3X']) await page.request.get(`${stand.origin}/api/v1/probe?pos=pawn:${pos}_r`);
      await page.reload();
      await page.getByRole('button', { name: 'Details' }).last().click();
      const heading = page.locator('h3:focus');
      await heading.waitFor();
      const box = await heading.boundingBox();
      assert.ok(box && box.y >= 0 && box.y < viewport.height, JSON.stringify(box));
      for (const part of ['a', 'button']) {
        const found = await page.locator(`.in-memory ${part}`).first().boundingBox();
        assert.ok(found && found.width > 50 && found.x + found.width <= viewport.width, `${part}: ${JSON.stringify(found)}`);
      }
    }, { viewport }));
}

test('an edge list is named, pasted and read, and the games without a card have links', ONLY_WITH_ALL, () =>
  stand.visit('/', async (page) => {
    await page.getByText('or an edge list').first().waitFor();
    await page.getByRole('link', { name: 'Tic-tac-toe' }).click();
    await page.getByText('9 legal moves').first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Graph', exact: true }).click();
    await page.getByText('2 legal moves').first().waitFor();
    await page.goBack();
    await page.fill('#paste', readFileSync(new URL('../../../../examples/graph.txt', import.meta.url), 'utf8'));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.gallery, .banner').first().waitFor();
  }));

test('before any module is there, Home has its headline and a board where the page then puts them', { skip: process.env.PAGE ? 'a folder has no such document' : false }, (t) =>
  stand.visit('/tables', async (page) => {
    const places = () => page.evaluate(() => ['h1', '.attract .stage'].map((part) => {
      const { x, y, width, height } = document.querySelector(`main ${part}`)?.getBoundingClientRect() ?? new DOMRect();
      return [x, y, width, part === 'h1' ? 0 : height].map(Math.round);
    }));
    /** @type {() => void} */
    let release = () => undefined;
    const held = new Promise((/** @type {(nothing: void) => void} */ go) => (release = go));
    await page.route('**/js/app.js', (route) => held.then(() => route.continue()));
    await page.goto(`${stand.origin}/`, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Who wins, how fast, and why' }).waitFor();
    assert.ok(await page.locator('.first-board').isVisible());
    await page.waitForFunction(() => [...document.querySelectorAll('link[rel=stylesheet]')].every((link) => /** @type {HTMLLinkElement} */ (link).sheet));
    const before = await places();
    release();
    await page.locator('.attract .board').waitFor();
    await drawn(page);
    const after = await places();
    t.diagnostic(JSON.stringify({ before, after }));
    before.flat().forEach((length, index) => assert.ok(Math.abs(length - (after.flat()[index] ?? 0)) <= 8, JSON.stringify({ before, after })));
    assert.equal(await page.locator('.first-board').count(), 0);
  }));
