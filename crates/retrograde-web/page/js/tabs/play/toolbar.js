/** The buttons under the board: along the game, hints, best play. */

import { h } from '../../base/dom.js';

/**
 * @typedef {object} Deeds
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} restart
 * @property {() => void} pause or go on
 * @property {() => void} hints shown, or hidden
 * @property {(isHeld: boolean) => void} best
 */
/**
 * @typedef {object} Shown
 * @property {boolean} isAtStart
 * @property {boolean} isAtEnd
 * @property {boolean} isOver
 * @property {boolean} isStuck whether there is no best move to be made
 * @property {boolean} areWatched
 * @property {boolean} isPaused
 * @property {boolean} hints
 */

/** @param {import('../context.js').Context} ctx @param {Deeds} deeds */
export function mountToolbar({ t, slots }, deeds) {
  const button = (/** @type {string} */ key, /** @type {string} */ title, /** @type {() => void} */ onclick) => h('button', { type: 'button', title, onclick }, t(key));
  const undo = button('play.undo', 'U', deeds.undo);
  const redo = button('play.redo', 'Shift U', deeds.redo);
  const restart = button('play.restart', 'R', deeds.restart);
  const pause = button('play.pause', '', deeds.pause);
  const hint = button('play.hints', 'H', deeds.hints);
  const best = bestButton(t, deeds.best);
  slots.under.append(h('div', { class: 'row toolbar', role: 'toolbar', 'aria-label': t('play.controls') }, undo, redo, restart, hint, best, pause));
  return {
    /** @param {Shown} shown */
    show({ isAtStart, isAtEnd, isOver, isStuck, areWatched, isPaused, hints }) {
      best.disabled = isStuck;
      undo.disabled = isAtStart;
      redo.disabled = isAtEnd;
      restart.disabled = isAtStart;
      pause.hidden = !areWatched || isOver;
      pause.textContent = t(isPaused ? 'play.resume' : 'play.pause');
      pause.setAttribute('aria-pressed', String(isPaused));
      hint.setAttribute('aria-pressed', String(hints));
    },
  };
}

/** Held by a pointer, or tapped by a key. @param {import('../../languages/index.js').T} t @param {(isHeld: boolean) => void} hold */
function bestButton(t, hold) {
  const best = h('button', { type: 'button', title: `B: ${t('key.best')}` }, t('play.best'));
  best.addEventListener('pointerdown', () => hold(true));
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) best.addEventListener(end, () => hold(false));
  best.addEventListener('click', (event) => {
    if (event.detail > 0) return;
    hold(true);
    hold(false);
  });
  return best;
}
