/** What WATCH can do besides, each in a module that is loaded when it is first wanted: a guided tour, a mode for a room with a projector, a film of the solve. */

import { h } from '../../base/dom.js';
import { keyOf } from '../../base/keys.js';
import { pixels } from '../../base/pixels.js';
import { pref } from '../../base/prefs.js';
import { saveAs } from '../../base/save.js';
import { styles } from '../../base/styles.js';
import { bytes } from '../../base/units.js';
import { mini } from '../../board/mini.js';
import { gameIn } from '../../games/told.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../watch/presenter.js').Steps} Steps */
/** @typedef {import('../../watch/tour.js').Guided} Guided */
/** @typedef {import('../../watch/film.js').Shot} Shot */
/**
 * @typedef {object} Deeds what WATCH does for them
 * @property {Steps} steps
 * @property {() => Guided | null} guided what there is to be led through; null while there is no log
 * @property {() => Shot} shot what is on the screen
 * @property {() => string} verdict of the asked board, as far as it is shown
 * @property {(seconds: number | null) => boolean} roll plays from the beginning, as fast as fills the time; null: as fast as is chosen. Whether there is a log to play
 * @property {() => void} cut it was filmed: at the chosen speed again
 */

/** A screen so narrow that its header has no room for them: there they stand among the controls. */
const NARROW = '(max-width: 480px)';
/** Lengths of a film, in seconds, and the one that is offered; 0: at the speed that is chosen. */
const LENGTHS = [5, 15, 30, 60, 0];
const OFFERED = 15;
/** Pixels across the board of a picture. */
const PICTURED = 560;
/** What needs a log. */
const LOGGED = /** @type {const} */ (['tour', 'present', 'film']);

export class Extras {
  #ctx;
  #deeds;
  #buttons;
  /** @type {import('../../watch/tour.js').Tour | null} */
  #tour = null;
  /** @type {import('../../watch/presenter.js').Presenter | null} */
  #presenter = null;
  /** @type {import('../../watch/film.js').Film | null} */
  #film = null;
  /** Why there is no log now, as a key of the language files; null if there is one. @type {string | null | undefined} */
  #refusal;
  #isOver = false;
  #end = new AbortController();

  /** @param {Context} ctx @param {HTMLElement} controls where they stand on narrow screens @param {Deeds} deeds */
  constructor(ctx, controls, deeds) {
    this.#ctx = ctx;
    this.#deeds = deeds;
    const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, /** @type {string} */ key) =>
      h('button', { type: 'button', class: `extra extra-${name}`, 'data-hint': `${ctx.t(`extra.${name}Says`)}${key && ` (${keyOf(key)})`}`, onclick }, ctx.t(`extra.${name}`));
    this.#buttons = {
      tour: button('tour', () => void this.tour(), 'tour'),
      present: button('present', () => void this.present(), 'present'),
      film: button('film', () => void this.film(), ''),
      picture: button('picture', () => void this.picture(), ''),
    };
    this.#buttons.picture.dataset.tip = this.#buttons.picture.dataset.hint;
    this.show('refuse.editing');
    // Who has not seen it is asked to.
    this.#buttons.tour.classList.toggle('is-new', !pref('tour', /** @type {boolean} */ (false)));
    const group = h('div', { class: 'row extras' }, Object.values(this.#buttons));
    const narrow = matchMedia(NARROW);
    const place = () => (narrow.matches ? controls : ctx.slots.tools).append(group);
    narrow.addEventListener('change', place, { signal: this.#end.signal });
    place();
  }

  /** Whether there is a log. @param {string | null} refusal why not, as a key of the language files */
  show(refusal) {
    if (refusal === this.#refusal) return;
    this.#refusal = refusal;
    for (const name of LOGGED) {
      const button = this.#buttons[name];
      button.dataset.tip = refusal === null ? button.dataset.hint : this.#ctx.t(refusal);
      button.setAttribute('aria-disabled', String(refusal !== null));
    }
  }

  /** Says why there is no log, if there is none. */
  #isRefused() {
    if (this.#refusal) this.#ctx.live.toast(this.#ctx.t(this.#refusal));
    return Boolean(this.#refusal);
  }

  unmount() {
    this.#isOver = true;
    this.#end.abort();
    this.#tour?.close();
    this.#presenter?.leave();
    this.#film?.stop();
  }

  /** Loads a module and what it looks like; null if the place was left meanwhile. @template Module @param {() => Promise<Module>} load @returns {Promise<Module | null>} */
  async #load(load) {
    const [module] = await this.#ctx.connection.load(() => Promise.all([load(), styles('show')]));
    return this.#isOver ? null : module;
  }

  async tour() {
    if (this.#isRefused()) return;
    const module = await this.#load(() => import('../../watch/tour.js'));
    const guided = this.#deeds.guided();
    if (module === null || guided === null || this.#tour !== null) return;
    this.#tour = new module.Tour(guided, () => {
      this.#tour = null;
      this.#buttons.tour.classList.toggle('is-new', !pref(module.SEEN, /** @type {boolean} */ (false)));
      this.#buttons.tour.focus({ preventScroll: true });
    });
  }

  async present() {
    if (this.#isRefused()) return;
    const module = await this.#load(() => import('../../watch/presenter.js'));
    if (module === null || this.#presenter !== null) return;
    this.#ctx.live.toast(this.#ctx.t('present.keys'));
    this.#presenter = new module.Presenter(this.#deeds.steps, () => (this.#presenter = null));
  }

  /** Saves a picture of the asked board, to be shared. */
  async picture() {
    const module = await this.#load(() => import('../../watch/picture.js'));
    if (module === null) return;
    const { t, boards, games, live, store } = this.#ctx;
    const { pos } = store.state;
    const board = mini(pos, PICTURED, '', boards, '');
    const title = t('board.label', { game: games.nameOf(gameIn(pos)), size: boards.at(pos)?.title ?? '' }).trim();
    const link = new URL(store.link({ step: null }), location.href).href;
    const file = await module.pictureOf({ title, verdict: this.#deeds.verdict(), link, board: board instanceof HTMLCanvasElement ? board : null });
    if (file === null) return;
    saveAs(`${nameFor(pos)}.png`, file);
    live.toast(t('picture.saved'));
  }

  /** Asks how long it shall be, or ends the one that is made. */
  async film() {
    if (this.#film !== null) {
      this.#film.stop();
      return;
    }
    if (this.#isRefused()) return;
    const module = await this.#load(() => import('../../watch/film.js'));
    if (module === null) return;
    const { t, live } = this.#ctx;
    const type = module.filmType();
    if (type === undefined) live.toast(t('film.none'));
    else this.#ask((seconds) => this.#record(module, type, seconds));
  }

  /** @param {(seconds: number | null) => void} begin */
  #ask(begin) {
    const { t } = this.#ctx;
    const choices = LENGTHS.map((seconds) => h('label', {}, h('input', { type: 'radio', name: 'film-length', value: seconds, checked: seconds === OFFERED }), seconds === 0 ? t('film.asChosen') : t('film.seconds', { seconds })));
    const dialog = h('dialog', { class: 'sheet film-sheet', 'aria-labelledby': 'film-title' },
      h('form', { method: 'dialog' }, h('h2', { id: 'film-title' }, pixels(t('film.title'))), h('p', {}, t('film.about')),
        h('fieldset', { class: 'film-lengths' }, h('legend', {}, t('film.length')), choices),
        h('p', { class: 'row' }, h('button', { value: 'begin', class: 'primary-small', autofocus: true }, t('film.begin')), h('button', { value: '' }, t('close')))));
    dialog.addEventListener('close', () => {
      const seconds = Number(new FormData(/** @type {HTMLFormElement} */ (dialog.querySelector('form'))).get('film-length'));
      dialog.remove();
      if (dialog.returnValue === 'begin') begin(seconds || null);
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {typeof import('../../watch/film.js')} module @param {string} type @param {number | null} seconds */
  #record({ Film }, type, seconds) {
    const { t, live, store } = this.#ctx;
    const { film: button } = this.#buttons;
    if (this.#isRefused() || !this.#deeds.roll(seconds)) return;
    button.textContent = t('film.stop');
    button.setAttribute('aria-pressed', 'true');
    this.#film = new Film(this.#deeds.shot, type, (film) => {
      this.#film = null;
      button.textContent = t('extra.film');
      button.removeAttribute('aria-pressed');
      if (this.#isOver) return;
      this.#deeds.cut();
      saveAs(`${nameFor(store.state.pos)}.webm`, film);
      live.toast(t('film.saved', { size: bytes(film.size) }));
    });
  }
}

/** A position as the name of a file. @param {string} pos */
const nameFor = (pos) => pos.replaceAll(/[^a-z0-9]+/gi, '-');
