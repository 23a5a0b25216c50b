/**
 * The board and what describes it: at the shown step of the log its trail, the caption, the line of the rule, the current position and the
 * next ones, all changed in one paint; or a position that is looked at aside from the log; and which of the three views is open.
 */

import { caption, sideName, valueIn } from '../../answers/words.js';
import { VALUES } from '../../base/values.js';
import { EVENT } from '../../base/words.js';
import { lineOf } from '../../watch/code.js';
import { MOST_EVENTS, nodeMarks } from '../../watch/nodes.js';
import { squaresOf, trailsOf } from '../../watch/trails.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../base/reports.js').LogEvent} LogEvent */
/** @typedef {import('../../games/told.js').Board} Board */
/** @typedef {import('../../board/state.js').Overlay} Overlay */
/** @typedef {import('../../watch/player.js').Frame} Frame */
/** @typedef {import('./recording.js').Recording} Recording */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('./scene.js').View} View */
/** @typedef {{ isAgain: boolean, value: string }} How `isAgain`: the board of the step is the one that is shown; `value`: whose colour is round it */
/** @typedef {{ slot: number | null, pos: string }} Aside a position that is looked at aside from the log, and its slot if it is known */

/** How many times as wide as high a board is that gets the whole width: then its neighbours stand below it. */
const WIDE = 1.5;

export class Stage {
  #ui;
  #ctx;
  #pace;
  #changed;
  /** Positions that nobody could tell the look of. @type {Set<string>} */
  #undrawn = new Set();
  /** The caption of the step that was shown last. @type {string | null} */
  #told = null;
  /** The step that is shown; null before the first, and for a position aside from the log. @type {number | null} */
  #step = null;
  /** @type {View} */
  view = 'solving';
  /** @type {Aside | null} */
  aside = null;

  /** @param {Scene} ui @param {Context} ctx @param {import('./pace.js').Pace} pace @param {() => void} changed it is to be drawn again */
  constructor(ui, ctx, pace, changed) {
    this.#ui = ui;
    this.#ctx = ctx;
    this.#pace = pace;
    this.#changed = changed;
  }

  unmount() {
    const { board } = this.#ctx;
    board.handlers = {};
    board.element.classList.remove('is-current', 'is-drawn');
    delete board.element.dataset.step;
    delete board.element.dataset.lit;
  }

  /** @param {View} view */
  open(view) {
    const { views, boxes, slice } = this.#ui;
    this.view = view;
    for (const button of views) button.setAttribute('aria-pressed', String(button.dataset.view === view));
    for (const [name, sections] of Object.entries(boxes)) for (const section of sections) section.hidden = name !== view;
    if (view !== 'slice') slice.hide();
    this.#ctx.board.handlers = view === 'slice' ? slice.handlers() : {};
  }

  /** Looks at a position aside from the log. @param {Aside} aside */
  look(aside) {
    this.aside = aside;
    void this.#ctx.boards.wantAll([aside.pos]).then(this.#changed);
  }

  /** Back to the log. */
  leave() {
    this.aside = null;
  }

  /** The board that the log is about, before there is one. @param {string} pos @param {Overlay} overlay @param {() => boolean} isWanted whether it is still the one, when it is told */
  wait(pos, overlay, isWanted) {
    const { board, boards } = this.#ctx;
    const told = boards.at(pos);
    if (told) this.#ctx.slots.under.classList.toggle('is-wide', told.isRow || told.cols >= WIDE * told.rows);
    if (told !== null) board.show(told, overlay);
    // Come by a link inside the page, it is drawn as soon as it is told.
    else void boards.want(pos).then(() => isWanted() && boards.at(pos) && this.wait(pos, overlay, isWanted), () => undefined);
  }

  /** Draws a step, or what is looked at aside from it; whether all that it needs is there. @param {Recording} recording @param {Frame} frame @param {How} how */
  show(recording, frame, how) {
    this.#ui.asides.hidden = this.aside === null;
    if (this.aside === null) return this.#showStep(recording, frame, how);
    this.#number(null);
    this.#ctx.board.element.dataset.lit = '';
    void this.#showAside(this.aside, recording.pos);
    return true;
  }

  /** @param {Recording} recording @param {Frame} frame @param {How} how */
  #showStep(recording, frame, { isAgain, value }) {
    const { board } = this.#ctx;
    const { step } = frame;
    const last = recording.last(step);
    const isPast = frame.phase === EVENT.layer || frame.phase === EVENT.rest;
    const block = isPast ? recording.past(frame) : recording.block(frame);
    const next = recording.next(step);
    const shown = block?.[0]?.pos ?? (last?.event === EVENT.seed ? last.pos : undefined) ?? recording.pos;
    const isBusy = (step > 0 && last === null) || block === null || next === null || !this.#isDrawable(shown, block, next);
    this.#ui.panel.setAttribute('aria-busy', String(isBusy));
    if (isBusy) {
      // While it plays, what is shown stays until the next is there.
      if (!this.#pace.isRunning) this.#ui.caption.textContent = this.#ctx.t('caption.loading');
      return false;
    }
    if (!this.#pace.isFast) for (const direction of /** @type {const} */ ([1, -1])) recording.log.ahead(step, direction);
    this.#ui.state.tell(recording.sea, frame, next);
    this.#tell(last);
    this.#number(step);
    board.element.dataset.lit = value || this.#passed(last, shown);
    board.element.classList.toggle('is-drawn', frame.counts.draw > 0);
    board.element.classList.toggle('is-current', frame.current !== null);
    const { isSteady, isFast, isStreaming } = this.#pace;
    if (!isStreaming) this.#ui.near.show(block, step, isSteady);
    this.#showPosition(shown, (of) => ({ ...trailsOf(block, step, of, isSteady || isFast || isAgain, this.#ctx), ...nodes(recording, frame, of) }));
    return true;
  }

  /** The value that a move without squares gives, such as a pass: slowly played, it lights up round the board instead of on a square. @param {LogEvent | null} last @param {string} shown the position that the move leads to */
  #passed(last, shown) {
    const { isRunning, isFast } = this.#pace;
    if (!isRunning || isFast || last?.event !== EVENT.mark) return '';
    const { boards } = this.#ctx;
    const board = boards.at(shown);
    return board !== null && squaresOf(last, board, boards).length === 0 ? (last.value ?? '') : '';
  }

  /** Where the log runs past faster than the board may change, the board says that it is a sample. */
  sample() {
    this.#ui.sample.hidden = this.#step === null || !this.#pace.isFast;
  }

  /** Which step is shown. @param {number | null} step null for a position aside from the log */
  #number(step) {
    this.#step = step;
    this.#ctx.board.element.dataset.step = String(step ?? '');
    this.#ui.sample.textContent = this.#ctx.t('sample', { step });
    this.sample();
  }

  /** The caption and the line of the rule. @param {LogEvent | null} last */
  #tell(last) {
    const { t } = this.#ctx;
    this.#ui.rule(lineOf(last));
    const said = last === null ? t('caption.start') : caption(last, t);
    this.#ui.caption.textContent = said;
    // What one finds on coming is not what one has asked for: then the verdict is told.
    if (this.#told !== null && this.#told !== said && !this.#pace.isRunning) this.#ctx.live.say(said);
    this.#told = said;
  }

  /** Whether the pictures of a position, of the next ones and (where moves have no squares without them) of those before it are here; if not, they are requested. @param {string} pos @param {LogEvent[]} block @param {LogEvent[]} next */
  #isDrawable(pos, block, next) {
    const { boards } = this.#ctx;
    const needed = [pos, ...next.map((pop) => pop.pos ?? pos), ...(boards.at(pos)?.isNeeded ? block.map((event) => event.pos ?? pos) : [])];
    const missing = needed.filter((one) => !boards.at(one) && !this.#undrawn.has(one));
    if (missing.length === 0) return true;
    void boards.wantAll(missing).then(() => {
      for (const one of missing) if (!boards.at(one)) this.#undrawn.add(one);
      this.#changed();
    });
    return false;
  }

  /** @param {string} pos @param {(board: Board) => Overlay} overlay */
  #showPosition(pos, overlay) {
    if (this.view === 'slice') {
      void this.#ui.slice.show(pos);
      return;
    }
    const board = this.#ctx.boards.at(pos);
    if (board !== null) {
      this.#ctx.board.show(board, overlay(board));
      this.#ctx.board.paintNow();
    }
    if (this.view === 'why') void this.#ui.why.show(pos);
  }

  /** @param {Aside} aside @param {string} asked the position that the log is about */
  async #showAside({ slot, pos }, asked) {
    const { api, t } = this.#ctx;
    this.#showPosition(pos, () => ({}));
    this.#ui.near.show([], 0, true);
    const [head, number] = await Promise.all([api.probe(pos).catch(() => null), slot ?? api.slotOf(asked, pos)]);
    if (head === null || this.aside?.pos !== pos) return;
    const value = `${VALUES[head.value].mark} ${valueIn(head, t)}`;
    const said = t('caption.inspect', { slot: number, side: sideName(head.turn, t), value });
    if (this.#told !== said) this.#ctx.live.say(said);
    this.#told = said;
    this.#ui.caption.textContent = said;
  }
}

/** What is over the nodes of a graph. @param {Recording} recording @param {Frame} frame @param {Board} board @returns {Overlay} */
function nodes({ sea, log }, { step, counts }, { graph }) {
  const events = graph && sea.events <= MOST_EVENTS ? log.events(0, step) : null;
  return graph && events ? { marks: nodeMarks(events, graph.nodes.map(({ name }) => name), counts.draw > 0) } : {};
}
