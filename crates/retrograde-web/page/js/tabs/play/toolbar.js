/** The buttons under the board: along the game, hints, best play; and which of several moves over the same squares is meant. */

import { moveText } from '../../answers/moves.js';
import { fill, h } from '../../base/dom.js';
import { keyOf } from '../../base/keys.js';
import { sprite } from '../../board/sprites.js';

/** @typedef {import('../../base/reports.js').Move} Move */
/**
 * @typedef {object} Deeds
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} restart
 * @property {() => void} pause or go on
 * @property {() => void} hints shown, or hidden
 * @property {(isHeld: boolean) => void} best
 * @property {(move: Move) => void} choose
 */
/**
 * @typedef {object} Shown
 * @property {boolean} isAtStart
 * @property {boolean} isAtEnd
 * @property {boolean} isOver
 * @property {boolean} isPast whether it is the computer's turn in a position after which the game went on, so that the computer waits
 * @property {boolean} isStuck whether there is no best move to be made
 * @property {boolean} areWatched
 * @property {boolean} isPaused
 * @property {boolean} hints
 * @property {boolean} isUnsolved whether there are no values to show
 */

/** @param {import('../context.js').Context} ctx @param {Deeds} deeds */
export function mountToolbar({ t, slots, boards, style }, deeds) {
  const button = (/** @type {string} */ id, /** @type {() => void} */ onclick) => h('button', { type: 'button', 'data-tip': `${t(`tip.${id}`)}${keyOf(id) && ` (${keyOf(id)})`}`, onclick }, t(`play.${id}`));
  const undo = button('undo', deeds.undo);
  const redo = button('redo', deeds.redo);
  const restart = button('restart', deeds.restart);
  const pause = button('pause', deeds.pause);
  const hint = button('hints', deeds.hints);
  const best = bestButton(t, deeds.best);
  const sound = h('span', { class: 'sound' });
  const past = h('p', { class: 'hint', role: 'status' });
  const choice = h('div', { class: 'row', role: 'group', 'aria-label': t('play.which'), hidden: true });
  // On a wide screen the end of the room under the board stays where it is; on a narrow one the beginning does, and CSS puts the buttons there.
  slots.under.append(choice, past, h('div', { class: 'row toolbar', role: 'toolbar', 'aria-label': t('play.controls') }, undo, redo, restart, hint, best, pause, sound));
  /** What comes to stand on the square. @param {Move} move @param {string} square */
  const way = (move, square) => {
    const board = boards.at(move.pos);
    const piece = board?.cell(board.index(square)).pieces.at(-1);
    const picture = h('canvas', { width: 13, height: 13, class: 'swatch', 'aria-hidden': 'true' });
    if (piece) picture.getContext('2d')?.drawImage(sprite(piece, style.isPlain), 0, 0);
    return h('button', { type: 'button', class: 'tool', 'data-tip': moveText(move.move, t), onclick: () => deeds.choose(move) }, picture, piece?.name ?? move.move);
  };
  /** @type {Move[]} */
  let offered = [];
  return {
    /** Room for what turns sound on. */
    sound,
    /** Offers moves that end on a square; none, to end it. @param {Move[]} moves @param {string} square */
    async offer(moves, square) {
      offered = moves;
      if (moves.length) await boards.wantAll(moves.map(({ pos }) => pos));
      if (offered !== moves) return;
      choice.hidden = !moves.length;
      fill(choice, moves.map((move) => way(move, square)));
      choice.querySelector('button')?.focus();
    },
    /** @param {Shown} shown */
    show({ isAtStart, isAtEnd, isOver, isPast, isStuck, areWatched, isPaused, hints, isUnsolved }) {
      const said = isPast ? t('play.past', { redo: t('play.redo') }) : '';
      if (past.textContent !== said) past.textContent = said;
      past.hidden = !isPast;
      best.disabled = isStuck;
      undo.disabled = isAtStart;
      redo.disabled = isAtEnd;
      restart.disabled = isAtStart;
      pause.hidden = !areWatched || isOver;
      pause.textContent = t(isPaused ? 'play.resume' : 'play.pause');
      pause.setAttribute('aria-pressed', String(isPaused));
      hint.setAttribute('aria-pressed', String(hints));
      hint.disabled = isUnsolved;
    },
  };
}

/** Held by a pointer, or tapped by a key. @param {import('../../languages/index.js').T} t @param {(isHeld: boolean) => void} hold */
function bestButton(t, hold) {
  const best = h('button', { type: 'button', 'data-tip': `${t('tip.best')} (${keyOf('best')})` }, t('play.best'));
  best.addEventListener('pointerdown', () => hold(true));
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) best.addEventListener(end, () => hold(false));
  best.addEventListener('click', (event) => {
    if (event.detail > 0) return;
    hold(true);
    hold(false);
  });
  return best;
}
