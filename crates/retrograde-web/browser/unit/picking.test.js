import assert from 'node:assert/strict';
import { test } from 'node:test';

import { overlayFor } from '../../page/js/answers/look.js';
import { canLeave, carry, meant, press } from '../../page/js/tabs/play/picking.js';
import { boardOf } from './boards.js';

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

test('where several moves pass the same squares, one of them is to be chosen', () => {
  const promotions = [...ways('e7d8'), ...['q', 'r'].map((piece) => ({ move: `e7e8${piece}`, path: ['e7', 'e8'] }))];
  const choice = { move: null, picked: ['e7', 'e8'], among: ['e7e8q', 'e7e8r'] };
  assert.deepEqual(press(promotions, ['e7'], 'e8'), choice);
  assert.deepEqual(carry(promotions, 'e7', 'e8'), choice);
  assert.equal(press(promotions, ['e7'], 'd8').move, 'e7d8');
  assert.deepEqual(press(promotions, ['e7', 'e8'], 'a1'), { move: null, picked: [] }, 'another square ends the choice');
  // Where one can jump over this or that, the end alone tells too little, and the best is meant.
  assert.equal(carry(ways('a1b2c3', 'a1b1c3'), 'a1', 'c3').move, 'a1b2c3');
});

test('a piece is carried to its end, or onto what it jumps over', () => {
  assert.equal(carry(MOVES, 'c3', 'b3').move, 'c3b3');
  assert.equal(carry(MOVES, 'b2', 'd2').move, 'b2c2d2');
  assert.deepEqual(carry(MOVES, 'b2', 'c2').picked, ['b2', 'c2']);
  assert.deepEqual(carry(MOVES, 'c3', 'a1'), { move: null, picked: ['c3'] });
  assert.deepEqual(['c3', 'c4', 'b2'].map((square) => canLeave(MOVES, square)), [true, false, true]);
});

test('where pieces fall, any square of a column means the one where a piece comes to lie', () => {
  const board = boardOf('connect4:3/3/X2_o');
  const drops = ways('a2', 'b3', 'c3');
  assert.deepEqual(['a1', 'a3', 'b1', 'c3'].map((square) => meant(drops, board, square)), ['a2', 'a2', 'b3', 'c3']);
  assert.equal(meant(drops.slice(1), board, 'a1'), 'a1', 'a full column takes nothing');
  assert.equal(meant(ways('b2'), boardOf('tictactoe:3/3/3_x'), 'b1'), 'b1', 'elsewhere a square means itself');
});

/** Where the first press may go, as dots tell it. @param {string} token @param {string[]} paths */
const dotted = (token, ...paths) => {
  const moves = ways(...paths).map(({ move, path }) => ({ move, path, pos: '', over: null }));
  return overlayFor(boardOf(token), { moves, rated: false, picked: [], pointed: null, last: null, t: (key) => key }).dots;
};

test('dots tell where moves begin on empty squares, if not all of these will do', () => {
  assert.deepEqual(dotted('connect4:3/3/X2_o', 'a2', 'b3', 'c3'), ['a2', 'b3', 'c3']);
  assert.deepEqual(dotted('tictactoe:XO1/XOX/OX1_o', 'c1', 'c3'), [], 'every empty square');
  assert.deepEqual(dotted('pawn:1X1/3/OO1_r', 'a3a2', 'b3b2'), [], 'pieces are seen');
});
