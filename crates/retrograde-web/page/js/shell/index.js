/**
 * Header and place. A place is a function that mounts it, in a module that is loaded when it is first wanted; it hands back `unmount` and
 * `keys`. The board is made once a visit and shared by its tabs: a tab sets its handlers and shows positions on it.
 */

import { fill, h } from '../base/dom.js';
import { styles } from '../base/styles.js';
import { BoardView } from '../board/index.js';
import { gameIn } from '../games/told.js';
import { FIRST, askFirst } from '../tabs/showcase.js';
import { copyLink, fillHeader, openHelp } from './header.js';
import { documentTitle } from './title.js';

/** @typedef {import('../base/route.js').State} State */
/** @typedef {import('../tabs/context.js').Context} Context */
/** @typedef {import('../tabs/context.js').Mount} Mount */
/** @typedef {import('../tabs/context.js').Mounted} Mounted */
/** @typedef {Omit<Context, 'board' | 'slots'> & { language: import('../languages/index.js').Language, outage: import('../base/outage.js').Outage }} Services what is made once */

/** @typedef {{ parts: import('../languages/index.js').Part[], isLight?: boolean, load: (services: Services, speaking: Promise<unknown>) => Promise<Mount> }} Place `parts`: the texts that it needs; `load` asks for what it begins with, when its texts are there; `isLight`: for all games by itself, later */

/** What mounts each place; its module is loaded when it is first wanted. @type {Record<string, Place>} */
const PLACES = {
  home: {
    parts: ['page', 'log'],
    isLight: true,
    load: async ({ api, boards, games, language, store }, speaking) => {
      // All that its first board needs is asked for while its modules and, in the same language, its texts come.
      const module = import('../tabs/home.js');
      module.catch(() => undefined);
      if (language.current !== store.state.lang) await speaking;
      const isKnown = games.begin(gameIn(FIRST)).catch(() => undefined);
      void boards.wantAll([FIRST]);
      const first = askFirst(api);
      await isKnown;
      const { mountHome } = await module;
      return (panel, ctx) => mountHome(panel, ctx, first);
    },
  },
  edit: { parts: ['page', 'tabs', 'log'], load: async () => (await Promise.all([import('../tabs/edit.js'), styles('rest')]))[0].mountEdit },
  watch: { parts: ['page', 'tabs', 'log', 'watch'], load: async () => (await Promise.all([import('../tabs/watch/index.js'), styles('rest')]))[0].mountWatch },
  play: { parts: ['page', 'tabs'], load: async () => (await Promise.all([import('../tabs/play/index.js'), styles('rest')]))[0].mountPlay },
  learn: { parts: ['page', 'tabs', 'log', 'watch', 'learn'], load: async () => (await Promise.all([import('../learn/learn.js'), styles('rest', 'learn')]))[0].mountLearn },
  puzzles: { parts: ['page', 'tabs', 'puzzles'], load: async () => (await Promise.all([import('../tabs/puzzles/index.js'), styles('rest', 'puzzles')]))[0].mountPuzzles },
  tables: { parts: ['page', 'tabs', 'tables'], load: async () => (await Promise.all([import('../tabs/tables/index.js'), styles('rest', 'tables')]))[0].mountTables },
};

/** What needs another place or another language; the position and the step are the tabs' own business. @type {(keyof State)[]} */
const PLACE_KEYS = ['page', 'tab', 'lang', 'embed', 'flip', 'predict'];

export class Shell {
  #top = /** @type {HTMLElement} */ (document.getElementById('top'));
  #main = /** @type {HTMLElement} */ (document.getElementById('main'));
  #tools = h('div', { class: 'tools' });
  #services;
  /** @type {(() => void)[]} what ends the place that is shown */
  #endings = [];
  /** @type {Mounted | null} */
  #mounted = null;
  #visit = 0;

  /** @param {Services} services */
  constructor(services) {
    this.#services = services;
    services.keys.bind(this.#keys());
    services.store.subscribe((state, before) => {
      if (PLACE_KEYS.some((key) => state[key] !== before[key])) void this.#show(state);
      else this.#entitle(state);
    });
    // Space after a click is the page's, not the button's again; a keyboard keeps its focus.
    document.addEventListener('click', (event) => {
      const button = event.detail > 0 && event.target instanceof Element && event.target.closest('button:not([role=gridcell])');
      if (button instanceof HTMLElement) button.blur();
    });
  }

  /** Shows the place that the URL names. */
  open() {
    void this.#show(this.#services.store.state);
  }

  /** @param {State} state */
  async #show(state) {
    const { connection, games, boards, language, outage } = this.#services;
    const visit = ++this.#visit;
    const focused = this.#main.querySelector(':focus-visible');
    // At once: a board that is left does not ask about the place that follows it, nor is it to be seen under that one's address.
    this.#leave();
    const before = [...this.#main.childNodes];
    // What the document begins with stays until Home is there.
    const isFirst = visit === 1 && state.page === 'home';
    if (!isFirst) fill(this.#main);
    // If the server does not answer, the place that was there stays in sight until it does.
    outage.onMissed = () => {
      if (visit !== this.#visit || this.#main.firstChild) return;
      this.#main.replaceChildren(...before);
      this.#main.inert = true;
    };
    const place = PLACES[state.page === 'board' ? state.tab : state.page];
    // All at once; what goes wrong with the place itself is told in its frame.
    const speaking = connection.load(() => language.speak(state.lang, place.parts));
    const loading = Promise.all([connection.load(() => place.load(this.#services, speaking)), place.isLight ? undefined : games.load().catch(() => undefined), state.page === 'board' && boards.soon(state.pos)]);
    loading.catch(() => undefined);
    const [frame] = await Promise.all([
      state.page === 'board' ? connection.load(() => import('./board.js')) : null,
      speaking,
      isFirst && loading.catch(() => undefined),
    ]);
    if (visit !== this.#visit) return;
    this.#main.inert = false;
    document.documentElement.lang = state.lang === 'zh' ? 'zh-CN' : 'en';
    outage.show();
    document.documentElement.classList.toggle('embed', state.embed);
    document.documentElement.dataset.page = state.page;
    this.#tools.replaceChildren();
    fillHeader(this.#top, this.#tools, state, this.#services);
    const ctx = frame ? this.#boardPage(state, frame.boardPage) : this.#plainPage();
    this.#entitle(state);
    try {
      const [mount] = await loading;
      if (visit !== this.#visit) return;
      this.#mount(mount, ctx);
      if (focused) this.#keepFocus(focused.id);
    } catch (error) {
      if (visit === this.#visit) this.#fail(ctx.slots.panel, error);
    }
  }

  /** Ends the place that is shown. */
  #leave() {
    this.#mounted = null;
    for (const end of this.#endings.splice(0)) end();
  }

  /** @param {Mount} mount @param {Context} ctx */
  #mount(mount, ctx) {
    const { keys, store } = this.#services;
    // Now the games' titles are known.
    this.#entitle(store.state);
    const mounted = mount(ctx.slots.panel, ctx);
    this.#mounted = mounted;
    this.#endings.push(mounted.unmount);
    if (mounted.keys) this.#endings.push(keys.bind(mounted.keys));
  }

  /** @param {HTMLElement} panel @param {unknown} error */
  #fail(panel, error) {
    const { t } = this.#services;
    console.error(error);
    const again = () => location.reload();
    fill(panel, h('p', { class: 'trouble', role: 'alert' }, t('error.place'), ' ', h('button', { type: 'button', onclick: again }, t('outage.retry'))));
  }

  /** The focus stays where it was, or at least in the place that replaced it. @param {string} id */
  #keepFocus(id) {
    if (document.activeElement !== document.body) return;
    const same = id ? document.getElementById(id) : null;
    (same ?? this.#main).focus({ preventScroll: true });
  }

  /** @param {State} state */
  #entitle(state) {
    document.title = documentTitle(state, this.#services);
  }

  /** @returns {Context} */
  #plainPage() {
    const panel = h('div', { class: 'plain-page' });
    fill(this.#main, panel);
    const nowhere = h('div');
    return this.#context(new BoardView(nowhere, this.#services), { asked: nowhere, panel, under: nowhere, dock: nowhere, tools: this.#tools });
  }

  /** @param {State} state @param {typeof import('./board.js').boardPage} frame @returns {Context} */
  #boardPage(state, frame) {
    const { board, slots } = frame(this.#main, state, this.#services, {
      ending: (end) => this.#endings.push(end),
      typed: (text) => {
        const { typed } = this.#mounted ?? {};
        typed?.(text);
        return typed !== undefined;
      },
    });
    return this.#context(board, { ...slots, tools: this.#tools });
  }

  /** @param {BoardView} board @param {import('../tabs/context.js').Slots} slots @returns {Context} */
  #context(board, slots) {
    return { ...this.#services, board, slots };
  }

  /** @returns {import('../base/keys.js').Actions} */
  #keys() {
    const { store, autoplay } = this.#services;
    return {
      edit: () => store.state.pos && store.set({ page: 'board', tab: 'edit', step: null }),
      watch: () => store.state.pos && store.set({ page: 'board', tab: 'watch' }),
      play: () => store.state.pos && store.set({ page: 'board', tab: 'play', step: null }),
      playPause: () => {
        if (store.state.page !== 'board') return;
        autoplay.wanted = true;
        store.set({ tab: 'watch' });
      },
      flip: () => store.set({ flip: !store.state.flip }, 'replace'),
      link: () => void copyLink(this.#services),
      type: () => {
        const field = /** @type {HTMLInputElement | null} */ (document.querySelector('#token, #paste'));
        field?.focus();
        field?.select();
      },
      demo: () => store.set({ page: 'home' }),
      help: () => void openHelp(this.#services),
    };
  }
}
