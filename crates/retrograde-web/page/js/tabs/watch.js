/**
 * The tab WATCH: retrograde analysis of the board, played from its event log.
 *
 *     api.sea   -> player.js (what is shown at a step)  ─┬─> sea.js, graphs.js, facts.js, sound.js     every frame
 *     api.trace -> log.js    (what an event says)        └─> board, neighbours, caption                when there is time to look
 *     keys, buttons -> transport.js (state, step, speed) -> the URL, when it stands still
 *
 * Nothing depends on how a step was reached: `render` draws the step that the transport stands at. The sea is drawn at every frame;
 * numbers ten times a second; the board, whose pieces jump between unrelated positions, at most five times, so that it never flickers.
 */

import { isRefusal } from '../answers/truth.js';
import { sentence, verdict } from '../answers/verdict.js';
import { brief, caption, sideName, valueIn } from '../answers/words.js';
import { ApiError } from '../base/api.js';
import { fill, h, reducedMotion } from '../base/dom.js';
import { pref, setPref } from '../base/prefs.js';
import { VALUES } from '../base/values.js';
import { EVENT, FOLLOW, KIND } from '../base/words.js';
import { lineOf } from '../watch/code.js';
import { nextPops } from '../watch/facts.js';
import { drawHistogram } from '../watch/graphs.js';
import { EventLog } from '../watch/log.js';
import { MOST_LIT } from '../watch/neighbours.js';
import { bars, decisions, keySteps, queueCurve, statusAt } from '../watch/overview.js';
import { SEA_COLOURS } from '../watch/pixels.js';
import { blockEnd, eventAt, frameAt } from '../watch/player.js';
import { depthOf, kindOf, lowerBound, readSea } from '../watch/record.js';
import { Sound, mountSound } from '../watch/sound.js';
import { trailsOf } from '../watch/trails.js';
import { Transport } from '../watch/transport.js';
import { buildScene } from './scene.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */
/** @typedef {import('../watch/record.js').Sea} Sea */
/** @typedef {import('../watch/player.js').Frame} Frame */
/** @typedef {import('../base/reports.js').LogEvent} LogEvent */
/** @typedef {import('./scene.js').View} View */

/** Milliseconds between two pictures of the board, and between two of the numbers, while it plays fast. */
const BOARD_PAUSE = 200;
const NUMBERS_PAUSE = 100;
/** Marks of one frame that may be heard one by one. */
const MOST_HEARD = 20;
/** Neighbours that are shown before the step and after it, at most: some positions have thousands. */
const MOST_NEAR = 100;
/** Neighbours that light up in one frame. */
const MOST_AT_ONCE = 3;
/** How many steps may be gone back for one that tells of something else. */
const LOOK_BACK = 32;
/** Points of the queue's curve. */
const CURVE = 120;

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountWatch(panel, ctx) {
  return new Watch(panel, ctx).mounted();
}

class Watch {
  /** @param {HTMLElement} panel @param {Context} ctx */
  constructor(panel, ctx) {
    this.panel = panel;
    this.ctx = ctx;
    this.t = ctx.t;
    const { store } = ctx;
    this.pos = store.state.pos;
    this.follow = store.state.follow;
    this.isHidden = store.state.predict;
    /** @type {View} */
    this.view = 'solving';
    /** @type {Sea | null} */
    this.sea = null;
    /** @type {EventLog | null} */
    this.log = null;
    /** @type {import('../base/shapes.js').Probed | null} */
    this.head = null;
    /** @type {{ slot: number | null, pos: string } | null} a position looked at aside from the log */
    this.inspected = null;
    this.visit = 0;
    this.shownStep = 0;
    /** @type {Map<import('../watch/overview.js').KeyStep, number>} */
    this.keySteps = new Map();
    this.isStopping = pref('stops', /** @type {boolean} */ (false));
    /** The step up to which neighbours have lit up. */
    this.litStep = 0;
    /** Positions that nobody could tell the look of. @type {Set<string>} */
    this.undrawn = new Set();
    /** The step whose board is to be shown next: it stays, however far the log runs on meanwhile, until its events are there. @type {number | null} */
    this.latched = null;
    /** The step of the board that is shown. */
    this.boardStep = -1;
    /** The line of the rule that is shown. */
    this.boardLine = 0;
    /** When it was shown; 0 if something else is to be shown now. */
    this.boardTime = 0;
    this.numbersTime = 0;
    this.isRenderAsked = false;
    this.urlTimer = 0;
    this.transport = new Transport(() => this.#ask());
    this.ui = buildScene(panel, ctx, this.transport, this.follow, this.#deeds());
    this.sound = ctx.memory.of(Sound);
    this.soundControl = addSound(ctx, this.sound);
    this.#setView(this.view);
    this.endStore = store.subscribe((state) => this.#follows(state));
    this.resizes = new ResizeObserver(() => this.#resized());
    this.resizes.observe(this.ui.seaBox);
    void this.#load(store.state.step);
  }

  /** @returns {Mounted} */
  mounted() {
    const press = (/** @type {import('../watch/transport.js').Control} */ control) => () => this.#tryPress(control);
    return {
      unmount: () => this.#unmount(),
      keys: {
        playPause: press('play'),
        forward: press('forward'),
        back: press('back'),
        nextLayer: press('layerForward'),
        previousLayer: press('layerBack'),
        start: press('start'),
        end: press('end'),
        faster: press('faster'),
        slower: press('slower'),
        restart: press('restart'),
        follow: () => this.#setFollow(this.follow === FOLLOW.answer ? FOLLOW.all : FOLLOW.answer),
        mute: () => this.sound.toggle(),
        stops: press('stops'),
      },
    };
  }

  #unmount() {
    this.visit += 1;
    this.ctx.autoplay.wanted = false;
    this.log?.close();
    this.transport.edited();
    this.endStore();
    this.resizes.disconnect();
    clearTimeout(this.urlTimer);
    this.soundControl.unmount();
    this.ctx.board.handlers = {};
    this.ctx.board.element.classList.remove('is-current');
  }

  /** What the controls ask for. @returns {import('./scene.js').Deeds} */
  #deeds() {
    return {
      press: (control) => this.#press(control),
      seek: (step) => this.#seek(step),
      follow: (follow) => this.#setFollow(follow),
      detail: (detail) => this.transport.changeDetail(detail),
      view: (view) => this.#setView(view),
      size: () => this.#toggleSize(),
      look: (slot, pos) => this.#inspect(slot, pos),
      open: () => this.#openInspected(),
      leave: () => this.#leaveInspected(),
      point: (slot) => this.#pointAt(slot),
      pick: (slot) => void this.#pick(slot),
      unpoint: () => this.#unpoint(),
    };
  }

  // ---- what is shown

  /** @param {View} view */
  #setView(view) {
    this.view = view;
    for (const button of this.ui.views) button.setAttribute('aria-pressed', String(button.dataset.view === view));
    for (const [name, boxes] of Object.entries(this.ui.boxes)) for (const box of boxes) box.hidden = name !== view;
    if (view === 'slice') this.ctx.board.handlers = this.ui.slice.handlers();
    else {
      this.ui.slice.hide();
      this.ctx.board.handlers = {};
    }
    if (view !== 'solving') this.transport.pause();
    this.boardTime = 0;
    this.#ask();
  }

  #toggleSize() {
    const isLarge = this.ui.seaSection.classList.toggle('is-large');
    this.ui.enlarge.setAttribute('aria-pressed', String(isLarge));
    this.ui.enlarge.textContent = this.t(isLarge ? 'sea.shrink' : 'sea.enlarge');
  }

  // ---- loading

  /** @param {import('../base/route.js').State} state */
  #follows(state) {
    if (state.pos === this.pos && state.follow === this.follow) {
      if (state.step !== null && state.step !== this.transport.step && !this.transport.isRunning) this.transport.seek(state.step);
      return;
    }
    const isOther = state.pos !== this.pos;
    this.pos = state.pos;
    this.follow = state.follow;
    this.ui.dock.showFollow(this.follow);
    void this.#load(isOther ? state.step : null);
  }

  /** Fetches the log of the position, and goes to a step of it. @param {number | null} step */
  async #load(step) {
    const visit = ++this.visit;
    const { api } = this.ctx;
    this.transport.edited();
    this.inspected = null;
    if (this.head?.pos !== this.pos) this.ui.verdict.wait();
    this.head = null;
    fill(this.ui.trouble);
    this.ui.caption.textContent = this.t('caption.loading');
    this.#showBoard({});
    try {
      const [, bytes] = await Promise.all([this.#judge(visit), api.sea(this.pos, this.follow)]);
      if (visit !== this.visit) return;
      this.#show(readSea(bytes), step);
    } catch (error) {
      if (visit === this.visit) this.#fail(error, step);
    }
  }

  /** Tells the verdict, without waiting for the log. @param {number} visit */
  async #judge(visit) {
    const head = await this.ctx.api.probe(this.pos);
    if (visit !== this.visit) return;
    this.head = head;
    if (this.isHidden) this.ui.verdict.hide(() => this.#reveal());
    else this.ui.verdict.tell(head);
  }

  /** @param {Sea} sea @param {number | null} step */
  #show(sea, step) {
    const { pos, follow, visit } = this;
    this.ui.caption.hidden = false;
    this.panel.classList.remove('is-empty');
    this.ui.verdict.expect(sea);
    this.sea = sea;
    this.log?.close();
    this.log = new EventLog(
      (from, count, signal) => this.#read(pos, follow, from, count, signal),
      sea.events,
      (error) => {
        if (visit !== this.visit) return;
        if (error !== null) this.#fail(error, this.transport.step);
        if (!this.transport.isRunning) this.boardTime = 0;
        this.#ask();
      },
    );
    this.decisions = decisions(sea);
    this.bars = bars(sea);
    this.curve = queueCurve(sea, CURVE);
    this.keySteps = keySteps(sea, null);
    this.#placeStops();
    void this.#findAsked(sea);
    const deepest = this.bars.length - 1;
    const most = this.bars.reduce(
      (best, bar) => (total(bar) > total(best) ? bar : best),
      this.bars[0] ?? { depth: 0, win: 0, loss: 0, tie: 0, runs: [] },
    );
    this.ui.histogram.setAttribute('aria-label', this.t('histogram.label', { deepest, most: total(most), at: most.depth }));
    this.ui.deepest.textContent = this.t('histogram.to', { deepest });
    this.#loadSea();
    this.shownStep = step ?? 0;
    this.transport.load(sea, step ?? 0);
    if (this.ctx.autoplay.wanted) {
      this.ctx.autoplay.wanted = false;
      this.#press('play');
    }
  }

  /**
   * Events, with their boards on the way as soon as they are there: all at once, not one by one while it plays.
   * @param {string} pos @param {'answer' | 'all'} follow @param {number} from @param {number} count @param {AbortSignal} signal
   */
  async #read(pos, follow, from, count, signal) {
    const { api, boards } = this.ctx;
    const answer = await api.trace(pos, follow, from, count, signal);
    void boards.wantAll(answer.events.map((event) => event.pos));
    return answer;
  }

  #reveal() {
    this.isHidden = false;
    if (this.head !== null) this.ui.verdict.tell(this.head);
  }

  #loadSea() {
    if (this.sea === null) return;
    this.ui.seaView.load(this.sea, SEA_COLOURS);
    this.ui.seaBox.setAttribute('aria-label', this.t('sea.label', { n: this.sea.positions }));
    this.#unpoint();
  }

  /** No position is pointed at any more. */
  #unpoint() {
    this.ui.seaHint.textContent = this.t('sea.hint', { n: this.sea?.positions ?? 0 });
  }

  #resized() {
    this.ui.seaView.fit();
    if (this.sea !== null && this.ui.seaView.isOutgrown) this.#loadSea();
    this.#ask();
  }

  /** Shows why there is no log: with a button that solves the board, if that is what is missing. @param {unknown} cause @param {number | null} step */
  #fail(cause, step) {
    const error = cause instanceof ApiError ? cause : new ApiError(0, { message: String(cause) });
    /** @type {import('../answers/truth.js').Truth} */
    const truth = { pos: this.pos, status: isRefusal(error) ? 'refused' : 'unsolved', report: null, moves: [], turn: '', error };
    fill(this.ui.trouble, verdict(truth, this.t, this.ctx, () => void this.#load(step)));
    if (this.head === null) this.ui.verdict.none();
    this.ui.caption.hidden = true;
    // Without a log of this board there is nothing to show but its verdict.
    this.panel.classList.toggle('is-empty', this.transport.refusal('seek') !== null);
    this.#showBoard({ stale: this.transport.state === 'stale' });
  }

  /** The board that the log is about. @param {import('../board/state.js').Overlay} overlay */
  #showBoard(overlay) {
    const { pos } = this;
    const board = this.ctx.boards.at(pos);
    if (board !== null) this.ctx.board.show(board, overlay);
    // Come by a link inside the page, it is drawn as soon as it is told.
    else void this.ctx.boards.want(pos).then(() => pos === this.pos && this.ctx.boards.at(pos) && this.#showBoard(overlay), () => undefined);
  }

  // ---- what can be done

  /** @param {import('../watch/transport.js').Control} control */
  #tryPress(control) {
    const refusal = this.transport.refusal(control);
    if (refusal === null) this.#press(control);
    // The verdict comes before the log: whoever is quick waits for it.
    else if (control === 'play' && this.transport.state === 'editing') this.ctx.autoplay.wanted = true;
    else this.ctx.live.toast(this.t(refusal));
  }

  /** @param {import('../watch/transport.js').Control} control */
  #press(control) {
    const { transport } = this;
    this.#leaveInspected();
    if (this.view === 'slice') this.#setView('solving');
    switch (control) {
      case 'play':
        return transport.isRunning ? transport.pause() : transport.play(performance.now());
      case 'forward':
        return transport.nudge(1, transport.detail);
      case 'back':
        return transport.nudge(-1, transport.detail);
      case 'layerForward':
        return transport.nudge(1, 'layer');
      case 'layerBack':
        return transport.nudge(-1, 'layer');
      case 'start':
        return transport.seek(0);
      case 'restart':
        transport.seek(0);
        return transport.play(performance.now());
      case 'end':
        return transport.seek(Infinity);
      case 'slower':
        return transport.changeSpeed(-1);
      case 'faster':
        return transport.changeSpeed(1);
      case 'stops':
        return this.#setStops(!this.isStopping);
    }
  }

  /** Whether playing stops at key steps. @param {boolean} isStopping */
  #setStops(isStopping) {
    this.isStopping = isStopping;
    setPref('stops', isStopping);
    this.#placeStops();
    this.ctx.live.toast(this.t(isStopping ? 'stop.on' : 'stop.off'));
  }

  #placeStops() {
    this.transport.stops = this.isStopping ? [...this.keySteps.values()] : [];
    this.ui.dock.showStops(this.isStopping);
  }

  /** Says which key steps these are, one beside the other. */
  #tellStop() {
    const names = [...this.keySteps].filter(([, step]) => step === this.transport.step).map(([name]) => this.t(`stop.${name}`));
    if (names.length > 0) this.ctx.live.toast(names.join(' · '));
  }

  /** Which position the log is about is said by its last event. @param {Sea} sea */
  async #findAsked(sea) {
    const { log } = this;
    const last = await this.ctx.api.trace(this.pos, this.follow, sea.events - 1, 1).catch(() => null);
    if (last === null || log !== this.log) return;
    this.keySteps = keySteps(sea, last.events[0]?.slot ?? null);
    this.#placeStops();
  }

  /** @param {number} step */
  #seek(step) {
    this.#leaveInspected();
    this.transport.seek(step);
  }

  /** @param {'answer' | 'all'} follow */
  #setFollow(follow) {
    this.ctx.live.say(`${this.t('transport.follow')}: ${this.t(`transport.${follow}`)}`);
    this.ctx.store.set({ follow, step: null }, 'replace');
  }

  /** Shows a position aside from the log. @param {number | null} slot @param {string} pos */
  #inspect(slot, pos) {
    if (pos === '') return;
    this.transport.pause();
    this.inspected = { slot, pos };
    void this.ctx.boards.wantAll([pos]).then(() => this.#ask());
  }

  #leaveInspected() {
    if (this.inspected === null) return;
    this.inspected = null;
    this.ui.seaView.clearCursor();
    this.boardTime = 0;
    this.#ask();
  }

  #openInspected() {
    const pos = this.inspected?.pos;
    this.#leaveInspected();
    if (pos !== undefined) this.ctx.store.set({ pos, step: null });
  }

  /** The sea's cursor or the pointer is on a position. @param {number} slot */
  #pointAt(slot) {
    if (this.sea === null || this.decisions === undefined) return;
    const status = statusAt(this.sea, slot, this.decisions[slot], this.transport.step);
    const cell = this.sea.cells[slot];
    const value =
      status === 'open' || status === 'hole'
        ? this.t(`sea.${status}`)
        : `${brief({ value: kindOf(cell) })} ${valueIn(cellValue(cell), this.t)}`;
    this.ui.seaHint.textContent = this.t('sea.pixel', { slot, value });
    if (document.activeElement === this.ui.seaBox) this.ctx.live.say(this.ui.seaHint.textContent);
  }

  /** @param {number} slot */
  async #pick(slot) {
    const visit = this.visit;
    const { pos } = await this.ctx.api.position(this.pos, slot).catch(() => ({ pos: null }));
    if (visit === this.visit && pos !== null) this.#inspect(slot, pos);
  }

  // ---- drawing

  /** Draws at the next frame, and at every one while it plays. */
  #ask() {
    if (this.isRenderAsked) return;
    this.isRenderAsked = true;
    requestAnimationFrame((now) => {
      this.isRenderAsked = false;
      const wasRunning = this.transport.isRunning;
      // Its moves could not be told without the server.
      if (!this.ctx.connection.isAway) this.transport.tick(now);
      if (wasRunning && this.transport.state === 'paused') this.#tellStop();
      this.#render(now);
      if (this.transport.isRunning) this.#ask();
    });
  }

  /** @param {number} now */
  #render(now) {
    const { sea, transport } = this;
    this.ui.dock.show();
    if (sea === null) return;
    const isOld = transport.state === 'editing' || transport.state === 'stale';
    this.panel.classList.toggle('is-stale', isOld);
    if (isOld) return;
    const frame = frameAt(sea, transport.step);
    const isRest = frame.phase === EVENT.rest || frame.phase === EVENT.done;
    this.ui.seaView.show(frame.decided, isRest, frame.current ?? -1, frame.current ?? -1);
    this.#hear(sea, frame);
    this.#announce(frame);
    const isFast = transport.isRunning;
    if (!isFast || now - this.numbersTime >= NUMBERS_PAUSE) {
      this.numbersTime = now;
      this.ui.verdict.count(frame.counts);
      this.ui.state.show(sea, frame, this.curve ?? []);
      drawHistogram(this.ui.histogram, this.bars ?? [], frame.decided);
    }
    this.#lightUp(frame.step);
    this.#latch(frame.step, now);
    if (this.latched !== null && this.#renderBoard(sea, frameAt(sea, this.latched))) {
      this.boardStep = this.latched;
      this.boardTime = now;
      this.latched = null;
    }
    this.shownStep = frame.step;
    if (!transport.isRunning) this.#remember();
  }

  /** Chooses the step whose board is shown next. @param {number} step @param {number} now */
  #latch(step, now) {
    if (!this.transport.isRunning) this.latched = step;
    else if (this.latched === null) {
      const isDue = this.boardTime === 0 || (step !== this.boardStep && (!this.#isFast || now - this.boardTime >= BOARD_PAUSE));
      if (isDue) this.latched = this.#isFast ? this.#other(step) : step;
    }
  }

  /** The last step that tells of another line of the rule than the one shown, or else the step itself: of steps that fly by, all kinds are seen. @param {number} step */
  #other(step) {
    const { sea } = this;
    if (sea === null) return step;
    const least = Math.max(1, this.boardStep + 1, step - LOOK_BACK);
    for (let at = step; at >= least; at -= 1) if (lineOf(eventAt(sea, at - 1)) !== this.boardLine) return at;
    return step;
  }

  /** Whether it plays on faster than the board may change. */
  get #isFast() {
    return this.transport.isRunning && this.transport.rate() > 1000 / BOARD_PAUSE;
  }

  /** Whether nothing may flash: it plays too fast for it, or less motion is wanted. */
  get #isSteady() {
    return (this.transport.isRunning && this.transport.rate() > MOST_LIT) || reducedMotion();
  }

  /** Whether neighbours light up one by one, faster than the board changes. */
  get #isStreaming() {
    return this.#isFast && !this.#isSteady && this.transport.detail !== 'layer';
  }

  /** Lights up the neighbours that have got their values since it was last called, as soon as their events are there. @param {number} step */
  #lightUp(step) {
    const from = Math.max(Math.min(this.litStep, step), step - MOST_NEAR);
    const events = this.#isStreaming && from < step ? this.log?.events(from, step) : [];
    if (!events) return;
    const marks = events.filter(({ event }) => event === EVENT.mark);
    // Of a late frame or window, the others follow in the next frames: no place is taken twice before it is seen.
    this.litStep = marks[MOST_AT_ONCE]?.step ?? step;
    for (const event of marks.slice(0, MOST_AT_ONCE)) this.ui.near.light(event);
    if (this.#isStreaming) this.log?.ahead(step, 1);
  }

  /** The board, its neighbours, the caption and the line of the rule; whether all that they need is there. @param {Sea} sea @param {Frame} frame */
  #renderBoard(sea, frame) {
    const { log } = this;
    if (log === null) return false;
    this.ui.asides.hidden = this.inspected === null;
    if (this.inspected !== null) {
      this.#renderInspected(this.inspected);
      return true;
    }
    const last = frame.step === 0 ? null : log.event(frame.step - 1);
    const block = frame.current === null ? [] : this.#block(sea, frame);
    const next = this.#next(sea, frame.step);
    const shown = block?.[0]?.pos ?? (last?.event === EVENT.seed ? last.pos : undefined) ?? this.pos;
    const isBusy = (frame.step > 0 && last === null) || block === null || next === null || !this.#isDrawable(shown, block);
    this.panel.setAttribute('aria-busy', String(isBusy));
    if (isBusy) {
      // While it plays, what is shown stays until the next is there.
      if (!this.transport.isRunning) this.ui.caption.textContent = this.t('caption.loading');
      return false;
    }
    if (!this.#isFast) for (const direction of /** @type {const} */ ([1, -1])) log.ahead(frame.step, direction);
    this.ui.state.next(next);
    this.boardLine = lineOf(last);
    this.ui.rule(this.boardLine);
    this.ui.caption.textContent = last === null ? this.t('caption.start') : caption(last, this.t);
    this.ctx.board.element.classList.toggle('is-current', frame.current !== null);
    if (!this.#isStreaming) this.ui.near.show(block, frame.step, this.#isSteady);
    this.#renderPosition(shown, (board) => trailsOf(block, frame.step, board, this.#isSteady || this.#isFast || frame.step === this.boardStep, this.ctx));
    return true;
  }

  /** Whether it is told how a position looks, and of a graph also those before it, whose nodes moves leave; if not, it is asked for. @param {string} pos @param {LogEvent[]} block */
  #isDrawable(pos, block) {
    const { boards } = this.ctx;
    const needed = [pos, ...(boards.at(pos)?.graph ? block.map((event) => event.pos ?? pos) : [])];
    const missing = needed.filter((one) => !boards.at(one) && !this.undrawn.has(one));
    if (missing.length === 0) return true;
    void boards.wantAll(missing).then(() => {
      for (const one of missing) if (!boards.at(one)) this.undrawn.add(one);
      this.#ask();
    });
    return false;
  }

  /** The events of the current position, past and to come, of very many those about the step; null while they are on their way. @param {Sea} sea @param {Frame} frame */
  #block(sea, frame) {
    const k = frame.popped - 1;
    const pop = this.log?.event(sea.poppedAt[k]) ?? null;
    const from = Math.max(sea.poppedAt[k] + 1, frame.step - MOST_NEAR);
    const near = this.log?.events(from, Math.min(blockEnd(sea, k), from + 2 * MOST_NEAR)) ?? null;
    return pop === null || near === null ? null : [pop, ...near];
  }

  /** What the queue gives next; null while it is on its way. @param {Sea} sea @param {number} step */
  #next(sea, step) {
    const pops = nextPops(sea, step).map((event) => this.log?.event(event) ?? null);
    return pops.every((pop) => pop !== null) ? pops : null;
  }

  /** @param {string} pos @param {(board: import('../games/told.js').Board) => import('../board/state.js').Overlay} overlay */
  #renderPosition(pos, overlay) {
    if (this.view === 'slice') {
      void this.ui.slice.show(pos);
      return;
    }
    const board = this.ctx.boards.at(pos);
    if (board !== null) this.ctx.board.show(board, overlay(board));
    if (this.view === 'why') void this.ui.why.show(pos);
  }

  /** @param {{ slot: number | null, pos: string }} inspected */
  async #renderInspected({ slot, pos }) {
    this.#renderPosition(pos, () => ({}));
    this.ui.near.show([], this.transport.step, true);
    const { api } = this.ctx;
    const [head, number] = await Promise.all([api.probe(pos).catch(() => null), slot ?? api.slotOf(this.pos, pos)]);
    if (head === null || this.inspected?.pos !== pos) return;
    const value = `${VALUES[head.value].mark} ${valueIn(head, this.t)}`;
    this.ui.caption.textContent = this.t('caption.inspect', { slot: number, side: sideName(head.turn, this.t), value });
  }

  /** Sounds what has happened since the last frame, if the log went forward. @param {Sea} sea @param {Frame} frame */
  #hear(sea, frame) {
    const { shownStep: from, sound } = this;
    if (!sound.isOn || frame.step <= from) return;
    const first = Math.max(lowerBound(sea.decidedAt, from), frame.decided - MOST_HEARD);
    for (let index = first; index < frame.decided; index += 1) {
      const cell = sea.cells[sea.order[index]];
      const kind = kindOf(cell);
      sound.hear(index < sea.seeds || kind === KIND.draw ? 'queue' : kind, depthOf(cell));
    }
    if (frame.phase === EVENT.layer || frameAt(sea, from).depth !== frame.depth) sound.mark(EVENT.layer, frame.depth);
    const hasPassed = (/** @type {number | undefined} */ step) => step !== undefined && from < step && step <= frame.step;
    if (hasPassed(this.keySteps.get('ties')) || hasPassed(this.keySteps.get(EVENT.rest))) sound.mark('hum', 0);
    if (frame.phase === EVENT.done) sound.mark(EVENT.done, 0);
  }

  /** Tells each layer, and the end, to those who listen. @param {Frame} frame */
  #announce(frame) {
    const { sea, shownStep, t } = this;
    if (sea === null || frame.step === shownStep) return;
    if (frame.phase === EVENT.done && this.head !== null) this.ctx.live.say(sentence(this.head, t));
    else if (frame.phase === EVENT.rest) this.ctx.live.say(t('caption.rest', { draw: frame.counts.draw }));
    else if (frame.depth !== frameAt(sea, shownStep).depth || frame.phase === EVENT.layer) {
      this.ctx.live.say(t('transport.position', { step: frame.step, total: sea.events, depth: frame.depth }));
    }
  }

  /** Puts the step into the URL, when it has stood still for a moment. */
  #remember() {
    clearTimeout(this.urlTimer);
    this.urlTimer = window.setTimeout(() => {
      const { step, isRunning } = this.transport;
      if (!isRunning && step !== (this.ctx.store.state.step ?? 0)) this.ctx.store.set({ step }, 'replace');
    }, BOARD_PAUSE);
  }
}

/** @param {Context} ctx @param {Sound} sound */
function addSound({ slots, t }, sound) {
  const box = h('span', { class: 'sound' });
  slots.tools.append(box);
  return mountSound(box, sound, t);
}

/** @param {number} cell */
const cellValue = (cell) => ({ value: kindOf(cell), depth: kindOf(cell) === KIND.draw ? null : depthOf(cell) });

/** @param {import('../watch/overview.js').Bar} bar */
const total = (bar) => bar.win + bar.loss + bar.tie;
