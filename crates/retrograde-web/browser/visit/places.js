/**
 * The places of the page and the states that they can be in, for all who look at every one: `shots.js` takes pictures of them, and
 * `access.test.js` holds them to axe. How a state is reached names no word of a language.
 */

import { readFileSync } from 'node:fs';

import { SITE } from './host.js';
import { onServer, quiet } from './stand.js';

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {object} Place
 * @property {string} path query and fragment included, without a language
 * @property {string} settled what is there once the place is
 * @property {(page: Page) => Promise<unknown>} [arrange] leads to the state
 * @property {true} [isOnce] a state of a place that is listed, too: another language would leave it, or shows nothing else
 */

/** Screens of all sizes. */
export const SCREENS = [{ width: 390, height: 844 }, { width: 768, height: 1024 }, { width: 1024, height: 768 }, { width: 1280, height: 800 }, { width: 1920, height: 1080 }];

export const FIFTH = 'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r';
export const RACE = 'race:A3/1H2/4/3B_a';
const DRAWN = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const MAZE = 'race:A7/1H1HHHH1/1H3H2/3H1H1H/1HH2H2/3H4/1H1HHH1H/7B_a';
/** The five samples of P9169, in the judge's format. */
const SAMPLES = readFileSync(new URL('../../../../examples/zu.in', import.meta.url), 'utf8');

/** An open board, which is solved only if the reader wants it. */
export const LARGE = `pawn:1OO17/${'20/'.repeat(18)}4X15_r`;

const STEP = '.panel[aria-busy=false] .sea-canvas';
const END = 99_999_999;

/** @param {string} selector @returns {(page: Page) => Promise<void>} */
const click = (selector) => (page) => page.locator(selector).first().click();

/** Plays the last step of a log. @param {Page} page */
async function playToTheEnd(page) {
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.locator('.level-end').waitFor();
}

/** Pastes a text on Home. @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.fill('#paste', text);
  await page.locator('#paste').press('Control+Enter');
}

/** Makes a wrong move of a puzzle, then has the right one shown. @param {Page} page */
async function giveUp(page) {
  await page.locator('.puzzles .card .row button').first().click();
  await page.locator('.failures li').first().waitFor();
}

/** @type {Record<string, Place>} */
export const PLACES = {
  home: { path: '/', settled: '.attract .sea-canvas' },
  pasted: { isOnce: true, path: '/', settled: '#paste', arrange: async (page) => {
    await paste(page, SAMPLES);
    await page.locator('.gallery .told.is-win').first().waitFor();
  } },
  'pasted-wrong': { isOnce: true, path: '/', settled: '#paste', arrange: async (page) => {
    await paste(page, '3\n3\n101\n5\n01100\n4\n10a0\n');
    await page.locator('.found .trouble').waitFor();
  } },
  watch: { path: `/b?tab=watch&step=300#${FIFTH}`, settled: STEP },
  'watch-why': { isOnce: true, path: `/b?tab=watch&step=300#${FIFTH}`, settled: STEP, arrange: async (page) => {
    await click('[data-view=why]')(page);
    await page.locator('.why-moves, .box-why .reason').first().waitFor();
  } },
  'watch-slice': { isOnce: true, path: `/b?tab=watch&step=300#${FIFTH}`, settled: STEP, arrange: click('[data-view=slice]') },
  'watch-sea': { isOnce: true, path: `/b?tab=watch&step=30000&follow=all#${FIFTH}`, settled: STEP, arrange: click('.box-sea .small') },
  'watch-end': { isOnce: true, path: `/b?tab=watch#${DRAWN}`, settled: STEP, arrange: playToTheEnd },
  'watch-tour': { isOnce: true, path: `/b?tab=watch#${FIFTH}`, settled: STEP, arrange: async (page) => {
    await page.locator('.extra-tour').click();
    await page.locator('.tour').waitFor();
    await page.locator('.tour-ways .primary-small').click();
    await page.locator('.tour-pictures').waitFor();
  } },
  'watch-film': { isOnce: true, path: `/b?tab=watch#${FIFTH}`, settled: STEP, arrange: click('.extra-film') },
  'watch-race': { isOnce: true, path: `/b?tab=watch&step=4000&follow=all#${MAZE}`, settled: STEP },
  'watch-cannons': { isOnce: true, path: '/b?tab=watch&step=400&follow=all#cannons:0110100110_r', settled: STEP },
  'watch-graph': { isOnce: true, path: `/b?tab=watch&step=${END}&follow=all#graph:1.a.o.2.3/2.b.o.1.4/3.b.t/4.a.b_1`, settled: STEP },
  'watch-unsolved': { isOnce: true, path: `/b?tab=watch#${LARGE}`, settled: '.load-trouble button' },
  'watch-frame': { path: `/b?tab=watch&step=300&embed=1#${FIFTH}`, settled: STEP },
  presenter: { isOnce: true, path: `/b?tab=watch&step=300#${FIFTH}`, settled: STEP, arrange: async (page) => {
    await page.locator('.extra-present').evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await page.locator('.presenting').waitFor();
  } },
  play: { path: `/b?tab=play#${FIFTH}`, settled: '.move-list' },
  'play-game': { path: `/b?tab=play&game=${DRAWN},c3c4(c3b3.d5e5).d5e5#${DRAWN}`, settled: '.played button[aria-current]' },
  'play-ended': { path: '/b?tab=play&game=tictactoe:3/3/3_x,b2.a1.c3(a3).a3(b1).a2.c1.b1#tictactoe:3/3/3_x', settled: '.played button[aria-current]' },
  'play-race': { isOnce: true, path: `/b?tab=play#${RACE}`, settled: '.move-list' },
  'play-unsolved': { path: '/b?tab=play#quixo:5/5/5/5/5_x', settled: '.stage [role=gridcell]' },
  rules: { path: `/b?tab=play#${FIFTH}`, settled: '.move-list', arrange: async (page) => {
    await click('.actions button')(page);
    await page.locator('.rules p').first().waitFor();
  } },
  help: { isOnce: true, path: `/b?tab=play#${FIFTH}`, settled: '.move-list', arrange: (page) => page.keyboard.press('?') },
  edit: { path: `/b?tab=edit#${FIFTH}`, settled: '.move-list' },
  'edit-open': { isOnce: true, path: `/b?tab=edit#${FIFTH}`, settled: '.move-list', arrange: (page) => page.evaluate(() => document.querySelectorAll('details').forEach((group) => (group.open = true))) },
  'edit-race': { isOnce: true, path: `/b?tab=edit#${MAZE}`, settled: '.move-list' },
  'edit-wrong': { path: '/b?tab=edit#pawn:3/3/3_r', settled: '.verdict' },
  puzzles: { path: '/puzzles#tictactoe', settled: '.puzzles .move-list' },
  'puzzles-solved': { isOnce: true, path: '/puzzles#hexapawn', settled: '.puzzles .move-list', arrange: giveUp },
  learn: { path: '/learn', settled: '.lesson-wide [role=gridcell][aria-label]' },
  'not-found': { isOnce: true, path: '/nothing/here', settled: 'main h1' },
  tables: { path: '/tables', settled: SITE ? '.tables-page .hint' : '.shelf li' },
  'tables-shown': { isOnce: true, path: '/tables', settled: '.shelf li', arrange: async (page) => {
    await page.locator('.shelf li button').first().click();
    await page.locator('.by-depth').first().waitFor();
  } },
};

/** Where a place is, in a language. @param {Place} place @param {string} lang */
export function addressOf({ path }, lang) {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('lang', lang);
  return url.href.slice(url.origin.length);
}

/** Waits for a place, and leads it to its state. @param {Page} page @param {Place} place */
export async function reach(page, { settled, arrange }) {
  await page.locator(settled).first().waitFor();
  await quiet(page);
  if (!arrange) return;
  await arrange(page);
  await quiet(page);
}

/** What a visit of a place lets pass: what the place asks for in vain, and what the browser says of an address that leads nowhere. @param {string} name */
export const passes = (name) => ({ refusals: [404, 422, 503], ...(name === 'not-found' && { complaints: ['status of 404', 'status 404: '] }) });

/** Why a site of files has no such place. @param {string} name */
export const lacking = (name) => ({
  ...(name === 'tables-shown' && onServer('no table is saved')),
  ...(name === 'not-found' && onServer('the page of unknown addresses is the host’s')),
});
