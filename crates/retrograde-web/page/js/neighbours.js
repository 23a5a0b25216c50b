/**
 * The positions from which a move leads to the current one, as thumbnails: each lights up as the log comes to it, with its counter going
 * down or with the value it gets. Those still to come are pale.
 */

import { fill, h } from './dom.js';
import { drawMini } from './mini.js';
import { isKind } from './values.js';
import { brief, sideName, valueIn } from './words.js';

/** @typedef {import('./log.js').LogEvent} LogEvent */
/** @typedef {import('./words.js').T} T */

const ACROSS = 56;

/**
 * @param {HTMLElement} element
 * @param {T} t
 * @param {(event: LogEvent) => void} picked
 */
export function mountNeighbours(element, t, picked) {
  const list = h('ul', { class: 'near', 'aria-label': t('near.title') });
  fill(element, list);
  let shown = '';

  /** @param {LogEvent} event @param {'done' | 'now' | 'next'} when @param {boolean} isCalm whether many come in a second */
  const item = (event, when, isCalm) => {
    const canvas = h('canvas', { class: 'mini', 'aria-hidden': 'true' });
    const pos = event.pos ?? '';
    // Of a game without pictures, the part of the token that changes.
    const picture = drawMini(canvas, pos, ACROSS) ? canvas : h('span', { class: 'mini' }, pos.slice(pos.lastIndexOf('_') + 1));
    const side = sideName(event.turn, t);
    const isMark = event.event === 'mark';
    const label =
      when === 'next'
        ? t('near.next', { side, move: event.move })
        : isMark
          ? t('near.markLabel', { side, move: event.move, value: valueIn(event, t) })
          : t('near.relaxLabel', { side, move: event.move, open: event.open, of: event.of });
    const text = when === 'next' ? '?' : isMark ? brief(event) : t('near.relax', { before: (event.open ?? 0) + 1, open: event.open });
    const kind = isMark && when !== 'next' && event.value !== undefined && isKind(event.value) ? event.value : 'open';
    const glow = when === 'now' ? (isCalm ? 'is-glowing' : 'is-pulsing') : '';
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: `near-item near-${kind} is-${when} ${glow}`,
          'aria-label': label,
          title: label,
          onclick: () => picked(event),
        },
        picture,
        h('span', { class: 'near-move' }, event.move ?? ''),
        h('span', { class: 'near-value' }, text),
      ),
    );
  };

  return {
    /**
     * @param {LogEvent[]} events those of the current position's block
     * @param {number} step
     * @param {boolean} isCalm
     */
    show(events, step, isCalm) {
      const near = events.filter((event) => event.event === 'relax' || event.event === 'mark');
      const key = near.length === 0 ? `none ${events.length}` : `${near[0]?.step} ${near.length} ${step}`;
      if (key === shown) return;
      shown = key;
      const isAt = (/** @type {LogEvent} */ event) => (event.step >= step ? 'next' : event.step === step - 1 ? 'now' : 'done');
      if (near.length > 0)
        fill(
          list,
          near.map((event) => item(event, isAt(event), isCalm)),
        );
      else fill(list, h('li', { class: 'near-none' }, events.length > 0 ? t('near.none') : ''));
    },
  };
}
