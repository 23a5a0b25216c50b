/**
 * Every place for those who see it otherwise: enlarged to 200 %, in the system's own colours, without motion, and by keys alone. Axe checks the
 * rules of accessibility (`access.test.js`); here are those that it cannot see.
 */

import assert from 'node:assert/strict';

import { SITE } from './host.js';
import { PLACES, addressOf, lacking, passes, reach } from './places.js';
import { Stand, drawn, keep, quiet } from './stand.js';
import { before, repeated, test } from './visits.js';

/** @typedef {import('playwright-core').Page} Page */

const stand = Stand.shared();
before(async () => void (SITE || (await keep(stand))));

/** The place of the short run: it has a board, lists, links, a fold and buttons. */
const SHORT = 'puzzles';
/** A desk of 1280 x 800 at 200 %. */
const ENLARGED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
/** More presses of Tab than any place has controls. */
const MOST_PRESSES = 400;

/** What is wider than the screen, or reaches beyond it where nothing scrolls. @param {Page} page */
const beyond = (page) => page.evaluate(() => {
  const isScrolled = (/** @type {Element} */ element) => {
    for (let around = element.parentElement; around; around = around.parentElement) if (['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(around).overflowX)) return true;
    return false;
  };
  const all = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3, p')].filter((element) => element.checkVisibility() && !element.matches('.unseen, .unseen *, .skip'));
  const outside = all.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1) && !isScrolled(element);
  });
  return [document.documentElement.scrollWidth > innerWidth ? `${document.documentElement.scrollWidth} pixels on ${innerWidth}` : '', ...outside.map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)].filter(Boolean);
});

/** Buttons without an edge, which the system's colours would turn into bare words. @param {Page} page */
const bare = (page) => page.evaluate(() => [...document.querySelectorAll('button')].filter((button) => {
  const { borderTopWidth, borderBottomWidth } = getComputedStyle(button);
  return button.checkVisibility() && button.getAttribute('role') !== 'gridcell' && parseFloat(borderTopWidth) + parseFloat(borderBottomWidth) < 1;
}).map((button) => `${button.className} ${button.textContent}`));

/** What moves by itself. @param {Page} page */
const moving = (page) => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').map((each) => (each instanceof CSSAnimation ? each.animationName : String(each.id))));

/** Goes through a place by Tab; the controls that it does not reach, and those that do not show that they have the focus. @param {Page} page */
async function walked(page) {
  await page.evaluate(() => {
    // Outside an open dialog nothing can be reached.
    const within = document.querySelector('dialog:modal') ?? document;
    const isOpen = (/** @type {Element} */ element) => element.checkVisibility() && !element.closest('[inert]') && !(/** @type {HTMLButtonElement} */ (element).disabled);
    const controls = [...within.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')].filter((element) => isOpen(element) && /** @type {HTMLElement} */ (element).tabIndex >= 0);
    // Of radio buttons, one is reached; the others by arrows.
    const missed = new Set(controls.filter((element) => !(element instanceof HTMLInputElement && element.type === 'radio')));
    Object.assign(window, { missed, dark: new Set() });
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
  });
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    const left = await page.evaluate(() => {
      const { missed, dark } = /** @type {{ missed: Set<Element>, dark: Set<Element> }} */ (/** @type {unknown} */ (window));
      const focused = document.activeElement;
      // From the end of the page it goes on at the beginning.
      if (!focused || focused === document.body) return missed.size;
      missed.delete(focused);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      // The cursor of a board is painted into its picture.
      if (focused.getAttribute('role') !== 'gridcell' && (outlineStyle === 'none' || parseFloat(outlineWidth) < 1)) dark.add(focused);
      return missed.size;
    });
    if (left === 0) break;
  }
  return page.evaluate(() => {
    const { missed, dark } = /** @type {{ missed: Set<Element>, dark: Set<Element> }} */ (/** @type {unknown} */ (window));
    const told = (/** @type {string} */ why) => (/** @type {Element} */ element) => `${why}: ${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`;
    // A late answer can disable a button.
    const isLeft = (/** @type {Element} */ element) => element.isConnected && !(/** @type {HTMLButtonElement} */ (element).disabled);
    return [...[...missed].filter(isLeft).map(told('not reached')), ...[...dark].map(told('no sign of the focus'))];
  });
}

for (const [name, place] of Object.entries(PLACES)) {
  const only = { ...lacking(name), ...repeated(name === SHORT, 'in other places') };
  test(`at 200 % nothing of ${name} is beyond the screen`, only, () =>
    stand.visit(addressOf(place, 'en'), async (page) => {
      await reach(page, place);
      await drawn(page);
      assert.deepEqual(await beyond(page), []);
    }, { ...passes(name), ...ENLARGED }));
  test(`in the system's colours each button of ${name} has an edge, and nothing moves where no motion is wanted`, only, () =>
    stand.visit(addressOf(place, 'en'), async (page) => {
      await reach(page, place);
      await drawn(page);
      assert.deepEqual(await bare(page), []);
      assert.deepEqual(await moving(page), []);
    }, { ...passes(name), forcedColors: 'active', reducedMotion: 'reduce' }));
  test(`by keys alone every control of ${name} is reached, and shows it`, only, () =>
    stand.visit(addressOf(place, 'en'), async (page) => {
      await reach(page, place);
      await quiet(page);
      assert.deepEqual(await walked(page), []);
    }, { ...passes(name), reducedMotion: 'reduce' }));
}
