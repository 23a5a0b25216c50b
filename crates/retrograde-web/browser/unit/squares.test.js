/** Squares of a chessboard alternate, whatever its size. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { floor } from '../../page/js/board/squares.js';

for (const [cols, rows] of [[8, 8], [5, 5], [3, 4], [4, 3]]) {
  test(`on a chessboard of ${cols} columns and ${rows} rows neighbours differ, and the corner at the bottom left is dark`, () => {
    const board = /** @type {any} */ ({ isChessboard: true, cols, rows });
    const at = (/** @type {number} */ col, /** @type {number} */ row) => floor({ board }, row * cols + col);
    const light = floor({ board: /** @type {any} */ ({ ...board, isChessboard: false }) }, 0);
    assert.notEqual(at(0, rows - 1), light);
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) assert.equal(at(col, row) === at(0, rows - 1), (col + rows - 1 - row) % 2 === 0, `${col}, ${row}`);
    }
  });
}
