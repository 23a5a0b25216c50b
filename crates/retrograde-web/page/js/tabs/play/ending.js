/** The end of a game, below the board: who has won, and what is next: a rematch, or a review of where it was lost. */

import { isRated } from '../../answers/moves.js';
import { sentence } from '../../answers/words.js';
import { fill, h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { styles } from '../../base/styles.js';
import { KIND } from '../../base/words.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./match.js').Match} Match */
/** @typedef {{ kind: import('../../base/shapes.js').Kind, winner: string }} Outcome for the reader; who plays both sides, or none, wins with the winner */
/** @typedef {{ rematch: () => void, review: () => void }} Deeds */

/** A position that occurs so often makes the game a draw. */
const MOST_TIMES = 3;

/** How a game has ended that was played to its last ply; null if it goes on. @param {Pick<Match, 'now' | 'at' | 'isAtEnd' | 'rounds'>} match @param {string} own the reader's only side, if it is one @returns {Outcome | null} */
export function outcomeOf({ now, at, isAtEnd, rounds }, own) {
  if (at === 0 || !isAtEnd) return null;
  if (now.head?.over) {
    const { winner } = now.head;
    return { kind: !winner ? KIND.tie : !own || winner === own ? KIND.win : KIND.loss, winner: winner ?? '' };
  }
  return rounds.length >= MOST_TIMES - 1 ? { kind: KIND.draw, winner: '' } : null;
}

/** The ply before the reader’s first mistake; without one, before the first mistake of either side; 0 if there is none. @param {import('./match.js').Ply[]} plies @param {string} own */
export function turningPoint(plies, own) {
  const faults = plies.flatMap(({ move }, at) => (move && isRated(move) && (move.drop || move.waste) ? [at - 1] : []));
  return faults.find((at) => plies[at]?.turn === own) ?? faults[0] ?? 0;
}

export class GameEnd {
  #ctx;
  #deeds;
  #place = h('div', { class: 'end-place' });
  /** What is shown, so that it is not shown again once it is closed. */
  #shown = '';

  /** @param {Context} ctx @param {Deeds} deeds */
  constructor(ctx, deeds) {
    this.#ctx = ctx;
    this.#deeds = deeds;
    ctx.slots.under.prepend(this.#place);
    void styles('levelend');
  }

  /** @param {Match} match @param {string} own the reader's only side, if it is one */
  show(match, own) {
    const outcome = outcomeOf(match, own);
    const shown = outcome ? `${match.at} ${match.now.pos} ${outcome.kind}` : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    fill(this.#place, outcome && this.#banner(outcome, match.now.head, own));
  }

  /** @param {Outcome} outcome @param {import('../../base/reports.js').Head | null} head @param {string} own */
  #banner({ kind, winner }, head, own) {
    const { t } = this.#ctx;
    const title = t(kind === KIND.win && !own ? 'ended.won' : `ended.${kind}`, { side: t(`side.${winner}`) });
    const way = (/** @type {'rematch' | 'review'} */ deed) => h('button', { type: 'button', 'data-tip': t(`tip.${deed}`), onclick: this.#deeds[deed] }, t(`ended.${deed}`));
    const close = h('button', { type: 'button', class: 'level-close', 'aria-label': t('close'), 'data-tip': t('close'), onclick: () => fill(this.#place) }, '×');
    return h('section', { class: `level-end level-${kind}`, 'aria-label': t('ended.title') }, h('h2', {}, pixels(title)),
      h('p', { class: 'level-verdict' }, kind === KIND.draw ? t('ended.round') : head && sentence(head, t)), h('p', { class: 'level-ways' }, way('rematch'), way('review'), close));
  }
}
