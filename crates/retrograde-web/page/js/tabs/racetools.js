/** Three pictures over a race: how far squares are from home, where shortest paths meet half way, and who can answer whom. */

import { h } from '../base/dom.js';
import { pref, setPref } from '../base/prefs.js';
import { PALETTE, VALUES } from '../base/values.js';
import { TILE, paper, pixelWidth, writePixels } from '../board/sprites.js';
import { Match, homesOf, isOnPath, layersOf } from '../games/layers.js';

/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../board/layout.js').Layout} Layout */

const NAMES = /** @type {const} */ (['layers', 'meetings', 'pairs']);
/** From A's home to B's: light enough for both pieces to stand out. */
const RAMP = ['#f0a79b', '#efb9a4', '#e9ceb4', '#dbd6c6', '#c3cfd8', '#a4bdd4', '#86a8c9'];

/** @param {Context} ctx @returns {{ show: (board: Board) => void, unmount: () => void }} */
export function raceTools(ctx) {
  const tools = new RaceTools(ctx);
  return { show: (board) => tools.show(board), unmount: () => tools.unmount() };
}

class RaceTools {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    /** @type {Record<string, boolean>} */
    this.on = Object.fromEntries(NAMES.map((name) => [name, pref(`race.${name}`, false)]));
    this.bar = h('div', { class: 'row toolbar', role: 'group', 'aria-label': ctx.t('race.tools'), hidden: true });
    this.note = h('p', { class: 'hint', hidden: true });
    for (const name of NAMES) {
      const button = h('button', { type: 'button', 'aria-pressed': String(this.on[name]), 'data-tip': ctx.t(`tip.${name}`), onclick: () => this.#toggle(name, button) }, ctx.t(`race.${name}`));
      this.bar.append(button);
    }
    ctx.slots.under.append(this.bar, this.note);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Match | null} */
    this.match = null;
    /** @type {{ key: string, canvas: HTMLCanvasElement } | null} */
    this.painted = null;
    this.square = -1;
    this.look = (/** @type {number} */ square) => this.#look(this.board ? square : -1);
    ctx.board.lookers.add(this.look);
  }

  unmount() {
    this.ctx.board.under = null;
    this.ctx.board.lookers.delete(this.look);
  }

  /** @param {Board} board */
  show(board) {
    const homes = homesOf(board);
    this.bar.hidden = homes === null;
    this.board = homes && board;
    this.match = null;
    this.painted = null;
    this.ctx.board.under = homes ? (context, layout) => this.#paint(context, layout) : null;
    if (homes) {
      this.layers = layersOf(board, homes);
      this.#explain();
    } else {
      this.note.hidden = true;
    }
  }

  /** @param {string} name @param {HTMLElement} button */
  #toggle(name, button) {
    this.on[name] = !this.on[name];
    setPref(`race.${name}`, Boolean(this.on[name]));
    button.setAttribute('aria-pressed', String(this.on[name]));
    this.painted = null;
    this.#explain();
    this.ctx.board.repaint();
  }

  /** The match is made when it is wanted: on a wide board it takes a moment. */
  #matched() {
    const { board, layers } = this;
    if (!board || !layers?.length || layers.length % 2) return null;
    this.match ??= new Match(board, layers);
    return this.match;
  }

  #explain() {
    const { t } = this.ctx;
    const { layers } = this;
    const any = NAMES.some((name) => this.on[name]);
    this.note.hidden = !any || !this.board;
    if (!any || !layers) return;
    const { length } = layers;
    const match = length !== null && length % 2 === 0 ? this.#matched() : null;
    const key = length === null ? 'race.apart' : match ? `race.even.${match.winner}` : 'race.odd';
    this.note.textContent = t(key, { length, half: (length ?? 0) / 2 });
  }

  /** @param {number} square */
  #look(square) {
    if (!this.on.pairs || square === this.square) return;
    this.square = square;
    this.ctx.board.repaint();
  }

  /** @param {CanvasRenderingContext2D} context @param {Layout} layout */
  #paint(context, layout) {
    const { board, layers } = this;
    const isLaidOut = context.canvas.width > 0 && context.canvas.height > 0;
    if (!board || !layers || layers.length === null || !isLaidOut) return;
    const { tile, isFlipped, width, height, origin } = layout;
    const key = `${tile} ${isFlipped} ${width} ${height} ${origin.x} ${origin.y}`;
    if (this.painted?.key !== key) this.painted = { key, canvas: this.#paintLayers(layout) };
    context.drawImage(this.painted.canvas, 0, 0);
    if (this.on.pairs) this.#paintPartners(context, layout);
  }

  /** What does not depend on the pointer. @param {Layout} layout */
  #paintLayers(layout) {
    const canvas = h('canvas', { width: layout.width, height: layout.height });
    const context = paper(canvas);
    const layers = /** @type {import('../games/layers.js').Layers} */ (this.layers);
    const length = layers.length ?? 0;
    const isLarge = !layout.isWide;
    const inset = isLarge ? 1 : 0;
    for (const square of layout.inView()) {
      if (!isOnPath(layers, square)) continue;
      const distance = layers.fromA[square] ?? 0;
      const { x, y } = layout.corner(square);
      if (this.on.layers) {
        const shade = Math.min(RAMP.length - 1, Math.floor((distance / (length + 1)) * RAMP.length));
        context.globalAlpha = distance % 2 ? 0.7 : 1;
        context.fillStyle = RAMP[shade] ?? PALETTE.floor;
        context.fillRect(x + inset, y + inset, layout.tile - inset, layout.tile - inset);
        context.globalAlpha = 1;
        const text = String(Math.min(distance, length - distance));
        if (isLarge) writePixels(context, text, x + TILE - pixelWidth(text), y + 11, PALETTE.wall);
      }
      if (this.on.meetings && distance * 2 === length) paintMeeting(context, x, y, layout.tile);
    }
    return canvas;
  }

  /** Of the square looked at: whom it matches, and whom not. @param {CanvasRenderingContext2D} context @param {Layout} layout */
  #paintPartners(context, layout) {
    const match = this.#matched();
    const layers = this.layers;
    if (!match || !layers || this.square < 0 || !isOnPath(layers, this.square)) return;
    const fromA = layers.fromA[this.square] ?? 0;
    const isA = fromA <= match.half;
    const others = isA ? (match.rowsB[fromA] ?? []) : (match.rowsA[layers.fromB[this.square] ?? 0] ?? []);
    for (const other of others) {
      const good = isA ? match.matches(this.square, other) : match.matches(other, this.square);
      const { x, y } = layout.corner(other);
      const size = Math.max(3, Math.floor(layout.tile / 2));
      const at = Math.floor((layout.tile - size) / 2);
      context.fillStyle = PALETTE.ink;
      context.fillRect(x + at, y + at, size + 1, size + 1);
      context.fillStyle = good ? VALUES.win.color : VALUES.loss.color;
      // A full square for those that match, a hollow one for those that do not.
      context.fillRect(x + at + 1, y + at + 1, size - 1, size - 1);
      if (!good && size > 5) {
        context.fillStyle = PALETTE.floor;
        context.fillRect(x + at + 3, y + at + 3, size - 5, size - 5);
      }
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} tile */
function paintMeeting(context, x, y, tile) {
  const middle = Math.floor(tile / 2);
  const radius = Math.max(1, Math.floor(tile / 2) - 1);
  context.fillStyle = '#b7950b';
  for (let step = 0; step <= radius; step++) {
    for (const [dx, dy] of [[step, radius - step], [step, step - radius], [-step, radius - step], [-step, step - radius]]) {
      context.fillRect(x + middle + (dx ?? 0), y + middle + (dy ?? 0), 1, 1);
    }
  }
}
