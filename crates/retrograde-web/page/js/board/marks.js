/** What is drawn from square to square and round squares: trails, dots, frames, arrows, the cursor. */

import { PALETTE, VALUES } from '../base/values.js';
import { arches, arrow, between, disk, outline, ring } from './shapes.js';
import { TILE } from './sprites.js';

/** @typedef {import('./paint.js').Scene} Scene */

/** The smallest cursor that is seen. */
const LEAST_CURSOR = 9;

/** Dots from square to square, up to the edge of those that show a value. @param {Scene} scene @param {string[]} names */
export function paintTrail(scene, names) {
  const points = middles(scene, names);
  const isMarked = names.map((name) => scene.state.overlay.marks?.has(name) ?? false);
  points.slice(1).forEach((to, index) => {
    const from = /** @type {import('./layout.js').Point} */ (points[index]);
    const dots = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / 4;
    for (let dot = 0; dot <= dots; dot++) {
      if (isMarked[dot < dots / 2 ? index : index + 1]) continue;
      const { x, y } = between(from, to, dot / dots);
      disk(scene.context, x, y, 1, PALETTE.yellow);
    }
  });
}

/** @param {Scene} scene @param {string} name */
export function paintDot(scene, name) {
  for (const { x, y } of middles(scene, [name])) disk(scene.context, x - 1, y - 1, 3, PALETTE.yellow);
}

/**
 * Round squares and never over what stands on them, with a dark line outside, so that they are seen on floor as on walls; beside each other,
 * they share it. At the right and lower edge of the paper both lines stay on it.
 * @param {Scene} scene @param {string[]} names @param {string} color
 */
export function paintFrames({ context, state, layout }, names, color) {
  const boxes = state.indicesOf(names).map((index) => {
    const { x, y } = layout.corner(index);
    const [right, bottom] = [x + TILE + 1, y + TILE + 1];
    return { x, y, right: right === layout.width ? right - 1 : right, bottom: bottom === layout.height ? bottom - 1 : bottom };
  });
  for (const { x, y, right, bottom } of boxes) outline(context, x - 1, y - 1, right, bottom, PALETTE.ink);
  for (const { x, y, right, bottom } of boxes) {
    outline(context, x, y, right - 1, bottom - 1, color);
    ring(context, x + 1, y + 1, TILE - 1, color);
  }
}

/** Straight from square to square; in a row, over those between. @param {Scene} scene @param {import('./state.js').Arrow} of */
export function paintArrow(scene, { path, value }) {
  const points = middles(scene, path);
  const [from, to, another] = points;
  const isArched = scene.layout.hasAir && from && to && !another;
  arrow(scene.context, isArched ? arches(from, to, scene.layout.tile) : [points], value ? VALUES[value].color : PALETTE.yellow);
}

/** Dashes of two colours. @param {Scene} scene */
export function paintCursor({ context, state, layout }) {
  const { x, y } = layout.corner(state.cursor);
  const size = Math.max(layout.tile + 1, LEAST_CURSOR);
  const shift = Math.floor((layout.tile + 1 - size) / 2);
  context.setLineDash([3, 2]);
  context.lineWidth = 1;
  for (const [offset, color] of /** @type {[number, string][]} */ ([[0, PALETTE.ink], [2.5, '#ffffff']])) {
    context.lineDashOffset = offset;
    context.strokeStyle = color;
    context.strokeRect(x + shift + 0.5, y + shift + 0.5, size - 1, size - 1);
  }
  context.setLineDash([]);
}

/** @param {Scene} scene @param {string[]} names */
const middles = ({ state, layout }, names) => state.indicesOf(names).map((index) => layout.middle(index));
