/** A program's own event log, pasted: checked by the server, and played on a board. */

import { valueIn } from '../answers/words.js';
import { ApiError } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { face } from '../base/face.js';
import { pixels } from '../base/pixels.js';
import { BoardView } from '../board/index.js';
import { faultIn, logText, readClaims } from '../watch/claimed.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../watch/claimed.js').Claim} Claim */

/** How long an event stays while the log plays, in milliseconds. */
const STAY = 300;
/** The status of an answer to a request that is too long. */
const TOO_LONG = 413;

/** @param {string} pasted @param {HTMLElement} place @param {Context} ctx @returns {Promise<string | null>} what is wrong with the text */
export async function openLog(pasted, place, ctx) {
  const text = logText(pasted);
  const { t } = ctx;
  const { claims, bad } = readClaims(text);
  if (!claims.length) return bad === null ? t('pasted.none') : t('own.bad', { line: bad });
  const verdict = h('p', { class: 'compared', role: 'status' }, t('own.checking', { n: claims.length }));
  const heading = h('h2', { tabindex: -1 }, pixels(t('own.title', { n: claims.length })));
  const stage = h('div', { class: 'stage own-stage' });
  const player = h('div', {});
  fill(place, heading, verdict, stage, player);
  heading.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'nearest' });
  const go = mountPlayer(player, stage, claims, ctx);
  const [fault = null] = await faults(text, ctx).catch((error) => {
    verdict.remove();
    throw error;
  });
  if (!place.contains(stage)) return null;
  verdict.classList.toggle('is-different', fault !== null);
  fill(verdict, fault === null ? t('own.right', { n: claims.length }) : [faultIn(fault, t), ' ', watchLink(fault.pos, ctx)]);
  if (fault !== null) go(fault.event - 1);
  return bad === null ? null : t('own.bad', { line: bad });
}

/** The wrong events, the first first. @param {string} text @param {Context} ctx */
async function faults(text, { api, t }) {
  try {
    return (await api.check(text)).faults;
  } catch (error) {
    throw error instanceof ApiError && error.status === TOO_LONG ? new Error(t('own.long')) : error;
  }
}

/** @param {string} pos @param {Context} ctx */
function watchLink(pos, { store, t }) {
  const there = { page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('watch'), pos, step: null };
  return h('a', { href: store.link(there), onclick: store.follow(there) }, t('own.watch'));
}

/** A board with the events in order; hands back how to go to one. @param {HTMLElement} place @param {HTMLElement} stage @param {Claim[]} claims @param {Context} ctx */
function mountPlayer(place, stage, claims, ctx) {
  const { t, boards } = ctx;
  const view = new BoardView(stage, ctx);
  const caption = h('p', { class: 'caption' });
  const slider = h('input', { type: 'range', class: 'own-seek', min: 1, max: claims.length, value: 1, 'aria-label': t('own.event') });
  let [at, timer] = [0, 0];
  const show = (/** @type {number} */ index) => {
    at = Math.max(0, Math.min(index, claims.length - 1));
    const claim = claims[at];
    if (!claim) return;
    slider.value = String(at + 1);
    caption.textContent = t('own.caption', { n: at + 1, all: claims.length, event: t(`own.${claim.event}`), value: claim.value === undefined ? '' : valueIn(claim, t) });
    void boards.want(claim.pos).then((board) => claims[at] === claim && view.show(board), () => undefined);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.setAttribute('aria-pressed', 'false');
  };
  const go = (/** @type {number} */ index) => {
    stop();
    show(index);
  };
  const toggle = () => {
    if (timer) return stop();
    if (at === claims.length - 1) show(0);
    play.setAttribute('aria-pressed', 'true');
    timer = window.setInterval(() => (at < claims.length - 1 && stage.isConnected ? show(at + 1) : stop()), STAY);
  };
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) => h('button', { type: 'button', 'data-tip': t(`own.button.${name}`), 'aria-label': t(`own.button.${name}`), onclick }, face(name));
  const play = button('play', toggle);
  slider.addEventListener('input', () => go(Number(slider.value) - 1));
  fill(place, caption, slider, h('div', { class: 'row toolbar' }, button('back', () => go(at - 1)), play, button('forward', () => go(at + 1))));
  stop();
  show(0);
  return go;
}
