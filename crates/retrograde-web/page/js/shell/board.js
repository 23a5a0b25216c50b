/** The page of a board: its title, tabs and actions above, the stage, room for what a tab shows, and the position as text. */

import { ApiError } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { BoardView } from '../board/index.js';
import { Zoom } from '../board/zoom.js';
import { actions, openLink, plainButton, rulesButton } from './actions.js';
import { tabs } from './tabs.js';
import { titleOf } from './title.js';
import { tokenField } from './token.js';

/** @typedef {import('../base/route.js').State} State */
/** @typedef {import('./index.js').Services} Services */
/**
 * @typedef {object} Ties
 * @property {(end: () => void) => void} ending what to do when the page is left
 * @property {(text: string) => boolean} typed hands the place a text that is no position; whether it takes such
 */

/** @param {HTMLElement} main @param {State} state @param {Services} services @param {Ties} ties */
export function boardPage(main, state, services, ties) {
  const { store, t } = services;
  const stage = h('div', { class: 'stage' });
  const panel = h('div', { class: 'panel', id: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${state.tab}` });
  const under = h('div', { class: 'under' });
  const dock = h('div', { class: 'dock' });
  const title = h('h1', { class: 'title' });
  const asked = h('div', { class: 'asked-place' });
  const rules = h('section', { class: 'card rules', id: 'rules', tabindex: 0, 'aria-label': t('rules') });
  const board = new BoardView(stage, services);
  board.flip = state.flip;
  // In WATCH, + and - are for its speed.
  const hasKeys = state.tab !== 'watch';
  const zoom = new Zoom(board, t, { hasKeys });
  ties.ending(() => zoom.end());
  if (hasKeys) ties.ending(services.keys.bind({ faster: () => zoom.step(1), slower: () => zoom.step(-1), whole: () => zoom.step(-Infinity) }));
  const rulesToggle = rulesButton(rules, services, ties.ending);
  const bar = state.embed ? [rulesToggle, plainButton(board, services), openLink(services, ties.ending)] : [tabs(services), actions(rulesToggle, board, services)];
  const field = state.embed ? null : tokenField(services, ties);
  fill(main, h('section', { class: `board-page on-${state.tab}` }, h('div', { class: 'bar' }, asked, title, bar), h('div', { class: 'left' }, stage, under), h('div', { class: 'beside' }, rules, panel), dock, field));
  let told = '';
  // Of the position on the stage; in WATCH, which shows many, of the one asked about.
  const entitle = () => {
    const parts = titleOf(store.state.pos, state.tab === 'watch' ? null : board.board, services);
    const text = parts.map((part) => (typeof part === 'string' ? part : part.outerHTML)).join();
    if (text !== told) fill(title, ...parts.map((part) => (typeof part === 'string' ? pixels(part) : part)));
    told = text;
  };
  board.onShow = entitle;
  entitle();
  ties.ending(store.subscribe(entitle));
  ties.ending(store.subscribe((state, before) => state.page === 'board' && state.pos !== before.pos && void keepGood(state.pos, before.pos, services)));
  return { board, slots: { asked, panel, under, dock } };
}

/** A token that cannot be read leaves the board that was there, and says why. @param {string} pos @param {string} good @param {Services} services */
async function keepGood(pos, good, { boards, live, store }) {
  try {
    await boards.want(pos);
  } catch (error) {
    const isUnreadable = error instanceof ApiError && error.status === 400;
    if (!isUnreadable || store.state.pos !== pos || !boards.at(good)) return;
    live.toast(error.message);
    store.set({ pos: good }, 'replace');
  }
}
