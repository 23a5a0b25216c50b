/**
 * The demo: best play from a list of positions worth seeing, with captions. It begins after twenty idle seconds, or when asked; any
 * key or pointer stops it. It never makes a sound.
 */

import { BoardView } from './board.js';
import { fill, h, reducedMotion } from './dom.js';
import { gameOf } from './games/index.js';
import { moveText } from './moves.js';
import { VALUES } from './values.js';
import { sentence } from './verdict.js';

/** @typedef {import('./app.js').Context} Context */
/** @typedef {import('./api.js').LineReport} LineReport */

const IDLE_MS = 20_000;
const PAUSE_MS = 420;
const END_MS = 2600;
/** Longer lines are cut: a demo changes. */
const MOST_PLIES = 90;

/** Samples of the three contests: a long hunt, a short one, a draw, races, ties. */
export const SHOWN = [
  'pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r',
  'race:A3/1H2/4/3B_a',
  'cannons:0110100110010110_r',
  'pawn:5/5/2O2/H2H1/OH1X1_r',
  'pawn:1OO7/10/10/10/10/10/10/10/10/4X5_r',
  'race:A7/1HHH1HH1/8/1H1HH1H1/1H4H1/3HH3/1H3H2/7B_a',
  'cannons:11011_r',
];

export class Attract {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    const { t } = ctx;
    this.stage = h('div', { class: 'stage' });
    this.view = new BoardView(this.stage, t);
    this.stage.inert = true;
    this.caption = h('p', { class: 'caption' });
    this.button = h('button', { type: 'button', title: 'D', onclick: () => this.toggle() });
    this.link = h('a', { class: 'button' }, t('home.open'));
    this.link.addEventListener('click', (event) => {
      event.preventDefault();
      ctx.store.set({ page: 'board', tab: 'play', pos: this.pos, step: null });
    });
    this.element = h('section', { class: 'card attract', 'aria-label': t('home.demo') }, this.stage, this.caption, h('div', { class: 'row' }, this.button, this.link));
    this.next = 0;
    this.pos = SHOWN[0] ?? '';
    this.run = 0;
    this.idle = 0;
    this.stir = (/** @type {Event} */ event) => this.#stir(event);
    for (const kind of ['pointermove', 'pointerdown', 'keydown']) document.addEventListener(kind, this.stir);
    this.#still();
  }

  get playing() {
    return this.run > 0;
  }

  unmount() {
    clearTimeout(this.idle);
    this.run = -1;
    for (const kind of ['pointermove', 'pointerdown', 'keydown']) document.removeEventListener(kind, this.stir);
  }

  /** Waits for twenty quiet seconds. */
  arm() {
    clearTimeout(this.idle);
    this.idle = window.setTimeout(() => void this.start(), IDLE_MS);
  }

  toggle() {
    if (this.playing) this.stop();
    else void this.start();
  }

  stop() {
    this.run = 0;
    this.#still();
    this.arm();
  }

  /** Somebody is here. @param {Event} event */
  #stir(event) {
    const isToggle = (event instanceof KeyboardEvent && event.key.toLowerCase() === 'd') || (event.target instanceof Node && this.button.contains(event.target));
    if (this.playing && !isToggle && performance.now() - this.started > 600) this.stop();
    else if (!this.playing) this.arm();
  }

  started = 0;

  /** The first position, standing. */
  #still() {
    this.button.textContent = this.ctx.t('home.start');
    this.button.setAttribute('aria-pressed', 'false');
    this.#show(this.pos);
    fill(this.caption, this.ctx.t('home.demoHint'));
    this.link.href = this.ctx.store.link({ page: 'board', tab: 'play', pos: this.pos });
  }

  /** @param {string} pos @param {import('./board.js').Overlay} [overlay] */
  #show(pos, overlay) {
    const board = gameOf(pos).parse(pos);
    if (board) this.view.show(board, overlay);
  }

  /** Plays the list, for ever. */
  async start() {
    const run = (this.run = performance.now() + 1);
    this.started = performance.now();
    this.button.textContent = this.ctx.t('home.stop');
    this.button.setAttribute('aria-pressed', 'true');
    clearTimeout(this.idle);
    while (this.run === run) {
      this.pos = SHOWN[this.next++ % SHOWN.length] ?? '';
      this.link.href = this.ctx.store.link({ page: 'board', tab: 'play', pos: this.pos });
      this.#show(this.pos);
      const line = await this.ctx.api.line(this.pos, MOST_PLIES).catch(() => null);
      if (line && this.run === run) await this.#play(line, run);
      else await wait(END_MS);
    }
  }

  /** @param {LineReport} line @param {number} run */
  async #play(line, run) {
    const { t } = this.ctx;
    const model = gameOf(line.pos);
    const name = t(`game.${model.id}`);
    fill(this.caption, h('strong', {}, name), ' ', h('span', { 'aria-hidden': 'true' }, VALUES[line.value].mark), ` ${sentence(line, t)}`);
    await wait(END_MS / 2);
    let board = model.parse(line.pos);
    for (const [index, ply] of line.line.entries()) {
      if (this.run !== run || !board) return;
      const path = model.path(board, ply.move);
      this.view.lay({});
      await this.view.animate(path);
      const next = model.parse(ply.pos);
      if (this.run !== run || !next) return;
      const to = path.at(-1);
      this.view.show(next, model.id === 'cannons' || !to ? {} : { frame: [to], trail: path });
      fill(this.caption, h('strong', {}, name), ` ${t('home.ply', { n: index + 1, side: t(`side.${board.turn}`), move: moveText(ply.move, t), left: ply.depth })}`);
      board = next;
      await wait(reducedMotion() ? 1000 : PAUSE_MS);
    }
    await wait(END_MS);
  }
}

/** @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
