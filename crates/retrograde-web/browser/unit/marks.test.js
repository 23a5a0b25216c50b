/** Frames round squares: what is painted of them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PALETTE } from '../../page/js/base/values.js';
import { Layout } from '../../page/js/board/layout.js';
import { paintFrames } from '../../page/js/board/marks.js';
import { TILE } from '../../page/js/board/sprites.js';
import { boardOf } from './boards.js';

/** The colours of the pixels after frames round squares of a board; what is painted beside the paper is lost. @param {string} token @param {string[]} names */
function framed(token, names) {
  const board = boardOf(token);
  const layout = new Layout();
  layout.fit(board, { isFlipped: false }, { width: 600, height: 600, ratio: 1 });
  /** @type {Map<string, string>} */
  const pixels = new Map();
  const context = { fillStyle: '', fillRect(/** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ width, /** @type {number} */ height) {
    for (let y = top; y < Math.min(top + height, layout.height); y += 1) for (let x = left; x < Math.min(left + width, layout.width); x += 1) pixels.set(`${x} ${y}`, this.fillStyle);
  } };
  paintFrames(/** @type {any} */ ({ context, layout, state: { indicesOf: (/** @type {string[]} */ all) => all.map((name) => board.index(name)) } }), names, PALETTE.yellow);
  return { layout, at: (/** @type {number} */ x, /** @type {number} */ y) => pixels.get(`${x} ${y}`), corner: (/** @type {string} */ name) => layout.corner(board.index(name)) };
}

test('a frame has its colour and its dark line on all four sides, at the edges of the board, too', () => {
  for (const name of ['a1', 'b2', 'c3', 'c1', 'a3']) {
    const { at, corner } = framed('tictactoe:3/3/3_x', [name]);
    const { x, y } = corner(name);
    const across = Array.from({ length: TILE + 3 }, (_, step) => at(x - 1 + step, y + 8));
    const down = Array.from({ length: TILE + 3 }, (_, step) => at(x + 8, y - 1 + step));
    for (const line of [across, down]) {
      const sides = line.filter((colour) => colour !== undefined);
      assert.deepEqual([sides.at(0), sides.at(1), sides.at(-2), sides.at(-1)], [PALETTE.ink, PALETTE.yellow, PALETTE.yellow, PALETTE.ink], name);
      assert.ok(line.slice(3, TILE - 1).every((colour) => colour === undefined), `${name}: the frame is over its square`);
    }
  }
});

test('squares beside each other have frames of one width, without dark lines between them', () => {
  const { at, corner } = framed('tictactoe:3/3/3_x', ['a2', 'b2', 'c2']);
  const { x, y } = corner('b2');
  assert.deepEqual([-1, 0, 1, TILE - 1, TILE, TILE + 1].map((step) => at(x + step, y + 8)), Array(6).fill(PALETTE.yellow));
});
