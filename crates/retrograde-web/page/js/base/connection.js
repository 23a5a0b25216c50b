/**
 * Whether the server answers. While it does not, questions and parts of the page that are still to be loaded wait here: one banner says so
 * in every place, the server is looked for ever more rarely, and when it is back everything goes on by itself.
 */

import { t } from '../languages/index.js';
import { fill, h } from './dom.js';
import { say } from './live.js';

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** A short answer that is never taken from the browser's cache. */
const SIGN_OF_LIFE = '/api/v1/tables';
/** More than a place asks at once: the oldest of more are of boards that were left. */
const MOST_WAITING = 32;

/** @type {{ go: () => void, giveUp: () => void }[]} who waits for the server */
let waiting = [];
let isLooking = false;
/** @type {(() => void) | null} looks for the server at once; null while it is not missed */
let retry = null;

/** True if the server answers now. */
const isThere = () => fetch(SIGN_OF_LIFE, { cache: 'no-store' }).then(() => true, () => false);

/**
 * After a question without an answer: resolves when the server is there. Rejects as cancelled questions do: if that is what it is, or if too
 * many have come after it.
 * @param {AbortSignal | null} [signal]
 * @returns {Promise<void>}
 */
export function back(signal) {
  const turn = new Promise((/** @type {(nothing: void) => void} */ go, refuse) => {
    const giveUp = () => {
      waiting = waiting.filter((one) => one.giveUp !== giveUp);
      refuse(new DOMException('nobody waits for it any more', 'AbortError'));
    };
    waiting.push({ go, giveUp });
    signal?.addEventListener('abort', giveUp);
  });
  if (waiting.length > MOST_WAITING) waiting[0]?.giveUp();
  if (!isLooking) void look();
  return turn;
}

/** True while the server is being looked for. */
export const isAway = () => isLooking;

/** Resolves at once, unless the server is being looked for. @param {AbortSignal | null} [signal] */
export const whileThere = (signal) => (isLooking ? back(signal) : Promise.resolve());

async function look() {
  isLooking = true;
  for (let pause = FIRST_PAUSE; !(await isThere()); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    await new Promise((/** @type {(nothing: void) => void} */ wake) => {
      retry = wake;
      show();
      setTimeout(wake, pause);
    });
  }
  if (retry) say(t('outage.over'));
  isLooking = false;
  retry = null;
  show();
  for (const { go } of waiting.splice(0)) go();
}

/** Shows the banner, in the language of now, or takes it away. */
export function show() {
  const banner = /** @type {HTMLElement} */ (document.getElementById('outage'));
  const hadFocus = banner.contains(document.activeElement);
  banner.hidden = !retry;
  if (!retry) {
    fill(banner);
    if (hadFocus) document.getElementById('main')?.focus();
  } else if (banner.dataset.lang !== document.documentElement.lang || !banner.firstChild) {
    banner.dataset.lang = document.documentElement.lang;
    fill(banner, h('p', {}, t('outage')), h('button', { type: 'button', onclick: () => retry?.() }, t('outage.retry')));
  }
}

/**
 * Loads a part of the page, when the server is there to give it.
 * @template T
 * @param {() => Promise<T>} part
 * @returns {Promise<T>}
 */
export async function load(part) {
  for (;;) {
    await whileThere();
    try {
      return await part();
    } catch (error) {
      if (await isThere()) throw error;
      await back();
    }
  }
}
