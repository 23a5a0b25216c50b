/** Shapes of pixel art on a canvas: walls, frames, lines of square dots, arrows. */

import { PALETTE } from '../base/values.js';
import { TILE } from './sprites.js';

/** @typedef {import('./layout.js').Point} Point */

const SHADE = '#8795a1';
/** How wide the rows of a hole are. */
const ROUND = [5, 9, 11, 13, 13, 15, 15, 15, 15, 15, 13, 13, 11, 9, 5];
const COURSES = 4;
const BRICKS = 3;

/** A wall, its courses shifted from square to square. @param {CanvasRenderingContext2D} context @param {Point} corner @param {number} index */
export function bricks(context, { x, y }, index) {
  context.fillStyle = PALETTE.mortar;
  context.fillRect(x, y, TILE + 1, TILE + 1);
  for (let course = 0; course < COURSES; course++) {
    const shift = (course + index) % 2 ? -4 : 0;
    for (let brick = 0; brick < BRICKS; brick++) {
      const left = Math.max(1, shift + brick * 8 + 1);
      const right = Math.min(TILE, shift + brick * 8 + 8);
      if (right <= left) continue;
      context.fillStyle = PALETTE.wall;
      context.fillRect(x + left, y + course * 4 + 1, right - left, 3);
      context.fillStyle = course === 0 ? PALETTE.ledge : PALETTE.brick;
      context.fillRect(x + left, y + course * 4 + 1, right - left, 1);
    }
  }
}

/** A cube seen from above: its light falls from the left. @param {CanvasRenderingContext2D} context @param {Point} corner @param {string} color */
export function cube(context, { x, y }, color) {
  context.fillStyle = PALETTE.mortar;
  context.fillRect(x, y, TILE + 1, TILE + 1);
  context.fillStyle = SHADE;
  context.fillRect(x + 1, y + 1, TILE - 1, TILE - 1);
  context.fillStyle = '#ffffff';
  context.fillRect(x + 1, y + 1, TILE - 2, TILE - 2);
  context.fillStyle = color;
  context.fillRect(x + 2, y + 2, TILE - 3, TILE - 3);
}

/** A board with a round hole. @param {CanvasRenderingContext2D} context @param {Point} corner @param {string} color */
export function hole(context, { x, y }, color) {
  context.fillStyle = PALETTE.brick;
  context.fillRect(x, y, TILE + 1, TILE + 1);
  context.fillStyle = color;
  ROUND.forEach((width, row) => context.fillRect(x + (TILE + 1 - width) / 2, y + 1 + row, width, 1));
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {string} color */
export const ring = (context, x, y, size, color) => outline(context, x, y, x + size - 1, y + size - 1, color);

/** A line from pixel to pixel round a box. @param {CanvasRenderingContext2D} context @param {number} left @param {number} top @param {number} right @param {number} bottom @param {string} color */
export function outline(context, left, top, right, bottom, color) {
  const [width, height] = [right - left + 1, bottom - top + 1];
  context.fillStyle = color;
  context.fillRect(left, top, width, 1);
  context.fillRect(left, bottom, width, 1);
  context.fillRect(left, top, 1, height);
  context.fillRect(right, top, 1, height);
}

/** A square on a rim of ink. @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size @param {string} color */
export function disk(context, x, y, size, color) {
  context.fillStyle = PALETTE.ink;
  context.fillRect(x - 1, y - 1, size + 2, size + 2);
  context.fillStyle = color;
  context.fillRect(x, y, size, size);
}

/** An arrow along points. @param {CanvasRenderingContext2D} context @param {Point[][]} ways in parts @param {string} color */
export function arrow(context, ways, color) {
  for (const [width, paint] of /** @type {[number, string][]} */ ([[4, PALETTE.ink], [2, color]])) {
    for (const way of ways) {
      for (let leg = 1; leg < way.length; leg++) line(context, way[leg - 1], way[leg], width, paint);
    }
    const [tail, tip] = (ways.at(-1) ?? []).slice(-2);
    if (tail && tip) head(context, tail, tip, width, paint);
  }
}

/** A line of square dots, so that it stays pixel art. @param {CanvasRenderingContext2D} context @param {Point | undefined} from @param {Point | undefined} to @param {number} width @param {string} color */
export function line(context, from, to, width, color) {
  if (!from || !to) return;
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  const half = Math.floor(width / 2);
  context.fillStyle = color;
  for (let step = 0; step <= steps; step++) {
    const { x, y } = between(from, to, step / steps);
    context.fillRect(x - half, y - half, width, width);
  }
}

/** The pixel at a share of the way. @param {Point} from @param {Point} to @param {number} share @returns {Point} */
export const between = (from, to, share) => ({ x: Math.round(from.x + (to.x - from.x) * share), y: Math.round(from.y + (to.y - from.y) * share) });

/** @param {CanvasRenderingContext2D} context @param {Point} tail @param {Point} tip @param {number} width @param {string} color */
function head(context, tail, tip, width, color) {
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y) || 1;
  const [ux, uy] = [(tip.x - tail.x) / length, (tip.y - tail.y) / length];
  for (const side of [1, -1]) {
    const end = { x: Math.round(tip.x - 5 * ux + side * 4 * uy), y: Math.round(tip.y - 5 * uy - side * 4 * ux) };
    line(context, tip, end, width, color);
  }
}

/** Over the squares between; from the end of one line to the start of another, in two halves. @param {Point} from @param {Point} to @param {number} tile @returns {Point[][]} */
export function arches(from, to, tile) {
  if (from.y === to.y) return [arch(from, to, tile)];
  const ahead = (to.y > from.y ? 2 : -2) * tile;
  return [arch(from, { x: from.x + ahead, y: from.y }, tile), arch({ x: to.x - ahead, y: to.y }, to, tile)];
}

/** @param {Point} from @param {Point} to @param {number} rise @returns {Point[]} */
function arch(from, to, rise) {
  const way = [];
  for (let step = 0; step <= 8; step++) {
    way.push({ x: Math.round(from.x + ((to.x - from.x) * step) / 8), y: Math.round(from.y - 3 - Math.sin((Math.PI * step) / 8) * rise) });
  }
  return way;
}
