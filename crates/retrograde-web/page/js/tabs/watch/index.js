/**
 * The tab WATCH: retrograde analysis of the board, played from its event log.
 *
 *     api.sea   -> player.js (what is shown at a step)  ─┬─> figures.js, voice.js                      every frame
 *     api.trace -> log.js    (what an event says)        └─> lights.js, stage.js (latch.js)            when there is time to look
 *     keys, buttons -> transport.js (state, step, speed) -> the URL, when it stands still
 *
 * Nothing depends on how a step was reached: `render` draws the step that the transport stands at. The sea is drawn at every frame;
 * numbers ten times a second; the board, whose pieces jump between unrelated positions, at most five times, so that it never flickers.
 * There are two step numbers. The *running* step is the transport's: the sea, counts, the timeline, sounds and thumbnails follow it. The *shown*
 * step is the latch's: all that describes one position (board, caption, line, current and next) is of this step, and changes in one paint.
 */

import { isRefusal } from '../../answers/truth.js';
import { verdict } from '../../answers/verdict.js';
import { pref } from '../../base/prefs.js';
import { ApiError } from '../../base/api.js';
import { fill, h } from '../../base/dom.js';
import { styles } from '../../base/styles.js';
import { KINDS, VALUES } from '../../base/values.js';
import { FOLLOW } from '../../base/words.js';
import { Loading } from '../../watch/loading.js';
import { EventLog } from '../../watch/log.js';
import { frameAt } from '../../watch/player.js';
import { readSea, slotOf } from '../../watch/record.js';
import { Transport } from '../../watch/transport.js';
import { Asked } from './asked.js';
import { Bookmark } from './bookmark.js';
import { Extras } from './extras.js';
import { Figures } from './figures.js';
import { Latch } from './latch.js';
import { Lights } from './lights.js';
import { BOARD_PAUSE, Pace } from './pace.js';
import { Recording } from './recording.js';
import { buildScene } from './scene.js';
import { Stage } from './stage.js';
import { Stops } from './stops.js';
import { Voice } from './voice.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Mounted} Mounted */
/** @typedef {import('../../watch/record.js').Sea} Sea */
/** @typedef {import('../../watch/player.js').Frame} Frame */
/** @typedef {import('../../watch/transport.js').Control} Control */

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountWatch(panel, ctx) {
  return new Watch(panel, ctx).mounted();
}

class Watch {
  /** @param {HTMLElement} panel @param {Context} ctx */
  constructor(panel, ctx) {
    this.ctx = ctx;
    const { store } = ctx;
    this.pos = store.state.pos;
    this.follow = store.state.follow;
    /** @type {Recording | null} */
    this.recording = null;
    this.visit = 0;
    /** The log that is on its way. @type {Loading | null} */
    this.loading = null;
    this.isRenderAsked = false;
    this.urlTimer = 0;
    const ask = () => this.#ask();
    this.transport = new Transport(ask);
    this.transport.startTimes = pref('speed', 0);
    this.ui = buildScene(panel, ctx, this.transport, this.follow, this.#deeds());
    this.asked = new Asked(ctx, this.ui.verdict, store.state.predict, ask);
    const pace = new Pace(this.transport);
    this.latch = new Latch(pace);
    this.lights = new Lights(this.ui.near, pace);
    this.stage = new Stage(this.ui, ctx, pace, ask);
    this.figures = new Figures(this.ui, ctx, ask);
    this.stops = new Stops(this.ui, ctx, this.transport);
    this.voice = new Voice(ctx, pace);
    this.extras = new Extras(ctx, this.ui.dock.controls, this.#forExtras());
    /** The banner at the end: loaded when the first comes. @type {import('../../watch/levelend.js').LevelEnd | null} */
    this.levelEnd = null;
    this.#open(this.stage.view);
    this.endStore = store.subscribe((state) => this.#follows(state));
    this.asked.begin(this.pos, true);
    void this.#load(store.state.step ?? ctx.memory.of(Bookmark).find(this.pos, this.follow));
  }

  /** @returns {Mounted} */
  mounted() {
    const press = (/** @type {Control} */ control) => () => this.#tryPress(control);
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
        mute: () => this.voice.toggle(),
        stops: press('stops'),
        present: () => void this.extras.present(),
        tour: () => void this.extras.tour(),
      },
    };
  }

  #unmount() {
    this.visit += 1;
    this.#leave();
    this.loading?.end();
    this.recording?.log.close();
    this.transport.edited();
    this.endStore();
    clearTimeout(this.urlTimer);
    this.figures.unmount();
    this.voice.unmount();
    this.stage.unmount();
    this.extras.unmount();
    this.levelEnd?.hide();
  }

  /** Where it stands is kept, and in the URL at once, if that is still about it: its language may have changed, or its board be turned. */
  #leave() {
    const { autoplay, memory, store } = this.ctx;
    const { transport, pos, follow } = this;
    autoplay.wanted = false;
    if (transport.refusal('seek') !== null) return;
    memory.of(Bookmark).leave(pos, follow, transport.step);
    const { state } = store;
    if (state.page !== 'board' || state.tab !== 'watch' || state.pos !== pos || state.follow !== follow) return;
    autoplay.wanted = transport.isRunning;
    if (transport.step !== (state.step ?? 0)) store.set({ step: transport.step }, 'replace');
  }

  /** What the controls ask for. @returns {import('./scene.js').Deeds} */
  #deeds() {
    return {
      press: (control) => this.#press(control),
      seek: (step) => this.#seek(step),
      follow: (follow) => this.#setFollow(follow),
      detail: (detail) => this.transport.changeDetail(detail),
      view: (view) => this.#open(view),
      size: () => this.figures.resize(),
      look: (slot, pos) => this.#look(slot, pos),
      open: () => this.#openAside(),
      leave: () => this.#leaveAside(),
      point: (cell) => this.figures.point(cell, this.transport.step),
      pick: (cell) => void this.#pick(cell),
      unpoint: () => this.figures.unpoint(),
    };
  }

  /** What the tour, the projector and the film ask for. @returns {import('./extras.js').Deeds} */
  #forExtras() {
    const { api, boards, t } = this.ctx;
    const press = (/** @type {Control} */ control) => () => this.#tryPress(control);
    return {
      steps: { forward: press('forward'), back: press('back'), playPause: press('play') },
      guided: () => {
        const { recording, pos, follow } = this;
        if (recording === null || this.transport.refusal('seek') !== null) return null;
        const { sea, keySteps } = recording;
        this.#open('solving');
        this.transport.pause();
        return { t, boards, pos, sea, keySteps, read: async (from, count) => (await api.trace(pos, follow, from, count)).events, seek: (step) => this.#seek(step) };
      },
      shot: () => this.#shot(),
      verdict: () => this.asked.said,
      roll: (seconds) => this.#roll(seconds),
      cut: () => (this.transport.pinned = null),
    };
  }

  /** Plays from the beginning, without a stop. @param {number | null} seconds how long the whole shall take; null: as chosen */
  #roll(seconds) {
    const { transport } = this;
    if (transport.refusal('play') !== null || this.recording === null) return false;
    this.#open('solving');
    this.#seek(0);
    transport.stops = [];
    transport.pinned = seconds === null ? null : transport.units() / seconds;
    transport.play(performance.now());
    return true;
  }

  /** @returns {import('../../watch/film.js').Shot} */
  #shot() {
    const { ui, transport, recording, ctx } = this;
    const { board, t, games } = ctx;
    const { sea } = transport;
    const { counts } = sea === null ? { counts: null } : frameAt(sea, transport.step);
    const told = counts === null ? [] : KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${VALUES[kind].mark} ${t('state.number', { n: counts[kind] })}`);
    return {
      title: `${games.nameOf(board.board.game)} · ${recording?.pos ?? ''}`,
      caption: ui.caption.textContent ?? '',
      board: board.element.querySelector('canvas.paint'),
      sea: ui.seaBox.querySelector('canvas'),
      counts: told.join('   '),
      part: sea === null ? 0 : transport.step / sea.events,
      isDone: !transport.isRunning,
    };
  }

  // ---- loading

  /** @param {import('../../base/route.js').State} state */
  #follows(state) {
    if (state.pos === this.pos && state.follow === this.follow) {
      if (state.step !== null && state.step !== this.transport.step && !this.transport.isRunning) this.transport.seek(state.step);
      return;
    }
    const isOther = state.pos !== this.pos;
    this.pos = state.pos;
    this.follow = state.follow;
    this.ui.dock.showFollow(this.follow);
    this.asked.begin(this.pos, isOther);
    void this.#load(isOther ? state.step : null);
  }

  /** Fetches the log of the position, and goes to a step of it. @param {number | null} step */
  async #load(step) {
    const visit = ++this.visit;
    const { api, t } = this.ctx;
    this.transport.edited();
    this.stage.leave();
    fill(this.ui.trouble);
    this.ui.caption.textContent = t('caption.loading');
    this.#wait({});
    this.loading?.end();
    const loading = new Loading(this.ui.trouble, t);
    this.loading = loading;
    try {
      const [, bytes] = await Promise.all([this.#judge(visit), api.sea(this.pos, this.follow, loading.take, loading.signal)]);
      if (visit === this.visit) this.#show(readSea(bytes), step ?? 0);
    } catch (error) {
      if (visit !== this.visit) return;
      if (loading.isCancelled) this.#cancelled(step);
      else this.#fail(error, step);
    } finally {
      loading.end();
    }
  }

  /** The reader has cancelled the loading of the log. @param {number | null} step */
  #cancelled(step) {
    const { t } = this.ctx;
    fill(this.ui.trouble, h('div', { class: 'row' }, t('loading.cancelled'), h('button', { type: 'button', onclick: () => void this.#load(step) }, t('loading.again'))));
    this.ui.caption.textContent = '';
  }

  /** Gets the verdict, without waiting for the log. @param {number} visit */
  async #judge(visit) {
    const head = await this.ctx.api.probe(this.pos);
    if (visit !== this.visit) return;
    this.asked.answer(head);
    this.#showAsked(0);
  }

  /** What is known at a step of the board that was asked about. @param {number} step */
  #showAsked(step) {
    this.asked.show(step);
    // Where it is to be guessed, the histogram would tell how deep it is.
    this.ui.graph.hidden = this.ctx.store.state.predict && this.asked.at(step) === null;
  }

  /** @param {Sea} sea @param {number} step */
  #show(sea, step) {
    this.ui.caption.hidden = false;
    this.ui.panel.classList.remove('is-empty');
    this.ui.verdict.expect(sea);
    this.recording?.log.close();
    const recording = new Recording(this.pos, sea, this.#log(sea));
    this.recording = recording;
    this.asked.decideAt(sea.events);
    this.stops.place(recording.keySteps);
    void this.#findAsked(recording);
    this.figures.load(recording);
    this.voice.begin(step);
    this.transport.load(sea, step);
    if (this.ctx.autoplay.wanted) {
      this.ctx.autoplay.wanted = false;
      this.#press('play');
    }
  }

  /** The events of the sea, drawn as they arrive. @param {Sea} sea */
  #log(sea) {
    const { pos, follow, visit } = this;
    const { api, boards } = this.ctx;
    const read = async (/** @type {number} */ from, /** @type {number} */ count, /** @type {AbortSignal} */ signal) => {
      const answer = await api.trace(pos, follow, from, count, signal);
      // Their boards are asked for at once, not one by one while it plays.
      void boards.wantAll(answer.events.map((event) => event.pos));
      return answer;
    };
    return new EventLog(read, sea.events, (error) => {
      if (visit !== this.visit) return;
      if (error !== null) this.#fail(error, this.transport.step);
      this.latch.arrived();
      this.#ask();
    });
  }

  /** Which position the log is about is said by its last event. @param {Recording} recording */
  async #findAsked(recording) {
    const last = await this.ctx.api.trace(recording.pos, this.follow, recording.sea.events - 1, 1).catch(() => null);
    if (last === null || recording !== this.recording) return;
    recording.asks(last.events[0]?.slot ?? null);
    this.asked.decideAt(recording.keySteps.get('asked') ?? recording.sea.events);
    this.stops.place(recording.keySteps);
    this.#ask();
  }

  /** Shows why there is no log: with a button that solves the board, if that is what is missing. @param {unknown} cause @param {number | null} step */
  #fail(cause, step) {
    const { ctx, ui, transport } = this;
    const error = cause instanceof ApiError ? cause : new ApiError(0, { message: String(cause) });
    /** @type {import('../../answers/truth.js').Truth} */
    const truth = { pos: this.pos, status: isRefusal(error) ? 'refused' : 'unsolved', report: null, moves: [], turn: '', error };
    fill(ui.trouble, verdict(truth, ctx.t, ctx, () => void this.#load(step)));
    if (['too-large', 'no-table', 'too-slow'].includes(error.code)) void this.#explain(error, step);
    this.asked.giveUp();
    this.#showAsked(0);
    ui.caption.hidden = true;
    // Without a log of this board there is nothing to show but its verdict.
    ui.panel.classList.toggle('is-empty', transport.refusal('seek') !== null);
    this.#wait({ stale: transport.state === 'stale' });
  }

  /** Shows what can be done without a log. @param {ApiError} error @param {number | null} step */
  async #explain(error, step) {
    const { visit, pos, follow, ctx } = this;
    const { noLog } = await ctx.connection.load(() => import('../../watch/nolog.js'));
    const shown = await noLog({ pos, follow, error, again: () => void this.#load(step), followLess: () => this.#setFollow(FOLLOW.answer) }, ctx);
    if (visit === this.visit && shown !== null) fill(this.ui.trouble, shown);
  }

  /** Shows the board that the log is about. @param {import('../../board/state.js').Overlay} overlay */
  #wait(overlay) {
    const { pos } = this;
    this.stage.wait(pos, overlay, () => pos === this.pos);
  }

  // ---- what can be done

  /** @param {Control} control */
  #tryPress(control) {
    const { transport, ctx } = this;
    const refusal = transport.refusal(control);
    if (refusal === null) this.#press(control);
    // The verdict comes before the log: whoever is quick waits for it.
    else if (control === 'play' && transport.state === 'editing') ctx.autoplay.wanted = true;
    else ctx.live.toast(ctx.t(refusal));
  }

  /** @param {Control} control */
  #press(control) {
    const { transport } = this;
    this.#leaveAside();
    if (this.stage.view === 'slice') this.#open('solving');
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
        return this.stops.toggle();
    }
  }

  /** @param {number} step */
  #seek(step) {
    this.#leaveAside();
    this.transport.seek(step);
  }

  /** @param {'answer' | 'all'} follow */
  #setFollow(follow) {
    const { live, store, t } = this.ctx;
    live.say(`${t('transport.follow')}: ${t(`transport.${follow}`)}`);
    store.set({ follow, step: null }, 'replace');
  }

  /** @param {import('./scene.js').View} view */
  #open(view) {
    this.stage.open(view);
    if (view !== 'solving') this.transport.pause();
    this.#redraw();
  }

  /** @param {number | null} slot @param {string} pos */
  #look(slot, pos) {
    if (pos === '') return;
    this.transport.pause();
    this.stage.look({ slot, pos });
  }

  #leaveAside() {
    if (this.stage.aside === null) return;
    this.stage.leave();
    this.ui.seaView.clearCursor();
    this.#redraw();
  }

  #openAside() {
    const pos = this.stage.aside?.pos;
    this.#leaveAside();
    if (pos !== undefined) this.ctx.store.set({ pos, step: null });
  }

  /** @param {number} cell */
  async #pick(cell) {
    const { visit, recording } = this;
    if (recording === null) return;
    const slot = slotOf(recording.sea, cell);
    const { pos } = await this.ctx.api.position(this.pos, slot).catch(() => ({ pos: null }));
    if (visit !== this.visit || pos === null) return;
    // A large sea would hide the board that it opens.
    if (this.figures.isLarge) this.figures.resize();
    this.#look(slot, pos);
  }

  // ---- drawing

  /** Draws the board anew, however soon after the last. */
  #redraw() {
    this.latch.hurry();
    this.#ask();
  }

  /** Draws at the next frame, and at every one while it plays. */
  #ask() {
    if (this.isRenderAsked) return;
    this.isRenderAsked = true;
    requestAnimationFrame((now) => {
      this.isRenderAsked = false;
      const { isRunning: wasRunning, step: before } = this.transport;
      // Its moves could not be told without the server.
      if (!this.ctx.connection.isAway) this.transport.tick(now);
      if (wasRunning && this.transport.state === 'paused') this.stops.tell();
      if (wasRunning && this.transport.state === 'finished' && before < this.transport.step) void this.#celebrate();
      this.#render(now);
      if (this.transport.isRunning) this.#ask();
    });
  }

  /** @param {number} now */
  #render(now) {
    const { recording, transport, ui } = this;
    ui.dock.show();
    this.extras.show(transport.refusal('play'));
    if (transport.state !== 'finished' || this.stage.view !== 'solving' || this.stage.aside !== null) this.levelEnd?.hide();
    if (recording === null) return;
    const isOld = transport.state === 'editing' || transport.state === 'stale';
    ui.panel.classList.toggle('is-stale', isOld);
    if (isOld) return;
    const frame = frameAt(recording.sea, transport.step);
    this.figures.show(recording, frame, now, transport.isRunning);
    this.voice.tell(recording, frame, this.asked.at(frame.step));
    this.#showAsked(frame.step);
    this.lights.show(recording.log, frame.step);
    this.#renderBoard(recording, frame.step, now);
    if (!transport.isRunning) this.#remember();
  }

  /** @param {Recording} recording @param {number} step @param {number} now */
  #renderBoard(recording, step, now) {
    const { sea } = recording;
    this.stage.sample();
    const chosen = this.latch.choose(sea, step, now);
    if (chosen === null) return;
    const isDrawn = this.stage.show(recording, frameAt(sea, chosen), { isAgain: this.latch.isShown(chosen), value: this.latch.value(sea, chosen) });
    if (isDrawn) this.latch.drawn(sea, chosen, now);
  }

  /** It ends like a level: what was played to its end, not what is only looked at there. */
  async #celebrate() {
    const { ctx, visit, recording, transport } = this;
    const [{ LevelEnd }] = await ctx.connection.load(() => Promise.all([import('../../watch/levelend.js'), styles('levelend')]));
    if (visit !== this.visit || recording === null || transport.state !== 'finished') return;
    this.levelEnd ??= new LevelEnd(this.ui.end, ctx.t);
    this.levelEnd.show(this.asked.at(transport.step), recording.sea, frameAt(recording.sea, transport.step), recording.keySteps.get('asked') ?? null, [
      { text: 'end.why', press: () => this.#open('why') },
      { text: 'end.again', press: () => this.#press('restart') },
    ]);
  }

  /** Puts the step into the URL, when it has stood still for a moment. */
  #remember() {
    clearTimeout(this.urlTimer);
    this.urlTimer = window.setTimeout(() => {
      const { step, isRunning } = this.transport;
      const { store } = this.ctx;
      if (!isRunning && step !== (store.state.step ?? 0)) store.set({ step }, 'replace');
    }, BOARD_PAUSE);
  }
}
