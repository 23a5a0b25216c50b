// What the page reads of positions, against the tokens that the command line prints.
// RETROGRADE=path/to/retrograde node --test unit/    (without the variable: what cargo built last)

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { MODELS, gameOf } from '../../page/js/games/index.js';
import { columnName, readSquare, squareName } from '../../page/js/games/square.js';
import { whereIs } from '../../page/js/games/grid.js';
import { latestProgram } from '../program.js';

const program = latestProgram();
const retrograde = (...args) => execFileSync(program, args, { encoding: 'utf8' });
const needsProgram = { skip: program ? false : 'no retrograde program: cargo build --release' };

/** Starts, and positions in the middle of games. */
function tokens(game, size, seed) {
  const starts = retrograde('gen', game, '--size', size, '-n', '20', '--seed', String(seed)).trim().split('\n');
  const later = retrograde('gen', game, '--size', size, '-n', '20', '--seed', String(seed), '--value', 'loss').trim().split('\n');
  return [...starts, ...later];
}

test('columns are named as in spreadsheets', () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ['a', 'z', 'aa', 'az', 'ba', 'zz', 'aaa']);
  for (const [row, col] of [[0, 0], [9, 9], [299, 299]]) assert.deepEqual(readSquare(squareName(row, col)), { row, col });
  for (const bad of ['', 'a', '1', 'a0', 'a-1', 'c4d5']) assert.equal(readSquare(bad), null, bad);
});

test('every token of the program is read and printed as it was', needsProgram, () => {
  for (const [game, size] of [['pawn', '5x4'], ['race', '4x4'], ['cannons', '1x9']]) {
    for (const token of tokens(game, size, 7)) {
      const board = gameOf(token).parse(token);
      assert.ok(board, token);
      assert.equal(gameOf(token).print(board), token);
    }
  }
});

test('the examples of every game are read and printed as they were', needsProgram, () => {
  const games = retrograde('games', '--json').trim().split('\n').map((line) => JSON.parse(line));
  for (const token of games.flatMap(({ examples }) => examples)) {
    const model = gameOf(token);
    const board = model.parse(token);
    assert.ok(board, token);
    assert.equal(model.print(board), token);
  }
});

test('the starts that the page offers are legal, and printed strictly', needsProgram, () => {
  const starts = MODELS.flatMap((model) => model.starts.map(([token]) => token));
  const printed = execFileSync(program, ['convert', '--from', 'pos', '--to', 'pos', '-'], { input: `${starts.join('\n')}\n`, encoding: 'utf8' });
  assert.deepEqual(printed.trim().split('\n'), starts);
});

test('the path of every move begins on a piece of the mover', needsProgram, () => {
  for (const token of ['pawn:3HO/1H2H/HOH2/3X1_r', 'pawn:5/5/2O2/H2H1/OH1X1_b', 'race:4/1AB1/4_a_a1.d3', 'cannons:0110100110010110_b']) {
    const model = gameOf(token);
    const board = model.parse(token);
    const { moves } = JSON.parse(retrograde('probe', '--json', '--moves', token));
    for (const { move } of moves.filter(({ move }) => move !== 'pass')) {
      const path = model.path(board, move);
      const [from] = model.cell(board, model.index(board, path[0])).pieces;
      assert.equal(model.sides[model.pieces[from].side], board.turn, `${move} in ${token}`);
      assert.equal(path.join(token.startsWith('cannons') ? 'x' : ''), move);
    }
  }
});

test('malformed tokens are nobody’s board', () => {
  for (const token of ['pawn:', 'pawn:3/2_r', 'pawn:3Q_r', 'pawn:3', 'pawn:3_w', 'pawn:0O_r', 'race:AB_a_a1', 'race:AB_a_z9.a1', 'cannons:012_r', 'cannons:_r', 'cannons:01_r_q', 'pawn:99999999999_r']) {
    assert.equal(gameOf(token).parse(token), null, token);
  }
});

test('illegal boards are read, so that they can be mended', () => {
  const { parse, print } = gameOf('pawn:');
  for (const token of ['pawn:OOO/3_r', 'pawn:3/3_b', 'pawn:XXX/OC1_r']) assert.equal(print(parse(token)), token);
});

test('editing never changes the side to move', () => {
  const model = gameOf('pawn:');
  const board = model.parse('pawn:5/5/2O2/H2H1/OH1X1_b');
  const dragged = model.drag(board, model.index(board, 'c3'), model.index(board, 'c1'));
  assert.equal(model.print(dragged), 'pawn:2O2/5/5/H2H1/OH1X1_b');
  assert.equal(model.drag(board, model.index(board, 'c3'), model.index(board, 'a4')), board, 'a wall is no place');
  assert.equal(model.drag(board, model.index(board, 'c3'), model.index(board, 'a5')), board, 'nor is the other king');
  const third = model.paint(board, 'O', model.index(board, 'e1'));
  assert.deepEqual(whereIs(third, 'O').length, 2, 'the third king takes the place of the first');
  assert.equal(third.turn, 'black');
});

test('four quarter turns, two mirrors, two swaps are nothing', () => {
  for (const model of MODELS) {
    for (const [token] of model.starts) {
      const board = model.parse(token);
      const { rotate, swap } = model;
      if (rotate) assert.equal(model.print(rotate(rotate(rotate(rotate(board))))), token);
      assert.equal(model.print(model.mirror(model.mirror(board))), token);
      if (swap) assert.equal(model.print(swap(swap(board))), token);
    }
  }
});

test('marks of tic-tac-toe tell who is to move', () => {
  const model = gameOf('tictactoe:');
  const cross = model.paint(model.parse('tictactoe:3/3/3_x'), 'X', 4);
  assert.equal(model.print(cross), 'tictactoe:3/1X1/3_o');
  assert.equal(model.print(model.paint(cross, 'O', 0)), 'tictactoe:O2/1X1/3_x');
  assert.equal(model.print(model.drag(cross, 4, 8)), 'tictactoe:3/3/2X_o');
  assert.equal(model.print(model.clear(cross)), 'tictactoe:3/3/3_x');
});

test('homes move with the board, and go where they are painted', () => {
  const model = gameOf('race:');
  const board = model.parse('race:1A2/1H2/4/3B_b_a1.d4');
  assert.equal(model.print(model.mirror(board)), 'race:2A1/2H1/4/B3_b_d1.a4');
  assert.equal(model.print(model.paint(board, 'home0', model.index(board, 'c3'))), 'race:1A2/1H2/4/3B_b_c3.d4');
  const start = model.parse('race:A3/1H2/4/3B_a');
  assert.equal(model.print(model.drag(start, 0, 2)), 'race:2A1/1H2/4/3B_a', 'a start stays a start');
});

test('a row that is too long for a table can be looked at', () => {
  const token = `cannons:${'0110'.repeat(30)}_r`;
  const model = gameOf(token);
  const board = model.parse(token);
  assert.ok(board);
  assert.equal(model.print(board), token);
  assert.equal(model.index(board, '120'), 119);
  assert.equal(model.index(board, '121'), -1);
});
