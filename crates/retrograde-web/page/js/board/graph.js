/** A graph: its nodes as squares, their border the side to move there, and arrows for the moves. */

import { PALETTE } from '../base/values.js';
import { line, ring } from './shapes.js';
import { TILE, drawGlyph, pixelWidth, writePixels } from './sprites.js';

/** @typedef {import('./paint.js').Scene} Scene */
/** @typedef {import('./layout.js').Point} Point */

export const EDGE = '#74818d';
const FLOOR = '#2a3848';
export const SIDES = [PALETTE.red, PALETTE.light];
/** From the middle of a square to beyond its edge. */
const REACH = TILE / 2 + 2;
/** Where a name may stand, the best first: above, below, at the right, at the left. @type {[number, number][]} */
const NAMES = [[0, -1], [0, 1], [1, 0], [-1, 0]];
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
  // A light border would not be seen on light paper.
  ring(context, x, y, TILE + 1, EDGE);
  ring(context, x + 1, y + 1, TILE - 1, side);
  ring(context, x + 2, y + 2, TILE - 3, side);
  if (node.ending) drawGlyph(context, FLAG, x + 6, y + 6, PALETTE.light);
  const at = besideNode({ context, state, layout }, index, pixelWidth(node.name));
  // Where arrows pass all the same, a name is read.
  context.clearRect(at.x - 1, at.y - 1, pixelWidth(node.name) + 2, 7);
  writePixels(context, node.name, at.x, at.y, EDGE);
}

/** Where a name stands: above its node, or where fewer arrows meet it, as far as the picture goes. @param {Scene} scene @param {number} index @param {number} width of the name @returns {Point} */
function besideNode({ context, state, layout }, index, width) {
  const { x, y } = layout.corner(index);
  const here = layout.middle(index);
  const others = (state.board.graph?.edges ?? []).flatMap(([from, to]) => (from === to ? [] : from === index ? [to] : to === index ? [from] : []));
  const places = NAMES.map(([across, down]) => {
    const left = across ? (across > 0 ? x + TILE + 4 : x - 3 - width) : Math.round(x + TILE / 2 - width / 2);
    const top = down ? (down > 0 ? y + TILE + 4 : y - 8) : y + 6;
    const isInside = left > 0 && left + width < context.canvas.width && top > 0 && top + 6 < context.canvas.height;
    // An arrow that comes straight to a side covers it, one from askew hardly.
    const covered = others.reduce((sum, other) => {
      const { x: dx, y: dy } = layout.middle(other);
      return sum + Math.max(0, ((dx - here.x) * across + (dy - here.y) * down) / Math.hypot(dx - here.x, dy - here.y)) ** 4;
    }, 0);
    return { left, top, cost: isInside ? covered : Infinity };
  });
  const best = places.reduce((one, other) => (other.cost < one.cost - 0.1 ? other : one));
  return { x: Math.max(1, Math.min(best.left, context.canvas.width - width - 1)), y: best.top };
}

/** A graph in little room: lines, and the nodes in the colours of the sides that move there. @param {Scene} scene */
export function paintSmall({ context, state, layout }) {
  const { graph, kit } = state.board;
  if (!graph) return;
  for (const [from, to] of graph.edges) line(context, layout.middle(from), layout.middle(to), 1, EDGE);
  graph.nodes.forEach((node, index) => {
    const { x, y } = layout.corner(index);
    context.fillStyle = SIDES[kit?.sides.indexOf(node.turn) ?? -1] ?? EDGE;
    context.fillRect(x, y, layout.tile, layout.tile);
    if (layout.tile > 4) ring(context, x, y, layout.tile, EDGE);
    context.fillStyle = FLOOR;
    if (layout.tile > 4) context.fillRect(x + 2, y + 2, layout.tile - 4, layout.tile - 4);
  });
}
