/**
 * The demo: well-known boards, each solved before one's eyes, following the answer, with captions. It plays while it is in sight, stops where
 * it is at a click or a key on it, and goes on from there when asked again. Under reduced motion it waits to be asked. It never makes a sound.
 */

import { caption } from '../answers/words.js';
import { h, reducedMotion } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { styles } from '../base/styles.js';
import { EVENT } from '../base/words.js';
import { BoardView } from '../board/index.js';
import { gameIn } from '../games/told.js';
import { EventLog, PAGE_SIZE } from '../watch/log.js';
import { SEA_COLOURS } from '../watch/pixels.js';
import { blockEnd, frameAt } from '../watch/player.js';
import { readSea } from '../watch/record.js';
import { SeaView } from '../watch/sea.js';
import { trailsOf } from '../watch/trails.js';
import { Transport } from '../watch/transport.js';
import { mountVerdict } from '../watch/verdict.js';
import { BOARDS } from './showcase.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../watch/player.js').Frame} Frame */

/** How long a solved board stays. */
const END_MS = 4000;
/** How often the board changes at most. */
const BOARD_PAUSE = 250;
/** How much of it must be in sight. */
const IN_SIGHT = 0.3;
/** Keys that lead through it, or press its own buttons. */
const PASSING = ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Enter', ' ', 'd', 'D'];

export class Demo {
  /** @param {Context} ctx @param {import('./showcase.js').First} first what the first board begins with, asked for already */
  constructor(ctx, first) {
    this.ctx = ctx;
    const { t } = ctx;
    this.stage = h('div', { class: 'stage' });
    this.view = new BoardView(this.stage, ctx);
    this.stage.inert = true;
    this.sea = h('div', { class: 'sea', inert: true });
    this.seaView = new SeaView(this.sea, { onMove: () => {}, onPick: () => {}, onLeave: () => {} });
    const facts = h('div', { class: 'box box-verdict' });
    this.verdict = mountVerdict(facts, ctx);
    /** What the game is about, in a line. */
    this.about = h('p', { class: 'about' });
    /** @type {import('../base/reports.js').Head | null} */
    this.head = null;
    this.name = h('strong', {});
    this.said = h('span', {});
    this.button = h('button', { type: 'button', 'data-tip': `${this.ctx.t('key.demo')} (D)`, onclick: () => this.toggle() });
    this.link = h('a', { class: 'button primary', onclick: (/** @type {MouseEvent} */ event) => this.#open(event) }, t('demo.open'));
    const next = h('button', { type: 'button', onclick: () => this.#next() }, t('demo.next'));
    this.element = h('section', { class: 'attract', 'aria-label': t('demo.label') },
      h('div', { class: 'hero-head' }, h('h1', { class: 'lead' }, pixels(t('home.lead')), ' ', h('span', { class: 'lead-rest' }, t('home.leadRest'))), this.about, h('div', { class: 'row' }, this.link, this.button, next)),
      this.stage, h('p', { class: 'demo-caption' }, h('span', {}, this.name, ' ', this.said)), facts, this.sea);
    /** The banner at the end: loaded when the first comes. @type {import('../watch/levelend.js').LevelEnd | null} */
    this.levelEnd = null;
    this.transport = new Transport(() => {});
    this.index = 0;
    this.visit = 0;
    this.boardTime = 0;
    this.endTime = 0;
    this.isAsked = false;
    /** Until the reader stops it, or while the reader has asked for it. */
    this.isWanted = !reducedMotion();
    this.isSeen = false;
    /** @type {() => void} */
    this.begun = () => undefined;
    /** Until the first board moves, or does not. @type {Promise<void>} */
    this.underway = new Promise((begun) => (this.begun = begun));
    /** @type {EventLog | null} */
    this.log = null;
    // What is inert is not hit: a click on the board or the sea is one on what they stand in.
    this.element.addEventListener('click', ({ target }) => target === this.element && this.toggle());
    this.element.addEventListener('keydown', ({ key }) => PASSING.includes(key) || this.#stop());
    this.sight = new IntersectionObserver((entries) => this.#see((entries.at(-1)?.intersectionRatio ?? 0) >= IN_SIGHT), { threshold: IN_SIGHT });
    this.sight.observe(this.element);
    this.#label();
    void this.#load(0, first);
  }

  get pos() {
    return BOARDS[this.index][0];
  }

  get #playing() {
    return this.transport.isRunning || this.endTime > 0;
  }

  get #shallPlay() {
    return this.isWanted && this.isSeen;
  }

  unmount() {
    this.visit += 1;
    this.sight.disconnect();
    this.log?.close();
    this.transport.edited();
    this.endTime = 0;
  }

  toggle() {
    if (this.isWanted) this.#stop();
    else this.#start();
  }

  #start() {
    this.isWanted = true;
    if (!this.isSeen) this.element.scrollIntoView({ block: 'nearest' });
    this.#settle();
  }

  /** Stops where it is. */
  #stop() {
    this.isWanted = false;
    this.begun();
    this.#settle();
    this.#draw(performance.now(), true);
  }

  /** @param {boolean} isSeen */
  #see(isSeen) {
    this.isSeen = isSeen;
    if (!isSeen) this.begun();
    this.#settle();
  }

  /** Plays if it is wanted and seen, or else does not. */
  #settle() {
    if (this.#shallPlay && !this.#playing) {
      this.transport.play(performance.now());
      this.#ask();
    } else if (!this.#shallPlay) {
      this.transport.pause();
      this.endTime = 0;
    }
    this.#label();
  }

  #next() {
    this.isWanted = true;
    void this.#load(this.index + 1);
  }

  #label() {
    this.button.textContent = this.ctx.t(this.isWanted ? 'demo.pause' : this.transport.step > 0 ? 'demo.resume' : 'home.start');
    this.link.href = this.ctx.store.link(this.#place());
  }

  /** WATCH, from the beginning. @returns {Partial<import('../base/route.js').State>} */
  #place() {
    return { page: 'board', tab: 'watch', follow: 'answer', pos: this.pos, step: null };
  }

  /** There it plays at once: that is what was asked for. @param {MouseEvent} event */
  #open(event) {
    const { autoplay, store } = this.ctx;
    autoplay.wanted = true;
    store.follow(this.#place())(event);
    // In a tab of its own, this one goes on.
    if (!event.defaultPrevented) autoplay.wanted = false;
  }

  /** Fetches a board of the list, and shows its start. @param {number} index @param {import('./showcase.js').First} [first] if it has been asked for */
  async #load(index, first) {
    const visit = ++this.visit;
    this.levelEnd?.hide();
    this.index = index % BOARDS.length;
    const { api, boards, games, t } = this.ctx;
    const { pos } = this;
    this.about.textContent = games.kitOf(gameIn(pos))?.about ?? '';
    void boards.want(pos).then((board) => {
      if (visit !== this.visit) return;
      this.view.show(board);
      this.about.textContent = board.kit?.about ?? '';
    }, () => undefined);
    this.head = null;
    this.name.textContent = t(`demo.${BOARDS[this.index][1]}`);
    this.said.textContent = t(this.isWanted ? 'home.demoHint' : 'home.demoWaits');
    this.endTime = 0;
    this.log?.close();
    this.transport.edited();
    this.#label();
    try {
      const read = (/** @type {number} */ from, /** @type {number} */ count, /** @type {AbortSignal} */ signal) => (first && from === 0 ? first.log : api.trace(pos, 'answer', from, count, signal));
      const log = new EventLog((from, count, signal) => this.#withBoards(read(from, count, signal)), Infinity, () => (this.boardTime = 0));
      this.log = log;
      // The first events do not wait for the map: over a slow line that would be a way more there and back.
      log.page(0);
      const [bytes, head] = await Promise.all([first?.sea ?? api.sea(pos, 'answer'), first?.head ?? api.probe(pos)]);
      if (visit !== this.visit) return;
      const sea = readSea(bytes);
      this.head = head;
      this.verdict.expect(sea);
      log.total = sea.events;
      this.transport.load(sea);
      this.seaView.load(sea, SEA_COLOURS);
      this.#draw(performance.now(), true);
      this.#settle();
      if (!this.isWanted) this.begun();
    } catch (error) {
      this.begun();
      if (visit === this.visit) this.said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Events, with the boards on the way that are shown: seeds, and what is taken from the queue. @param {import('./showcase.js').First['log']} events */
  async #withBoards(events) {
    const answer = await events;
    void this.ctx.boards.wantAll(answer.events.map((event) => (event.from === undefined ? event.pos : undefined)));
    return answer;
  }

  #ask() {
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame((now) => {
      this.isAsked = false;
      if (!this.#playing) return;
      this.transport.tick(now);
      this.#draw(now, false);
      if (this.transport.state === 'finished' && this.endTime === 0 && this.#shallPlay) {
        this.endTime = now + END_MS;
        void this.#celebrate();
      }
      if (this.endTime > 0 && now >= this.endTime) void this.#load(this.index + 1);
      else if (this.#playing) this.#ask();
    });
  }

  /** It ends like a level. */
  async #celebrate() {
    const { visit, ctx } = this;
    const [{ LevelEnd }] = await ctx.connection.load(() => Promise.all([import('../watch/levelend.js'), styles('levelend')]));
    const { sea, step } = this.transport;
    if (visit !== this.visit || sea === null || this.endTime === 0) return;
    this.levelEnd ??= new LevelEnd(this.element, ctx.t);
    this.levelEnd.show(this.head, sea, frameAt(sea, step), null, []);
  }

  /** The verdict is what the solving ends with, and not before. @param {boolean} isDone */
  #tell(isDone) {
    if (isDone && this.head !== null) this.verdict.tell(this.head);
    else this.verdict.ask();
  }

  /** @param {number} now @param {boolean} isWhole the board, too */
  #draw(now, isWhole) {
    const { sea, step } = this.transport;
    const { log } = this;
    if (sea === null || log === null) return;
    const frame = frameAt(sea, step);
    const isRest = frame.phase === EVENT.rest || frame.phase === EVENT.done;
    this.seaView.fit();
    this.seaView.show(frame.decided, isRest, frame.current ?? -1, -1);
    this.verdict.count(frame.counts);
    this.#tell(frame.phase === EVENT.done);
    const pause = reducedMotion() ? 4 * BOARD_PAUSE : BOARD_PAUSE;
    if (!isWhole && now - this.boardTime < pause) return;
    if (step > 0) this.begun();
    const last = step === 0 ? null : log.event(step - 1);
    if (step > 0 && last === null) return;
    this.boardTime = now;
    // What comes is asked for when half of what is there has been shown: Home is light until then.
    if (step % PAGE_SIZE > PAGE_SIZE / 2) log.ahead(step, 1);
    const k = frame.popped - 1;
    const block = frame.current === null ? [] : (log.events(sea.poppedAt[k], blockEnd(sea, k)) ?? []);
    const pos = block[0]?.pos ?? (last?.event === EVENT.seed ? last.pos : undefined) ?? this.pos;
    const { boards } = this.ctx;
    const { visit } = this;
    // What is said waits for its board.
    void boards.want(pos).then((board) => {
      if (visit !== this.visit) return;
      this.view.show(board, trailsOf(block, step, board, true, this.ctx));
      if (last !== null) this.said.textContent = caption(last, this.ctx.t);
    }, () => undefined);
  }
}
