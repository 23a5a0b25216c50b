/** Boards without a table: those that are to be solved, and those that cannot be. */

import assert from 'node:assert/strict';

import { SITE } from './host.js';
import { Stand, onServer, ready, square, textOf, token } from './stand.js';
import { ONLY_WITH_ALL, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();

const SMALL = 'pawn:O2/1HX/1O1_r';

/**
 * Lets the server say of a small board what it says of one above 64 MiB, until it is asked to solve it: it knows the winner by a shortcut, and
 * no moves' values.
 * @param {Page} page
 */
async function pretendLarge(page) {
  let isSolved = false;
  const unless = (/** @type {object} */ instead) => async (/** @type {import('playwright-core').Route} */ route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: isSolved ? await response.json() : { ...(await response.json()), ...instead } });
  };
  await page.route('**/api/v1/probe?*', unless({ moves: null, table: null, depth: null, depth_known: false }));
  await page.route('**/api/v1/plan?*', unless({ automatic: false, solved: false }));
  await page.route('**/api/v1/solve', (route) => ((isSolved = true), route.continue()));
}

for (const tab of ['edit', 'play']) {
  test(`a large board is solved when it is asked for in ${tab}`, onServer('answers are replaced on their way'), () =>
    stand.visit('/', async (page) => {
      await pretendLarge(page);
      await page.goto(`${stand.origin}/b?tab=${tab}#${SMALL}`);
      if (tab === 'play') await page.getByRole('button', { name: 'Hints', exact: true }).click();
      const verdict = page.getByRole('region', { name: 'Verdict' });
      await verdict.getByRole('button', { name: 'Solve it now' }).click();
      await verdict.getByText('Black wins in 2 plies').waitFor();
      await page.locator('.move-list').getByText('loss').first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Solve it now' }).count(), 0);
    }));
}

for (const tab of ['watch', 'play', 'edit']) {
  test(`a wrong token leaves the last good board in ${tab}, and says why`, repeated(tab === 'watch', 'in another tab'), () =>
    stand.visit(`/b?tab=${tab}#${SMALL}`, async (page) => {
      await square(page, 'a1').waitFor();
      for (const wrong of ['pawn:O2/1H_r', 'pawn:zzz', 'nope:3_r']) {
        await page.evaluate((pos) => (location.hash = pos), wrong);
        await page.waitForFunction((pos) => decodeURIComponent(location.hash) === `#${pos}`, SMALL);
        assert.notEqual(await textOf(page.locator('#toast:visible')), '', wrong);
        await square(page, 'a1').waitFor();
        await page.evaluate(() => (/** @type {HTMLElement} */ (document.getElementById('toast')).hidden = true));
      }
      if (tab === 'watch') await page.locator('.banner', { hasText: /Who wins\?|Black wins in 2 plies/ }).waitFor();
    }, { refusals: [400, 422] }));
}

/** An open board, whose solve needs 165 MiB, or 187 in the module: it is not made by the way. */
const LARGE = `pawn:1OO17/${'20/'.repeat(18)}4X15_r`;
/** What the server answers while the board has no table. */
const UNSOLVED = { refusals: [404] };

test('on a large board the opponent looks ahead, and says how far', ONLY_WITH_ALL, () =>
  stand.visit(`/b?tab=play#${LARGE}`, async (page) => {
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText(/^Large board: 1\d\d MiB, about .* Solve it\?$/).waitFor();
    for (let move = 0; move < 3; move += 1) {
      const before = await token(page);
      await page.locator('section[aria-busy=false] .move-list tbody button').first().click();
      await page.waitForFunction((pos) => location.hash.endsWith('_r') && !decodeURIComponent(location.hash).endsWith(pos), before);
      await verdict.getByText(/^Not solved: looked ([4-9]|1\d) plies ahead\./).waitFor();
    }
    assert.doesNotMatch(await textOf(page.locator('#panel')), /wins|loses/, 'nobody has proved a value');
    assert.equal(await page.locator('#toast').isVisible(), false);
  }, UNSOLVED));

test('a large board is played to its end without a table', () =>
  stand.visit(`/b?tab=play#pawn:${'20/'.repeat(17)}4O15/20/3OX15_r`, async (page) => {
    await page.getByText('looks ahead', { exact: true }).waitFor();
    await page.locator('section[aria-busy=false] .move-list').getByRole('button', { name: 'd20–e20' }).click();
    await page.getByRole('region', { name: 'Verdict' }).getByText('The game is over: Red won').waitFor();
    assert.doesNotMatch(await textOf(page.locator('#panel')), /perfect/, 'nothing is claimed of moves without values');
  }, UNSOLVED));

test('without a log there is no tour, show or film, but a picture', () =>
  stand.visit(`/b?tab=watch#${LARGE}`, async (page) => {
    const tool = (/** @type {string} */ name) => page.getByRole('banner').getByRole('button', { name, exact: true });
    await page.locator('.load-trouble').getByText(/^Large board/).waitFor();
    for (const name of ['Tour', 'Present', 'Film']) assert.equal(await tool(name).isDisabled(), true, name);
    await tool('Tour').focus();
    await page.keyboard.press('Enter');
    await page.locator('#toast').getByText('This board has no log yet').waitFor();
    await page.keyboard.press('t');
    assert.equal(await page.locator('.tour').count(), 0);
    const [saved] = await Promise.all([page.waitForEvent('download'), tool('Picture').click()]);
    assert.match(saved.suggestedFilename(), /^pawn-.*\.png$/);
    await page.evaluate((pos) => (location.hash = pos), SMALL);
    await ready(page);
    await tool('Tour').click();
    await page.locator('.tour').waitFor();
  }, UNSOLVED));

/**
 * Lets a small board be solved for as long as is wanted: until then the server has no table of it.
 * @param {Page} page @returns {Promise<{ job: (state: string) => string }>} `job`: what is said of the job from now on
 */
async function solveSlowly(page) {
  let [isAsked, state] = [false, 'waiting'];
  const refusal = () => (isAsked ? { status: 409, json: { error: { code: 'no-table', message: 'this board is being solved' } } } : { status: 404, json: { error: { code: 'no-table', message: 'no table' } } });
  await page.route('**/api/v1/probe?*', (route) => (state === 'done' ? route.continue() : route.fulfill(refusal())));
  await page.route('**/api/v1/solve', (route) => ((isAsked = true), route.continue()));
  await page.route('**/api/v1/jobs/*', (route) => (state === 'done' ? route.continue() : route.fulfill({ json: { state, progress: state === 'solving' ? { stage: 'sweeping', done: 7, total: 9, rate: 1 } : null } })));
  return { job: (next) => ((isAsked = next === 'solving' || next === 'done'), (state = next)) };
}

test('a move made while the board is solved stays, and its values come with the solve', onServer('answers are replaced on their way'), () =>
  stand.visit('/', async (page) => {
    const { job } = await solveSlowly(page);
    await page.goto(`${stand.origin}/b?tab=play#${SMALL}`);
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await page.getByRole('radio', { name: 'both' }).check();
    await verdict.getByText('Or play at once').waitFor();
    await verdict.getByRole('button', { name: 'Solve it now' }).click();
    await verdict.getByText('Waiting for another solve').waitFor();
    job('solving');
    await verdict.getByText('Solving: 7 positions decided').waitFor();
    await page.locator('section[aria-busy=false] .move-list tbody button').first().click();
    await page.waitForFunction(() => location.hash.endsWith('_b'));
    const moved = await token(page);
    await verdict.getByText('Solving: 7 positions decided').waitFor();
    await verdict.getByText('You can play on: values come when the board is solved.').waitFor();
    assert.doesNotMatch(await textOf(verdict), /unknown|Solve it/, 'nothing contradicts the solve');
    job('cancelled');
    await verdict.getByText('The solving was stopped').waitFor();
    await verdict.getByText('Or play at once').waitFor();
    assert.doesNotMatch(await textOf(verdict), /being solved|values come/, 'nothing says that the solve goes on');
    job('solving');
    await verdict.getByRole('button', { name: 'Solve it now' }).click();
    await verdict.getByRole('button', { name: 'Stop' }).waitFor();
    job('done');
    await verdict.getByText('Press H to see').waitFor();
    await page.keyboard.press('h');
    await verdict.getByText(/^[▲▼] ?(Black|Red) wins in/).waitFor();
    assert.equal(await token(page), moved);
    await page.waitForFunction(() => /Start\s*[▲▼].*1\s.*[▲▼]/s.test(/** @type {HTMLElement} */ (document.querySelector('.record')).innerText));
  }, { refusals: [404, 409] }));

test('while the values of a board are slow to come, its legal moves are listed and can be made', onServer('the visit holds its answers back on their way'), () =>
  stand.visit('/', async (page) => {
    let give = () => {};
    const given = new Promise((resolve) => (give = () => resolve(null)));
    await page.route('**/api/v1/probe?*', (route) => given.then(() => route.continue()));
    await page.goto(`${stand.origin}/b?tab=play#${SMALL}`);
    await page.getByRole('radio', { name: 'both' }).check();
    await page.locator('section[aria-busy=true] .move-list tbody button').first().click();
    await page.waitForFunction(() => location.hash.endsWith('_b'));
    assert.doesNotMatch(await textOf(page.locator('.move-list')), /wins|loses|draw/, 'no value is known yet');
    give();
    await page.locator('section[aria-busy=false] .move-list tbody button').first().waitFor();
  }));

test('WATCH asks before it solves a large board, and can be stopped', () =>
  stand.visit(`/b?tab=watch#${LARGE}`, async (page) => {
    const trouble = page.locator('.load-trouble');
    const question = trouble.getByText(/^Large board: 1\d\d MiB, about .* Solve it\?$/);
    await question.waitFor();
    await trouble.getByRole('button', { name: 'Solve it now' }).click();
    await question.waitFor({ state: 'hidden' });
    await trouble.getByRole('button', { name: 'Stop' }).click();
    await trouble.getByText('The solving was stopped').waitFor();
    await question.waitFor();
  }, UNSOLVED));

test('a place that is drawn anew shows the solve that goes on, and how to stop it', () =>
  stand.visit(`/b?tab=play#${LARGE}`, async (page) => {
    const verdict = page.getByRole('region', { name: 'Verdict' });
    const stop = verdict.getByRole('button', { name: 'Stop' });
    await verdict.getByRole('button', { name: 'Solve it now' }).click();
    await stop.waitFor();
    await page.keyboard.press('h');
    await page.getByRole('button', { name: 'Hints', exact: true, pressed: true }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('toolbar', { name: 'Paint with' }).waitFor();
    await stop.click();
    await verdict.getByText('The solving was stopped').waitFor();
    await verdict.getByRole('button', { name: 'Solve it now' }).waitFor();
  }, { refusals: [404, 409] }));

test('where no table fits, WATCH offers the largest board that does', () =>
  stand.visit('/b?tab=watch#quixo:5/5/5/5/5_x', async (page) => {
    const trouble = page.locator('.load-trouble');
    await trouble.getByText('No table can be made').waitFor();
    const href = await trouble.getByRole('link', { name: 'Open the largest board of this game that fits' }).getAttribute('href');
    assert.doesNotMatch(await textOf(trouble), /--mem/);
    assert.equal(await trouble.getByText('The command retrograde can use more memory').count(), SITE ? 1 : 0);
    // It is not followed: the server would solve this board, for half a minute.
    assert.equal(href, `${stand.path}/b?tab=watch#quixo:4/4/4/4_x`);
  }, { refusals: [503, 404] }));

/** A board whose log has half a million events. */
const LONG = 'pawn:1OO5/8/8/8/8/8/8/4X3_r';

test('a log on its way shows how much has arrived, and can be cancelled', onServer('the answer is held back on its way'), () =>
  stand.visit(`/b?tab=watch#${SMALL}`, async (page) => {
    /** @type {(() => void)[]} */
    const held = [];
    await page.route('**/api/v1/sea?*', (route) => new Promise((go) => held.push(() => go(route.continue().catch(() => undefined)))));
    await page.evaluate((pos) => (location.hash = pos), LONG);
    await page.locator('.loading').getByText('The log is being made.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The log was not loaded.').waitFor();
    await page.unroute('**/api/v1/sea?*');
    held.forEach((go) => go());
    await page.getByRole('button', { name: 'Load it' }).click();
    await page.locator('.watch .banner', { hasText: 'Who wins?' }).waitFor();
    await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('.seek')).max) > 0);
  }));

test('a log that takes the server too long gives way to best play with its alternatives', onServer('the answer is replaced on its way'), () =>
  stand.visit('/', async (page) => {
    // As the server answers after 30 s.
    await page.route('**/api/v1/sea?*', (route) => route.fulfill({ status: 503, json: { error: { code: 'too-slow', message: 'the server found no answer within 30 s' } } }));
    await page.goto(`${stand.origin}/b?tab=watch&follow=all#${SMALL}`);
    const trouble = page.locator('.load-trouble');
    await trouble.getByText('It takes too long to follow so many positions. Here is best play instead.').waitFor();
    const { line } = await stand.ask(`/line?pos=${encodeURIComponent(SMALL)}&max=400`);
    const plies = trouble.locator('.best-line button');
    await plies.nth(line.length).waitFor();
    assert.equal(await plies.count(), line.length + 1, 'the start and each ply');
    const { moves } = await stand.ask(`/probe?pos=${encodeURIComponent(SMALL)}`);
    const listed = trouble.locator('.move-list tbody button');
    await listed.nth(moves.length - 1).waitFor();
    assert.equal(await listed.count(), moves.length, 'each move has its value');
    const move = await listed.last().innerText();
    const [, to = ''] = move.split('–');
    assert.doesNotMatch((await square(page, to).getAttribute('aria-label')) ?? '', /king/);
    await listed.last().click();
    await trouble.locator('.best-line [aria-current=step]').getByText(move, { exact: true }).waitFor();
    await square(page, to).and(page.locator('[aria-label*="king"]')).waitFor();
    await trouble.getByRole('button', { name: 'Back', exact: true }).click();
    await trouble.locator('.best-line [aria-current=step]').getByText('Start').waitFor();
    await page.unroute('**/api/v1/sea?*');
    await trouble.getByRole('button', { name: 'Try again' }).click();
    await ready(page);
  }, { refusals: [503] }));
