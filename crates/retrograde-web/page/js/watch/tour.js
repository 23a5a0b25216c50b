/**
 * A guided tour of WATCH in eight steps: each lights up a part of the page, goes to a moment of the log if there is one to show, and says what is to
 * be seen there; two of them have pictures of the game at hand, of its kinds of moves and of its endings, taken from the log. It is a
 * dialog that leaves the page usable; its keys are its own while it has the focus.
 */

import { sideName } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { setPref } from '../base/prefs.js';
import { mini } from '../board/mini.js';

/** @typedef {import('../base/reports.js').LogEvent} LogEvent */
/** @typedef {import('../languages/index.js').T} T */
/** @typedef {{ picture: HTMLElement, says: string }} Picture */
/**
 * @typedef {object} Guided what the tour is led through
 * @property {T} t
 * @property {import('../games/boards.js').Boards} boards
 * @property {string} pos
 * @property {import('./record.js').Sea} sea
 * @property {Map<import('./overview.js').KeyStep, number>} keySteps
 * @property {(from: number, count: number) => Promise<LogEvent[]>} read events of the log
 * @property {(step: number) => void} seek
 */
/** @typedef {{ id: string, part: string, at?: (of: Guided) => number | undefined, pictures?: (of: Guided) => Promise<Picture[]> }} Stop `part`: what it lights up, as a selector */

/** The name of what is remembered: whether the tour was seen. */
export const SEEN = 'tour';
/** Pixels across a picture, the most of them, and how many events are looked through for them at a place. */
const ACROSS = 92;
/** Screens up to this width have one column. */
const NARROW = 860;
const MOST_PICTURES = 6;
const LOOKED_THROUGH = 128;

/** @type {Stop[]} */
const STOPS = [
  { id: 'board', part: '.stage', at: () => 0 },
  { id: 'moves', part: '.stage', pictures: movePictures },
  { id: 'ends', part: '.stage', pictures: endPictures },
  { id: 'sea', part: '.box-sea', at: ({ sea }) => sea.seeds },
  { id: 'back', part: '.near-box', at: ({ keySteps }) => keySteps.get('win') },
  { id: 'count', part: '.box-rule', at: ({ keySteps }) => keySteps.get('loss') },
  { id: 'left', part: '.box-verdict', at: ({ sea }) => sea.events },
  { id: 'play', part: '.dock', at: () => 0 },
];

export class Tour {
  #guided;
  #step = 0;
  #card;
  #closed;
  /** @type {Element | null} */
  #lit = null;

  /** @param {Guided} guided @param {() => void} closed what to do when it is over */
  constructor(guided, closed) {
    this.#guided = guided;
    this.#closed = closed;
    this.#card = h('section', { class: 'tour', role: 'dialog', 'aria-labelledby': 'tour-title' });
    this.#card.addEventListener('keydown', (event) => this.#key(event));
    // Within the grid, where it has a row of its own: it covers nothing.
    (document.querySelector('.board-page') ?? document.body).append(this.#card);
    this.#show(0);
  }

  close() {
    this.#lit?.classList.remove('is-toured');
    this.#card.remove();
    this.#closed();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (by !== undefined) this.#show(this.#step + by);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} step */
  #show(step) {
    if (step >= STOPS.length) {
      this.close();
      return;
    }
    this.#step = Math.max(0, step);
    const stop = /** @type {Stop} */ (STOPS[this.#step]);
    const { t, seek } = this.#guided;
    const at = stop.at?.(this.#guided);
    if (at !== undefined) seek(at);
    this.#light(stop.part);
    const isLast = this.#step === STOPS.length - 1;
    if (isLast) setPref(SEEN, true);
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, attributes = {}) => h('button', { type: 'button', onclick, ...attributes }, t(text));
    const title = h('h2', { id: 'tour-title', tabindex: -1 }, h('span', { class: 'tour-count' }, `${this.#step + 1} / ${STOPS.length}`), ' ', pixels(t(`tour.${stop.id}.title`)));
    const pictures = h('ul', { class: 'tour-pictures', hidden: true });
    fill(this.#card, title, h('p', {}, t(`tour.${stop.id}`)), pictures, h('p', { class: 'tour-ways' },
      button('tour.previous', () => this.#show(this.#step - 1), { disabled: this.#step === 0 }),
      button(isLast ? 'tour.done' : 'tour.next', () => this.#show(this.#step + 1), { class: 'primary-small' }),
      isLast ? null : button('tour.leave', () => this.close())));
    title.focus({ preventScroll: true });
    void this.#picture(stop, pictures);
  }

  /** @param {string} part */
  #light(part) {
    this.#lit?.classList.remove('is-toured');
    this.#lit = document.querySelector(part);
    this.#lit?.classList.add('is-toured');
    if (this.#lit instanceof HTMLDetailsElement) this.#lit.open = true;
    // On a narrow screen the card is at the bottom, and what it explains at the top.
    this.#lit?.scrollIntoView({ block: innerWidth > NARROW ? 'nearest' : 'start' });
  }

  /** @param {Stop} stop @param {HTMLElement} list */
  async #picture(stop, list) {
    const pictures = await stop.pictures?.(this.#guided).catch(() => []);
    if (!pictures?.length) return;
    fill(list, pictures.map(({ picture, says }) => h('li', {}, picture, h('span', {}, says))));
    list.hidden = false;
  }
}

/** Events at a few places of a part of the log, the boards of which are known. @param {Guided} of @param {number} from @param {number} to @returns {Promise<LogEvent[]>} */
async function sample({ boards, read }, from, to) {
  const places = [...new Set([0, 0.35, 0.7, 0.95].map((part) => Math.max(from, Math.min(Math.floor(from + part * (to - from)), to - LOOKED_THROUGH))))];
  const events = (await Promise.all(places.map((place) => read(place, Math.min(LOOKED_THROUGH, to - place))))).flat();
  await boards.wantAll(events.map((event) => event.pos));
  return events;
}

/** The first of each kind, in the order of kinds being met. @template Each @param {Each[]} all @param {(each: Each) => string | null} kindOf @returns {[string, Each][]} */
function firsts(all, kindOf) {
  /** @type {Map<string, Each>} */
  const found = new Map();
  for (const each of all) {
    const kind = kindOf(each);
    if (kind !== null && !found.has(kind)) found.set(kind, each);
  }
  return [...found].slice(0, MOST_PICTURES);
}

/** A picture of each kind of move that the log has: by what moves, whether it lands on another, and whether it goes on from there. @param {Guided} of @returns {Promise<Picture[]>} */
async function movePictures(of) {
  const { boards, sea, t } = of;
  const kindOf = (/** @type {LogEvent} */ event) => {
    const board = boards.at(event.pos ?? '');
    if (!board || !event.move) return null;
    const path = board.path({ move: event.move }).map((name) => board.index(name));
    if (path.length === 0) return t('tour.passes', { side: sideName(event.turn, t) });
    const [from = -1, to = -1] = [path[0], path.at(-1)];
    const mover = board.cell(from).pieces.at(-1);
    const piece = path.length === 1 || mover === undefined ? sideName(event.turn, t) : mover.name;
    const key = path.length === 1 ? 'puts' : path.length > 2 ? 'leaps' : board.cell(to).pieces.length > 0 ? 'takes' : 'goes';
    return t(`tour.${key}`, { piece });
  };
  const events = await sample(of, sea.seeds, sea.events);
  return firsts(events, kindOf).map(([says, event]) => ({ says, picture: mini(event.pos ?? '', ACROSS, event.move ?? '', boards, event.move ?? '') }));
}

/** A picture of each ending that the log begins with. @param {Guided} of @returns {Promise<Picture[]>} */
async function endPictures(of) {
  const { boards, sea, t } = of;
  const events = await sample(of, 0, sea.seeds);
  const kindOf = (/** @type {LogEvent} */ { over, winner }) => (over ? t(winner ? 'tour.ending' : 'tour.level', { over: t(`over.${over}`), side: winner ? sideName(winner, t) : '' }) : null);
  return firsts(events, kindOf).map(([says, event]) => ({ says, picture: mini(event.pos ?? '', ACROSS, '', boards, '') }));
}
