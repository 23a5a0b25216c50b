/**
 * The positions from which a move leads to the current one. While it is slow or stands still: those about the step, as many as there is room
 * for, large enough to be read, each with its counter going down or with the value it gets, those still to come pale; and how many there
 * are. While it plays faster, up to `MOST_LIT` a second: those that just got a value, as thumbnails, one after the other on fixed places. Each new one lights up in its value's colour and
 * fades; above that speed, and where less motion is wanted, it glows steadily.
 *
 * The board and the whole list change at most five times a second, which is less than three flashes. Thumbnails light up more often, and
 * so only round their pictures: all at once, they stay below the area that WCAG 2.3.1 allows to flash (tested at every size).
 */

import { brief, sideName, valueIn } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { measured } from '../base/measure.js';
import { isKind } from '../base/values.js';
import { EVENT } from '../base/words.js';
import { mini } from '../board/mini.js';

/** @typedef {import('../base/reports.js').LogEvent} LogEvent */
/** @typedef {import('../languages/index.js').T} T */

/** @typedef {'done' | 'now' | 'next'} When */

/** Pixels across a thumbnail's picture, and across one that is read. */
const ACROSS = 56;
const READABLE = 104;
/** Units a second up to which each new neighbour lights up: speed 32×. */
export const MOST_LIT = 64;
/** About how much room a thumbnail takes, across and down; and one that is read. */
const ROOM = [82, 84];
const READABLE_ROOM = [124, 144];
/** Neighbours that are read at once. */
const MOST_READ = 3;

/** How many things of some room an element has places for, two ways. @param {HTMLElement} element @param {number[]} room */
function places(element, [across = 1, down = 1]) {
  const { width, height } = measured(element);
  return Math.max(1, Math.floor(width / across)) * Math.max(1, Math.floor(height / down));
}

/**
 * @param {HTMLElement} element
 * @param {{ boards: import('../games/boards.js').Boards, t: T }} ctx
 * @param {(event: LogEvent) => void} picked
 */
export function mountNeighbours(element, { boards, t }, picked) {
  const list = h('ul', { class: 'near', 'aria-label': t('near.title') });
  const more = h('p', { class: 'near-more' });
  fill(element, list, more);
  /** The items that are shown, by what they show. @type {Map<string, HTMLElement>} */
  let shown = new Map();
  /** The next of the fixed places; -1 while the whole list is shown. */
  let place = -1;
  /** The event that lit up last: once is enough, whichever way it is shown then. */
  let lastLit = -1;

  const item = (/** @type {LogEvent} */ event, /** @type {When} */ when, /** @type {boolean} */ isSteady, isRead = true) => {
    const pos = event.pos ?? '';
    // Of a game without pictures, the part of the token that changes.
    const words = pos.slice(pos.lastIndexOf('_') + 1);
    const picture = isRead ? mini(pos, READABLE, words, boards, event.move ?? '') : mini(pos, ACROSS, words, boards);
    const side = sideName(event.turn, t);
    const isMark = event.event === EVENT.mark;
    const label =
      when === 'next'
        ? t('near.next', { side, move: event.move })
        : isMark
          ? t('near.markLabel', { side, move: event.move, value: valueIn(event, t) })
          : t('near.relaxLabel', { side, move: event.move, open: event.open, of: event.of });
    const text = when === 'next' ? '?' : isMark ? brief(event, t) : t('near.relax', { before: (event.open ?? 0) + 1, open: event.open });
    const kind = isMark && when !== 'next' && event.value !== undefined && isKind(event.value) ? event.value : 'open';
    const light = isSteady ? (when !== 'next' && isMark ? 'is-glowing' : '') : when === 'now' && event.step !== lastLit ? 'is-lit' : '';
    lastLit = when === 'now' ? event.step : lastLit;
    const made = h(
      'button',
      { type: 'button', class: `near-item near-${kind} is-${when} ${light}`, 'data-tip': label, onclick: () => picked(event) },
      h('span', { class: 'unseen' }, label),
      picture,
      h('span', { class: 'near-move', 'aria-hidden': 'true' }, event.move ?? ''),
      h('span', { class: 'near-value', 'aria-hidden': 'true' }, text),
    );
    return h('li', {}, made);
  };

  return {
    /**
     * All neighbours of the current position.
     * @param {LogEvent[]} events those of the current position's block
     * @param {number} step
     * @param {boolean} isSteady whether nothing may flash
     */
    show(events, step, isSteady) {
      const all = events.filter((event) => event.event === EVENT.relax || event.event === EVENT.mark);
      const near = about(all, step, Math.min(MOST_READ, places(element, READABLE_ROOM)));
      more.textContent = near.length < all.length ? t('near.more', { shown: near.length, all: all.length }) : '';
      list.classList.remove('is-fast');
      const items = new Map(
        near.map((event) => {
          const when = event.step >= step ? 'next' : event.step === step - 1 ? 'now' : 'done';
          // What has lit up stays as it is while it fades.
          const key = `${event.step} ${when === 'next'} ${isSteady}`;
          return [key, shown.get(key) ?? item(event, when, isSteady)];
        }),
      );
      if (items.size === 0) items.set(`none ${events.length > 0}`, h('li', { class: 'near-none' }, events.length > 0 ? t('near.none') : ''));
      const made = [...items.values()];
      if (place < 0 && made.length === list.children.length) made.forEach((one, index) => one !== list.children[index] && list.children[index]?.replaceWith(one));
      else list.replaceChildren(...made);
      place = -1;
      shown = items;
    },

    /** Lights up a neighbour that has just got its value, on the next place. @param {LogEvent} event */
    light(event) {
      if (place < 0) {
        shown.clear();
        const length = places(element, ROOM);
        more.textContent = t('near.stream');
        list.classList.add('is-fast');
        list.replaceChildren(...Array.from({ length }, () => h('li')));
        place = 0;
      }
      list.children[place]?.replaceWith(item(event, 'now', false, false));
      place = (place + 1) % list.children.length;
    },
  };
}

/** Those about a step: the last that had its turn among them, one before it if there is room, and what comes. @param {LogEvent[]} all @param {number} step @param {number} most */
function about(all, step, most) {
  const next = all.findIndex((event) => event.step >= step);
  const now = (next < 0 ? all.length : next) - 1;
  const first = Math.max(0, Math.min(now - Math.floor((most - 1) / 2), all.length - most));
  return all.slice(first, first + most);
}
