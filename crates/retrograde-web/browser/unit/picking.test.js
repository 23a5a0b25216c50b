import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canLeave, carry, press } from '../../page/js/tabs/play/picking.js';

/** @param {string[]} paths such as `b2c2` */
const ways = (...paths) => paths.map((move) => ({ move, path: move.match(/[a-z]\d/g) ?? [] }));

/** A king that steps, a token that must go on from its enemy, a piece that is put down, a pass. */
const MOVES = ways('c3c4', 'c3b3', 'b2c2c3', 'b2c2d2', 'e5', 'pass');

/** Presses squares in turn, until a move is made. @param {string} squares */
function pressed(squares) {
  let picked = /** @type {string[]} */ ([]);
  for (const square of squares.split(' ')) {
    const taken = press(MOVES, picked, square);
    if (taken.move) return taken.move;
    picked = taken.picked;
  }
  return picked;
}

test('a piece is picked and put down', () => {
  assert.deepEqual(pressed('c3'), ['c3']);
  assert.equal(pressed('c3 c4'), 'c3c4');
  assert.equal(pressed('e5'), 'e5', 'what is put down needs no piece');
});

test('a jump goes on from what it jumps over', () => {
  assert.deepEqual(pressed('b2 c2'), ['b2', 'c2']);
  assert.equal(pressed('b2 c2 d2'), 'b2c2d2');
});

test('a piece is let go by pressing it again, or another', () => {
  assert.deepEqual(pressed('c3 c3'), []);
  assert.deepEqual(pressed('c3 b2'), ['b2']);
  assert.deepEqual(pressed('c3 a1'), []);
  assert.deepEqual(pressed('b2 c2 c3'), 'b2c2c3', 'a square of its own path is no other piece');
});

test('a piece is carried to its end, or onto what it jumps over', () => {
  assert.equal(carry(MOVES, 'c3', 'b3').move, 'c3b3');
  assert.equal(carry(MOVES, 'b2', 'd2').move, 'b2c2d2');
  assert.deepEqual(carry(MOVES, 'b2', 'c2').picked, ['b2', 'c2']);
  assert.deepEqual(carry(MOVES, 'c3', 'a1'), { move: null, picked: ['c3'] });
  assert.deepEqual(['c3', 'c4', 'b2'].map((square) => canLeave(MOVES, square)), [true, false, true]);
});
