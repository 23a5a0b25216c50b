/** Boards and kits, as they follow from what the server tells. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { spread } from '../../page/js/games/force.js';
import { untold } from '../../page/js/games/told.js';
import { columnName, readSquare, squareName } from '../../page/js/games/square.js';
import { keysOf, toolOf } from '../../page/js/tabs/toolkeys.js';
import { KITS, boardOf, looked } from './boards.js';

test('squares are named by column letters and rows from the top, as in spreadsheets', () => {
  assert.deepEqual([0, 25, 26, 701, 702].map(columnName), ['a', 'z', 'aa', 'zz', 'aaa']);
  for (const [row, col] of [[0, 0], [9, 25], [999, 999]]) assert.deepEqual(readSquare(squareName(row ?? 0, col ?? 0)), { row, col });
  for (const name of ['', 'a', '7', 'a0', 'a1b2']) assert.equal(readSquare(name), null);
});

test('ground is read by runs of its first kind and letters of the others', () => {
  const board = looked({ game: 'race', shape: { kind: 'grid', rows: 2, columns: 12 }, ground: '10#1/#11' });
  assert.deepEqual([...Array(24).keys()].filter((index) => board.isWall(index)), [10, 12]);
  assert.deepEqual(['l1', 'l2', 'm1', 'a3'].map((name) => board.index(name)), [11, 23, -1, -1]);
  assert.equal(board.cell(24).terrain, 'void');
});

test('rows of a chessboard are counted from below', () => {
  const board = looked({ game: 'race', shape: { kind: 'chessboard', rows: 8, columns: 8 } });
  assert.deepEqual([0, 7, 56, 63].map((index) => board.name(index)), ['a8', 'h8', 'a1', 'h1']);
  assert.deepEqual(['a8', 'e2', 'h1', 'a9', 'i1'].map((name) => board.index(name)), [0, 52, 63, -1, -1]);
  assert.deepEqual(board.path({ move: 'e7e8q' }), ['e7', 'e8']);
});

test('pieces stand on ground that has pieces of its own', () => {
  const { pieces, ground, terrain } = boardOf('race:A3/1H2/4/3B_a').cell(0);
  assert.deepEqual([pieces.map(({ id }) => id), ground.map(({ id }) => id), terrain], [['a'], ['home-a'], 'floor']);
});

test('a row is numbered, and drawn in lines', () => {
  const board = boardOf(`cannons:${'0110'.repeat(30)}_r`);
  assert.deepEqual([board.squares, board.rows, board.cols, board.name(119), board.title], [120, 6, 20, '120', '120']);
  assert.deepEqual([board.index('120'), board.index('121'), board.index('0')], [119, -1, -1]);
  assert.deepEqual(board.path({ move: '4x6' }), ['4', '6']);
  // The board after the capture has no sixth square.
  const after = boardOf('cannons:01101_b');
  assert.deepEqual([after.path({ move: '4x6' }), after.isNeeded], [[], true]);
});

test('a move touches the squares that are told, or else those that its text names', () => {
  const board = boardOf('race:1A2/1H2/4/3B_b');
  assert.deepEqual(board.path({ move: 'jump', path: ['d4', 'c4'] }), ['d4', 'c4']);
  assert.deepEqual(board.path({ move: 'b1c1' }), ['b1', 'c1']);
  assert.deepEqual(board.path({ move: 'pass' }), []);
  assert.deepEqual(board.path({ move: 'z9a1' }), [], 'no squares of this board');
});

test('a move that names a column has its square on the board that it is made on', () => {
  const board = boardOf('connect4:3/3/X2_o');
  assert.deepEqual(['a', 'b'].map((move) => board.path({ move })), [['a2'], ['b3']]);
  assert.deepEqual(boardOf('connect4:1X1/1O1/1X1_o').path({ move: 'b' }), [], 'it is full');
  assert.deepEqual([board.isNeeded, boardOf('tictactoe:3/3/3_x').isNeeded], [true, false]);
});

test('keys are those of letters, where no other bears the same, else by the order of the pieces', () => {
  const keys = (/** @type {keyof typeof KITS} */ game) => [...keysOf(KITS[game])].map(([key, { id }]) => `${key} ${id}`).sort();
  assert.deepEqual(keys('pawn'), ['# wall', '. floor', 'o king', 'x pawn']);
  assert.deepEqual(keys('race'), ['# wall', '. floor', '0 home-b', '1 home-a', 'o a', 'x b']);
  assert.deepEqual(keys('tictactoe'), ['o o', 'x x']);
  assert.deepEqual(keys('cannons'), ['0 black', '1 red', 'o red', 'x black']);
});

test('of many pieces a letter and its case is the key, and a letter of one piece alone is it in either case', () => {
  const { many } = KITS;
  assert.deepEqual(['C', 'c', 'G', 'g', 'N', 'n', '.', 'o'].map((key) => toolOf(many, key)?.id), ['piece-C', 'piece-c', 'piece-G', 'piece-g', 'piece-N', 'piece-N', 'floor', undefined]);
});

/** A ring of nodes with a way to its middle. @param {number} count @returns {[number, number][]} */
const ring = (count) => Array.from({ length: count }, (_, index) => [index, (index + 1) % count]);

test('a graph lies the same way every time, no node on another', () => {
  for (const count of [1, 2, 9, 400]) {
    const spots = spread(count, count > 2 ? ring(count) : []);
    assert.deepEqual(spread(count, count > 2 ? ring(count) : []), spots);
    assert.equal(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size, count);
    assert.ok(spots.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0));
  }
});

test('neighbours in a graph lie closer than others', () => {
  const spots = spread(12, ring(12));
  const far = (/** @type {number} */ a, /** @type {number} */ b) => Math.hypot((spots[a]?.x ?? 0) - (spots[b]?.x ?? 0), (spots[a]?.y ?? 0) - (spots[b]?.y ?? 0));
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const [near, across] = [mean(ring(12).map(([a, b]) => far(a, b))), mean(ring(12).map(([a]) => far(a, (a + 6) % 12)))];
  assert.ok(near * 1.5 < across, `${near} and ${across}`);
});

test('a node of a graph is a square, and a move leads from where one is to the node that it names', () => {
  const nodes = ['start', 'mill', 'fog'].map((name) => ({ name, turn: 'a', ending: null }));
  const board = looked({ game: 'graph', shape: { kind: 'graph', nodes, edges: [[0, 1], [1, 2]] }, pieces: [{ piece: 'here', square: 'mill' }] });
  assert.deepEqual([board.squares, board.index('fog'), board.name(2), board.index('a1')], [3, 2, 'fog', -1]);
  assert.deepEqual(board.path({ move: 'fog' }), ['mill', 'fog']);
  assert.ok(board.cols > 0 && board.rows > 0 && board.spots?.length === 3);
});

test('boards are others if something else stands on them, not if another side moves', () => {
  const [board, moved, other] = ['pawn:O2/1HX/1O1_r', 'pawn:O2/1HX/1O1_b', 'pawn:O2/1H1/1OX_r'].map(boardOf);
  assert.equal(board?.isOther(/** @type {any} */ (moved)), false);
  assert.equal(board?.isOther(/** @type {any} */ (other)), true);
  assert.equal(board?.isOther(untold(null, 'pawn:')), true);
});
