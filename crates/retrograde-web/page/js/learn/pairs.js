/** The proof of the race on a board of the reader's choice: its layers, and its pairs of squares from the middle outwards. */

import { fill, h } from '../base/dom.js';
import { PALETTE, VALUES } from '../base/values.js';
import { BoardView } from '../board/index.js';
import { TILE, pixelWidth, writePixels } from '../board/sprites.js';
import { numerals, pairSteps } from '../games/pairs.js';
import { WALL } from '../games/told.js';
import { stepper } from './diagram.js';

/** @typedef {import('../tabs/context.js').Context} Context */
/** @typedef {import('../games/told.js').Board} Board */
/** @typedef {import('../games/pairs.js').PairStep} PairStep */

const GAME = 'race';
const FLOOR = 'floor';
const FIRST_BOARD = 'race:A4/1H1H1/5/1H1H1/4B_a';
/** Rows and columns of the boards that are offered. */
const SIZES = [4, 5, 7, 10, 16];
const WALLS = 25;
/** Layers in turn, so that neighbours differ. */
const TINTS = ['#f3cdb5', '#cfe0ee'];
const FAINT = '#dfe4e8';

/** @param {Context} ctx @returns {HTMLElement} */
export function pairsFigure(ctx) {
  const { t, api, boards, live } = ctx;
  const element = h('div', { class: 'lesson-stage' });
  const view = new BoardView(element, ctx);
  const steps = h('div', { class: 'pair-steps' });
  let [pos, seed] = [FIRST_BOARD, 1];

  const trouble = (/** @type {unknown} */ error) => live.toast(error instanceof Error ? error.message : String(error));

  /** @param {Board} board */
  const show = async (board) => {
    pos = board.pos;
    view.under = null;
    view.show(board);
    /** @type {import('../base/shapes.js').LayersReport | null} */
    let report = null;
    let said = '';
    try {
      report = await api.layers(board.pos);
    } catch (error) {
      const isDrawn = /** @type {{ code?: string }} */ (error).code === 'no-layers';
      said = isDrawn ? t('pairs.apart') : t('learn.missing', { message: error instanceof Error ? error.message : String(error) });
    }
    if (pos !== board.pos) return;
    figure.dataset.pos = pos;
    if (report === null) {
      fill(steps, h('p', { class: 'toy-sentence', role: 'status' }, said));
      return;
    }
    const told = pairSteps(report);
    const { layers } = report;
    fill(steps, stepper(h('div', { hidden: true }), told.length - 1, t, (step) => {
      const here = told[step];
      view.under = (context, layout) => paint(context, layout, board, layers, here);
      view.lay(overlayOf(here, layers));
      return t(`pairs.${here.key}`, here.params);
    }, 0, { isLong: true }));
  };

  /** @param {string} square */
  const press = async (square) => {
    const board = boards.at(pos);
    if (!board) return;
    const index = board.index(square);
    if (board.standing.has(index)) return;
    await boards.edit(pos, { kind: 'place', tool: board.isWall(index) ? FLOOR : WALL, square }).then(show, trouble);
  };
  view.handlers = { onCell: (square) => void press(square) };

  const size = h('select', { id: 'pairs-size' }, SIZES.map((side) => h('option', { value: side, selected: side === 5 }, `${side}×${side}`)));
  const draw = async () => {
    try {
      const answer = await api.random({ game: GAME, size: `${size.value}x${size.value}`, walls: WALLS, seed });
      seed += 1;
      await show(await boards.want(answer.pos));
    } catch (error) {
      trouble(error);
    }
  };
  size.addEventListener('change', () => void draw());
  const choice = h('div', { class: 'row' }, h('label', { for: 'pairs-size' }, t('pairs.size')), size, h('button', { type: 'button', onclick: () => void draw() }, t('pairs.another')));
  const figure = h('figure', { class: 'lesson-figure pairs' }, element, h('figcaption', {}, choice, h('p', { class: 'hint' }, t('pairs.press')), steps));
  boards.want(pos).then(show, (error) => fill(steps, h('p', {}, t('learn.missing', { message: String(error.message) }))));
  return figure;
}

/** What is laid over the board, and said of its squares. @param {PairStep} step @param {string[][]} layers @returns {import('../board/state.js').Overlay} */
function overlayOf({ layers: lit, from, next = [] }, layers) {
  /** @type {Map<string, string>} */
  const tints = new Map();
  layers.forEach((squares, layer) => squares.forEach((square) => tints.set(square, lit.includes(layer) ? TINTS[layer % 2] : FAINT)));
  return { tints, dots: next, ...(from && { frame: [from] }) };
}

/**
 * Numbers on the squares of layers, their steps from the nearer home; a full square where B can answer, a hollow one where it cannot.
 * @param {CanvasRenderingContext2D} context @param {import('../board/layout.js').Layout} layout @param {Board} board @param {string[][]} layers @param {PairStep} step
 */
function paint(context, layout, board, layers, { partners = [], others = [] }) {
  if (!layout.isWide) {
    for (const [square, steps] of numerals(layers)) {
      const { x, y } = layout.corner(board.index(square));
      writePixels(context, String(steps), x + TILE - pixelWidth(String(steps)), y + 11, PALETTE.wall);
    }
  }
  const box = (/** @type {string} */ square, /** @type {boolean} */ isFull) => {
    const { x, y } = layout.corner(board.index(square));
    const size = Math.max(3, Math.floor(layout.tile / 2));
    const at = Math.floor((layout.tile - size) / 2);
    context.fillStyle = PALETTE.ink;
    context.fillRect(x + at, y + at, size + 1, size + 1);
    context.fillStyle = (isFull ? VALUES.win : VALUES.loss).color;
    context.fillRect(x + at + 1, y + at + 1, size - 1, size - 1);
    if (isFull || size <= 5) return;
    context.fillStyle = PALETTE.floor;
    context.fillRect(x + at + 3, y + at + 3, size - 5, size - 5);
  };
  for (const square of partners) box(square, true);
  for (const square of others) box(square, false);
}
