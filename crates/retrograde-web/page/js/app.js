/**
 * The page: header, the place that the URL names, and what every place shares.
 *
 *     URL -> route.js -> store.js -> app.js -> home | board (edit | watch | play) | learn | tables
 *
 * A place is a module with `mountX(slots or element, ctx)`, loaded when it is first wanted; it hands back `unmount` and `keys`. The board
 * is made once a visit and shared by its tabs: a tab sets its handlers and shows positions on it.
 */

import { tellRules } from './answers/rules.js';
import { api } from './base/api.js';
import { load, show as showOutage } from './base/connection.js';
import { fill, h } from './base/dom.js';
import { openHelp } from './base/help.js';
import { Keys, keyOf } from './base/keys.js';
import * as live from './base/live.js';
import { pref, setPref } from './base/prefs.js';
import { TABS } from './base/route.js';
import { Store } from './base/store.js';
import { BoardView } from './board/index.js';
import { isPlain, setPlain } from './board/sprites.js';
import { gameOf, isDrawn } from './games/index.js';
import { GameList } from './games/list.js';
import { addTexts, browserLang, setLang, t } from './languages/index.js';

/** @typedef {import('./base/route.js').State} State */
/** @typedef {import('./tabs/context.js').Context} Context */
/** @typedef {import('./tabs/context.js').Mount} Mount */

/** What mounts each place; its module is loaded when it is first wanted. @type {Record<string, () => Promise<Mount>>} */
const PLACES = {
  home: async () => (await import('./tabs/home.js')).mountHome,
  edit: async () => (await import('./tabs/edit.js')).mountEdit,
  watch: async () => (await import('./tabs/watch.js')).mountWatch,
  play: async () => (await import('./tabs/play.js')).mountPlay,
  learn: async () => (await import('./learn/learn.js')).mountLearn,
  tables: async () => (await import('./tabs/tables.js')).mountTables,
};

const store = new Store(browserLang());
const games = new GameList(api);
const keys = new Keys();
const top_ = /** @type {HTMLElement} */ (document.getElementById('top'));
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const tools = h('div', { class: 'tools' });
const autoplay = { wanted: false };

/** @type {(() => void)[]} what ends the place that is shown */
let endings = [];
let visit = 0;

/** Shows the place that the state names. @param {State} state */
async function show(state) {
  const current = ++visit;
  const focused = main.querySelector(':focus-visible');
  for (const end of endings.splice(0)) end();
  setLang(state.lang);
  showOutage();
  document.documentElement.classList.toggle('embed', state.embed);
  document.documentElement.dataset.page = state.page;
  tools.replaceChildren();
  fillHeader(state);
  const place = state.page === 'board' ? state.tab : state.page;
  const ctx = state.page === 'board' ? boardPage(state) : plainPage();
  setTitle(state);
  try {
    const [mount] = await Promise.all([load(PLACES[place]), games.load().catch(() => undefined)]);
    if (current !== visit) return;
    setTitle(store.state);
    const mounted = mount(ctx.slots.panel, ctx);
    endings.push(mounted.unmount);
    if (mounted.keys) endings.push(keys.bind(mounted.keys));
    if (focused) keepFocus(focused.id);
  } catch (error) {
    if (current !== visit) return;
    console.error(error);
    const again = () => location.reload();
    fill(ctx.slots.panel, h('p', { class: 'trouble', role: 'alert' }, t('error.place'), ' ', h('button', { type: 'button', onclick: again }, t('outage.retry'))));
  }
}

/** The focus stays where it was, or at least in the place that replaced it. @param {string} id */
function keepFocus(id) {
  if (document.activeElement !== document.body) return;
  const same = id ? document.getElementById(id) : null;
  (same ?? main).focus({ preventScroll: true });
}

/** @param {State} state */
function setTitle(state) {
  const game = state.page === 'board' ? `${games.nameOf(gameOf(state.pos).id)} · ${t(`tab.${state.tab}`)}` : t(`page.${state.page}`);
  document.title = `${game} · Retrograde`;
}

/** @param {State} state */
function fillHeader(state) {
  const link = (/** @type {import('./base/route.js').Page} */ page) =>
    h('a', { href: store.link({ page, embed: false }), 'aria-current': state.page === page && 'page', onclick: go({ page }) }, t(`page.${page}`));
  const other = state.lang === 'zh' ? 'en' : 'zh';
  fill(
    top_,
    h('a', { class: 'skip', href: '#main', onclick: (/** @type {Event} */ event) => (event.preventDefault(), main.focus()) }, t('skip')),
    h('a', { class: 'brand', href: store.link({ page: 'home' }), onclick: go({ page: 'home' }) }, h('span', { class: 'logo', 'aria-hidden': 'true' }), h('span', { class: 'name' }, 'Retrograde')),
    h('nav', { 'aria-label': t('nav') }, link('home'), state.pos && link('board'), link('learn'), link('tables')),
    tools,
    h('button', { type: 'button', class: 'plain', lang: other, 'aria-label': other === 'zh' ? '中文' : 'EN: English', onclick: () => store.set({ lang: other }) }, other === 'zh' ? '中文' : 'EN'),
    h('button', { type: 'button', class: 'plain', title: t('key.help'), 'aria-label': t('key.help'), onclick: help }, '?'),
  );
}

/** A link's click that stays on the page. @param {Partial<State>} patch @returns {(event: MouseEvent) => void} */
function go(patch) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    store.set(patch);
  };
}

/** @returns {Context} */
function plainPage() {
  const panel = h('div', { class: 'plain-page' });
  fill(main, panel);
  const nowhere = h('div');
  const board = new BoardView(nowhere, t);
  return { ...shared(), board, slots: { panel, under: nowhere, dock: nowhere, tools } };
}

const shared = () => ({ store, api, games, t, live, keys, addTexts, autoplay });

/** @param {State} state @returns {Context} */
function boardPage(state) {
  const stage = h('div', { class: 'stage' });
  const panel = h('div', { class: 'panel', id: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${state.tab}` });
  const under = h('div', { class: 'under' });
  const dock = h('div', { class: 'dock' });
  const title = h('h1', { class: 'title' });
  const rules = h('section', { class: 'card rules', id: 'rules', tabindex: 0, 'aria-label': t('rules') });
  fill(
    main,
    h('section', { class: `board-page on-${state.tab}` },
      h('div', { class: 'bar' }, title, ...(state.embed ? [rulesButton(rules), openLink()] : [tabs(state), actions(rulesButton(rules), () => board.changeLook())]), rules),
      h('div', { class: 'left' }, stage, under),
      panel,
      dock,
      !state.embed && tokenField(),
    ),
  );
  const board = new BoardView(stage, t);
  board.flip = state.flip;
  let told = '';
  // Of the position on the stage: WATCH shows others than the one asked about.
  const entitle = () => {
    const parts = titleOf(store.state.pos, board.board);
    const text = parts.map((part) => (typeof part === 'string' ? part : part.textContent)).join();
    if (text !== told) fill(title, ...parts);
    told = text;
  };
  board.onShow = entitle;
  entitle();
  endings.push(store.subscribe(entitle));
  return { ...shared(), board, slots: { panel, under, dock, tools } };
}

/** "Pawn 9×9" @param {import('./games/index.js').GameModel} model @param {import('./games/grid.js').Board | null} board */
const nameOf = (model, board) => t('board.label', { game: games.nameOf(model.id), size: board ? model.title(board) : '' }).trim();

/** "Pawn 9×9 · Red to move" @param {string} pos @param {import('./games/grid.js').Board | null} shown what stands on the stage */
function titleOf(pos, shown) {
  const model = gameOf(pos);
  const board = shown?.game === model.id && (shown.cols > 0 || shown.extra) ? shown : model.parse(pos);
  const name = nameOf(model, board);
  if (!board?.turn) return [name];
  return [name, h('span', { class: `turn turn-${games.sidesOf(model.id).indexOf(board.turn)}` }, t('toMove', { side: t(`side.${board.turn}`) }))];
}

/** @param {State} state */
function tabs(state) {
  const list = h('div', { role: 'tablist', class: 'tabs', 'aria-label': t('tabs') });
  for (const tab of TABS) {
    const selected = tab === state.tab;
    list.append(
      h('button', {
        type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-selected': String(selected), 'aria-controls': 'panel', tabindex: selected ? 0 : -1,
        title: `${t(`key.${tab}`)} (${keyOf(tab)})`, onclick: () => store.set({ tab, step: null }),
      }, t(`tab.${tab}`)),
    );
  }
  list.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(store.state.tab) + by + TABS.length) % TABS.length];
    store.set({ tab: next, step: null });
    document.getElementById(`tab-${next}`)?.focus();
  });
  return list;
}

/** Whether the rules stand above the board. */
let hasRules = pref('rules', false);

/** Opens and shuts the rules of the game that is on the board. @param {HTMLElement} place */
function rulesButton(place) {
  const show = () => {
    place.hidden = !hasRules;
    button.setAttribute('aria-expanded', String(hasRules));
    if (hasRules) void tellRules(place, gameOf(store.state.pos).id, { games, t });
  };
  const toggle = () => {
    hasRules = !hasRules;
    setPref('rules', hasRules);
    show();
  };
  const button = h('button', { type: 'button', 'aria-controls': place.id, onclick: toggle }, t('rules'));
  show();
  endings.push(store.subscribe(show));
  return button;
}

/** @param {HTMLElement} rules the button that shows them @param {() => void} changeLook of the board */
function actions(rules, changeLook) {
  const button = (/** @type {string} */ id, /** @type {() => void} */ onclick) =>
    h('button', { type: 'button', title: `${t(`key.${id}`)}${keyOf(id) && ` (${keyOf(id)})`}`, onclick }, t(`action.${id}`));
  const plain = button('plain', () => {
    setPlain(!isPlain());
    plain.setAttribute('aria-pressed', String(isPlain()));
    changeLook();
  });
  plain.setAttribute('aria-pressed', String(isPlain()));
  return h('div', { class: 'actions' }, rules, plain, button('flip', flip), button('describe', describe), button('link', copyLink));
}

/** From a frame on somebody's page to the whole thing. */
function openLink() {
  const link = h('a', { class: 'button', target: '_blank', rel: 'noopener' }, t('open'));
  const point = () => (link.href = store.link({ embed: false }));
  point();
  endings.push(store.subscribe(point));
  return link;
}

/** The position as text: what a link, a bug report and the command line take. */
function tokenField() {
  const input = h('input', { id: 'token', type: 'text', spellcheck: 'false', autocomplete: 'off', value: store.state.pos });
  const note = h('span', { class: 'note', role: 'alert' });
  // In the field, the whole text is selected, so that the next move replaces it.
  const tell = () => {
    input.value = store.state.pos;
    if (document.activeElement === input) input.select();
  };
  // What somebody is typing stays, whatever the opponent does meanwhile.
  endings.push(store.subscribe((state, before) => (input.value === before.pos || input.value.trim() === state.pos) && tell()));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    const move = text && !text.includes(':') ? document.dispatchEvent(new CustomEvent('typed', { detail: text, cancelable: true })) : true;
    if (!move) {
      tell();
      return;
    }
    note.textContent = '';
    if (isDrawn(text) && gameOf(text).parse(text)) store.set({ pos: text, step: null });
    else void askWhy(text, note);
  };
  return h('form', { class: 'token', onsubmit: submit }, h('label', { for: 'token' }, t('token')), input, h('button', {}, t('go')), note);
}

/** What the server says is wrong with a token. @param {string} text @param {HTMLElement} note */
async function askWhy(text, note) {
  try {
    const report = await api.plan(text);
    note.textContent = '';
    if (report) store.set({ pos: text, step: null });
  } catch (error) {
    note.textContent = error instanceof Error ? error.message : String(error);
  }
}

function flip() {
  store.set({ flip: !store.state.flip }, 'replace');
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    live.toast(t('copied'));
  } catch {
    live.toast(location.href);
  }
}

/** The board as a few sentences. */
function describe() {
  const model = gameOf(store.state.pos);
  const board = model.parse(store.state.pos);
  if (!board) return;
  const text = describeBoard(model, board);
  const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'describe-title' },
    h('h2', { id: 'describe-title' }, t('action.describe')), h('p', { class: 'description' }, text),
    h('form', { method: 'dialog' }, h('button', { autofocus: true }, t('close'))));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  live.say(text);
}

/** @param {import('./games/index.js').GameModel} model @param {import('./games/grid.js').Board} board */
function describeBoard(model, board) {
  const standing = board.cells.flatMap((_, index) =>
    model.cell(board, index).pieces.map((letter) => t('describe.piece', { piece: t(model.pieces[letter]?.word ?? letter), square: model.name(board, index) })));
  const walls = board.cells.flatMap((cell, index) => (cell === '#' ? [model.name(board, index)] : []));
  const wallText = walls.length > 120 ? t('describe.manyWalls', { n: walls.length }) : walls.length ? t('describe.walls', { squares: walls.join(' ') }) : t('describe.noWalls');
  return [
    nameOf(model, board), board.turn && t('toMove', { side: t(`side.${board.turn}`) }), standing.join(', '), model.tools.includes('wall') && wallText,
    // A board that is not drawn is its token.
    !board.cells.length && board.extra,
  ].filter(Boolean).join('. ') + '.';
}

function help() {
  openHelp(t);
}

keys.bind({
  edit: () => store.state.pos && store.set({ page: 'board', tab: 'edit', step: null }),
  watch: () => store.state.pos && store.set({ page: 'board', tab: 'watch' }),
  play: () => store.state.pos && store.set({ page: 'board', tab: 'play', step: null }),
  playPause: () => {
    if (store.state.page !== 'board') return;
    autoplay.wanted = true;
    store.set({ tab: 'watch' });
  },
  flip,
  link: copyLink,
  type: () => {
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#token, #paste'));
    field?.focus();
    field?.select();
  },
  demo: () => store.set({ page: 'home' }),
  help,
});

// Space after a click is the page's, not the button's again; a keyboard keeps its focus.
document.addEventListener('click', (event) => {
  const button = event.detail > 0 && event.target instanceof Element && event.target.closest('button:not([role=gridcell])');
  if (button instanceof HTMLElement) button.blur();
});

/** What needs another place or another language; the position and the step are the tabs' own business. @type {(keyof State)[]} */
const PLACE_KEYS = ['page', 'tab', 'lang', 'embed', 'flip', 'predict'];

store.subscribe((state, before) => {
  if (PLACE_KEYS.some((key) => state[key] !== before[key])) void show(state);
  else setTitle(state);
});
void show(store.state);
