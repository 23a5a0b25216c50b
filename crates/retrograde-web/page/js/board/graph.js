/** A graph: its nodes as squares, their border the side to move there, and arrows for the moves. */

import { PALETTE } from '../base/values.js';
import { line, ring } from './shapes.js';
import { TILE, drawGlyph, pixelWidth, writePixels } from './sprites.js';

/** @typedef {import('./paint.js').Scene} Scene */
/** @typedef {import('./layout.js').Point} Point */

const EDGE = '#8a97a3';
const FLOOR = '#2a3848';
const SIDES = [PALETTE.red, PALETTE.light];
/** From the middle of a square to beyond its edge. */
const REACH = TILE / 2 + 2;
const FLAG = ['##...', '####.', '##...', '#....', '#....'];

/** Moves there and back run beside each other. @param {Scene} scene */
export function paintEdges({ context, state, layout }) {
  const { graph } = state.board;
  if (!graph) return;
  const known = new Set(graph.edges.map(([from, to]) => `${from} ${to}`));
  for (const [from, to] of graph.edges) {
    if (from !== to) paintEdge(context, layout.middle(from), layout.middle(to), known.has(`${to} ${from}`) ? 3 : 0);
  }
}

/** @param {CanvasRenderingContext2D} context @param {Point} a @param {Point} b @param {number} aside */
function paintEdge(context, a, b, aside) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const reach = REACH / Math.max(Math.abs(ux), Math.abs(uy));
  const at = (/** @type {Point} */ { x, y }, /** @type {number} */ along, /** @type {number} */ across) => ({ x: Math.round(x + ux * along - uy * across), y: Math.round(y + uy * along + ux * across) });
  const tip = at(b, -reach, aside);
  line(context, at(a, reach, aside), tip, 1, EDGE);
  for (const wing of [3, -3]) line(context, tip, at(b, -reach - 4, aside + wing), 1, EDGE);
}

/** @param {Scene} scene @param {number} index */
export function paintNode({ context, state, layout }, index) {
  const node = state.board.graph?.nodes[index];
  if (!node) return;
  const { x, y } = layout.corner(index);
  const side = SIDES[state.board.kit?.sides.indexOf(node.turn) ?? -1] ?? EDGE;
  context.fillStyle = state.overlay.tints?.get(node.name) ?? FLOOR;
  context.fillRect(x, y, TILE + 1, TILE + 1);
  ring(context, x, y, TILE + 1, side);
  ring(context, x + 1, y + 1, TILE - 1, side);
  if (node.ending) drawGlyph(context, FLAG, x + 6, y + 6, PALETTE.light);
  // Where arrows pass, a name is read all the same.
  const width = pixelWidth(node.name);
  const left = Math.max(1, Math.min(Math.round(x + TILE / 2 - width / 2), context.canvas.width - width - 1));
  context.clearRect(left - 1, y - 9, width + 2, 7);
  writePixels(context, node.name, left, y - 8, EDGE);
}
