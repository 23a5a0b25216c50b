/** What can be done with any board: read the rules, change its look, turn it, hear it described, link to it. */

import { tellRules } from '../answers/rules.js';
import { h } from '../base/dom.js';
import { keyOf } from '../base/keys.js';
import { pref, setPref } from '../base/prefs.js';
import { gameIn } from '../games/told.js';
import { describe } from './describe.js';
import { copy, copyLink } from './header.js';

/** @typedef {import('./index.js').Services} Services */
/** @typedef {import('./board.js').Ties} Ties */

/** Whether rules stand above boards. */
class Rules {
  isOpen = pref('rules', /** @type {boolean} */ (false));

  toggle() {
    this.isOpen = !this.isOpen;
    setPref('rules', this.isOpen);
  }
}

/** Opens and shuts the rules of the game that is on the board; they stay open from board to board. @param {HTMLElement} place @param {Services} services @param {Ties['ending']} ending */
export function rulesButton(place, services, ending) {
  const { store, memory, t } = services;
  const rules = memory.of(Rules);
  const show = () => {
    place.hidden = !rules.isOpen;
    button.setAttribute('aria-expanded', String(rules.isOpen));
    if (rules.isOpen) void tellRules(place, gameIn(store.state.pos), services);
  };
  const toggle = () => {
    rules.toggle();
    show();
  };
  const button = h('button', { type: 'button', 'aria-controls': place.id, onclick: toggle }, t('rules'));
  show();
  ending(store.subscribe(show));
  return button;
}

/** @param {Services} services @param {string} id @param {() => void} onclick */
const action = ({ t }, id, onclick) => h('button', { type: 'button', 'data-tip': `${t(`key.${id}`)}${keyOf(id) && ` (${keyOf(id)})`}`, onclick }, t(`action.${id}`));

/** Changes between pieces and plain squares, which lasts: wherever a board can look plain, it can be changed back. @param {import('../board/index.js').BoardView} board @param {Services} services */
export function plainButton(board, services) {
  const { style } = services;
  const plain = action(services, 'plain', () => {
    style.toggle();
    plain.setAttribute('aria-pressed', String(style.isPlain));
    board.changeLook();
  });
  plain.setAttribute('aria-pressed', String(style.isPlain));
  return plain;
}

/** @param {HTMLElement} rules the button that shows them @param {import('../board/index.js').BoardView} board @param {Services} services */
export function actions(rules, board, services) {
  const { store } = services;
  const flip = action(services, 'flip', () => store.set({ flip: !store.state.flip }, 'replace'));
  const embed = action(services, 'embed', () => void copyEmbed(services));
  embed.classList.add('for-desk');
  return h('div', { class: 'actions' }, rules, plainButton(board, services), flip, action(services, 'describe', () => describe(services)), action(services, 'link', () => void copyLink(services)), embed);
}

/** The size of a frame in another page: the least that shows the board beside its verdict, and the player's keys below. */
const FRAME = { width: 960, height: 720 };

/** Copies the element that shows the board in another page. @param {Services} services */
function copyEmbed(services) {
  const { store, t } = services;
  const { href } = new URL(store.link({ embed: true }), location.href);
  // With the slash, a host of files need not redirect to the folder.
  const frame = h('iframe', { src: href.replace('/b?', '/b/?'), title: document.title, ...FRAME, loading: 'lazy' });
  return copy(frame.outerHTML, t('copied.embed'), services);
}

/** From a frame on somebody's page to the whole thing. @param {Services} services @param {Ties['ending']} ending */
export function openLink({ store, t }, ending) {
  const link = h('a', { class: 'button', target: '_blank', rel: 'noopener' }, t('open'));
  const point = () => (link.href = store.link({ embed: false }));
  point();
  ending(store.subscribe(point));
  return link;
}
