/**
 * The demo: well-known boards, each solved before one's eyes, following the answer, with captions. It begins after twenty idle seconds or
 * when asked, stops where it is at any key or pointer, and goes on from there when asked again. It never makes a sound.
 */

import { BoardView } from './board.js';
import { h, reducedMotion } from './dom.js';
import { mountVerdict } from './facts.js';
import { gameOf } from './games/index.js';
import en from './lang/watch-en.js';
import zh from './lang/watch-zh.js';
import { EventLog } from './log.js';
import { blockEnd, frameAt, readSea } from './player.js';
import { SEA_COLOURS, SeaView } from './sea.js';
import { trailsOf } from './trails.js';
import { Transport } from './transport.js';
import { caption } from './words.js';

/** @typedef {import('./app.js').Context} Context */
/** @typedef {import('./player.js').Frame} Frame */

const IDLE_MS = 20_000;
/** How long a solved board stays. */
const END_MS = 4000;
/** How often the board changes at most. */
const BOARD_PAUSE = 250;
/** What stops it; a hand that only rests on the pointer does not. */
const STIRS = ['pointermove', 'pointerdown', 'keydown', 'wheel'];
const SMALLEST_MOVE = 3;

/** Boards worth seeing, and the keys of their names. */
export const BOARDS = [
  ['pawn:3HHHHHH/1H7/1HHHHHHH1/1H1H5/1HOH1HHHH/1H1H5/1HHHHHHH1/1HX6/1O7_r', 'noi5'],
  ['race:A3/1H2/4/3B_a', 'boi1'],
  ['cannons:01100_r', 'ezec2'],
  ['pawn:5/5/2O2/H2H1/OH1X1_r', 'noi4'],
  ['race:A3/4/2H1/3B_a', 'boi2'],
  ['pawn:O2/1HX/1O1_r', 'noi3'],
  ['pawn:3O/1H2/3X/3O_b', 'draw2'],
  ['cannons:01110_r', 'ezec1'],
  ['pawn:H1H/O1O/1X1_r', 'noi2'],
  ['pawn:3HO/1H2H/HOH2/1H2X_r', 'noi1'],
];

export class Demo {
  /** @param {Context} ctx */
  constructor(ctx) {
    ctx.addTexts({ en, zh });
    this.ctx = ctx;
    const { t } = ctx;
    this.stage = h('div', { class: 'stage' });
    this.view = new BoardView(this.stage, t);
    this.stage.inert = true;
    this.sea = h('div', { class: 'sea', inert: true });
    this.seaView = new SeaView(this.sea, { onMove: () => {}, onPick: () => {}, onLeave: () => {} });
    const facts = h('div', { class: 'box box-verdict' });
    this.verdict = mountVerdict(facts, t);
    this.name = h('strong', {});
    this.said = h('span', {});
    this.button = h('button', { type: 'button', title: 'D', onclick: () => this.toggle() });
    this.link = h('a', { class: 'button', onclick: (/** @type {MouseEvent} */ event) => this.#open(event) }, t('demo.open'));
    const next = h('button', { type: 'button', onclick: () => void this.#load(this.index + 1).then(() => this.start()) }, t('demo.next'));
    this.element = h('section', { class: 'card attract', 'aria-label': t('demo.label') }, h('div', { class: 'demo-picture' }, this.stage, h('div', {}, this.sea, facts)),
      h('p', { class: 'demo-caption' }, h('span', {}, this.name, ' ', this.said)), h('div', { class: 'row' }, this.button, next, this.link));
    this.transport = new Transport(() => {});
    this.index = 0;
    this.visit = 0;
    this.boardTime = 0;
    this.endTime = 0;
    this.started = 0;
    this.idle = 0;
    /** @type {EventLog | null} */
    this.log = null;
    this.stir = (/** @type {Event} */ event) => this.#stir(event);
    for (const kind of STIRS) document.addEventListener(kind, this.stir, { passive: true });
    this.#label();
    void this.#load(0);
  }

  get pos() {
    return BOARDS[this.index][0];
  }

  get playing() {
    return this.transport.isRunning || this.endTime > 0;
  }

  unmount() {
    clearTimeout(this.idle);
    this.visit += 1;
    this.transport.edited();
    this.endTime = 0;
    for (const kind of STIRS) document.removeEventListener(kind, this.stir);
  }

  /** Waits for twenty quiet seconds. */
  arm() {
    clearTimeout(this.idle);
    this.idle = window.setTimeout(() => this.start(), IDLE_MS);
  }

  toggle() {
    if (this.playing) this.stop();
    else this.start();
  }

  start() {
    clearTimeout(this.idle);
    this.started = performance.now();
    this.transport.play(this.started);
    this.#label();
    this.#ask();
  }

  /** Stops where it is. */
  stop() {
    this.transport.pause();
    this.endTime = 0;
    this.#label();
    this.#draw(performance.now(), true);
    this.arm();
  }

  #label() {
    this.button.textContent = this.ctx.t(this.playing ? 'demo.pause' : this.transport.step > 0 ? 'demo.resume' : 'home.start');
    this.button.setAttribute('aria-pressed', String(this.playing));
    this.link.href = this.ctx.store.link(this.#place());
  }

  /** WATCH, at this very step. @returns {Partial<import('./route.js').State>} */
  #place() {
    return { page: 'board', tab: 'watch', follow: 'answer', pos: this.pos, step: this.transport.step };
  }

  /** @param {MouseEvent} event */
  #open(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.ctx.store.set(this.#place());
  }

  /** Somebody is here. @param {Event} event */
  #stir(event) {
    const isStill = event instanceof PointerEvent && event.type === 'pointermove' && Math.abs(event.movementX) + Math.abs(event.movementY) < SMALLEST_MOVE;
    const isOurs = event.target instanceof Node && this.element.contains(event.target) && event.type !== 'wheel';
    const isKeyOfOurs = event instanceof KeyboardEvent && event.key.toLowerCase() === 'd';
    if (isStill || isKeyOfOurs) return;
    // The pointer on the demo's own buttons has not gone elsewhere.
    if (this.playing && !isOurs) this.stop();
    else if (!this.playing) this.arm();
  }

  /** Fetches a board of the list, and shows its start. @param {number} index */
  async #load(index) {
    const visit = ++this.visit;
    this.index = index % BOARDS.length;
    const { api, t } = this.ctx;
    const board = gameOf(this.pos).parse(this.pos);
    if (board !== null) this.view.show(board);
    this.name.textContent = t(`demo.${BOARDS[this.index][1]}`);
    this.said.textContent = t('home.demoHint');
    this.endTime = 0;
    try {
      const [bytes, head] = await Promise.all([api.sea(this.pos, 'answer'), api.probe(this.pos)]);
      if (visit !== this.visit) return;
      const sea = readSea(bytes);
      this.verdict.tell(head);
      this.verdict.expect(sea);
      this.log = new EventLog((from, count) => api.trace(this.pos, 'answer', from, count), sea.events, () => (this.boardTime = 0));
      this.transport.load(sea);
      this.seaView.load(sea, SEA_COLOURS);
      this.#draw(performance.now(), true);
    } catch (error) {
      if (visit === this.visit) this.said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #ask() {
    const visit = this.visit;
    requestAnimationFrame((now) => {
      if (visit !== this.visit) return;
      this.transport.tick(now);
      this.#draw(now, false);
      if (this.transport.state === 'finished' && this.endTime === 0 && !this.#isStopped) this.endTime = now + END_MS;
      if (this.endTime > 0 && now >= this.endTime) void this.#load(this.index + 1).then(() => this.start());
      else if (this.playing) this.#ask();
    });
  }

  get #isStopped() {
    return this.button.getAttribute('aria-pressed') === 'false';
  }

  /** @param {number} now @param {boolean} isWhole the board, too */
  #draw(now, isWhole) {
    const { sea, step } = this.transport;
    const { log } = this;
    if (sea === null || log === null) return;
    const frame = frameAt(sea, step);
    const isRest = frame.phase === 'rest' || frame.phase === 'done';
    this.seaView.fit();
    this.seaView.show(frame.decided, isRest, frame.current ?? -1, -1);
    this.verdict.count(frame.counts);
    const pause = reducedMotion() ? 4 * BOARD_PAUSE : BOARD_PAUSE;
    if (!isWhole && now - this.boardTime < pause) return;
    const last = step === 0 ? null : log.event(step - 1);
    if (step > 0 && last === null) return;
    this.boardTime = now;
    log.ahead(step, 1);
    const k = frame.popped - 1;
    const block = frame.current === null ? [] : (log.events(sea.poppedAt[k], blockEnd(sea, k)) ?? []);
    const pos = block[0]?.pos ?? (last?.event === 'seed' ? last.pos : undefined) ?? this.pos;
    const board = gameOf(pos).parse(pos);
    if (board !== null) this.view.show(board, trailsOf(block, step, pos, true, this.ctx.t));
    if (last !== null) this.said.textContent = caption(last, this.ctx.t);
  }
}
