/** What people paste that is in no format: it is guessed, and where it is nothing, the nearest example is named. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { edgeList, guesses, nearest } from '../../page/js/tabs/guess.js';
import { isLog, logText, readClaims } from '../../page/js/watch/claimed.js';

const GAMES = [
  { game: 'tictactoe', sides: ['x', 'o'], examples: ['tictactoe:3/3/3_x', 'tictactoe:X2/1O1/2X_o'] },
  { game: 'chess', sides: ['white', 'black'], examples: ['chess:8/8/8/3k4/8/8/8/KQ6_w'] },
  { game: 'dobutsu', sides: ['sente', 'gote'], examples: ['dobutsu:gle/1c1/1C1/ELG_sente'] },
];

test('a FEN is of chess, whatever stands behind the side to move', () => {
  for (const fen of ['8/8/8/3k4/8/8/8/KQ6 w - - 0 1', '8/8/8/3k4/8/8/8/KQ6 b']) assert.deepEqual(guesses(`${fen}\n`, GAMES), [`chess:${fen}`]);
});

test('rows of a board are tried with each game, side and case', () => {
  const tried = guesses('x . o\n.x.\n--#\n', GAMES);
  for (const token of ['tictactoe:x1o/1x1/2H_x', 'tictactoe:X1O/1X1/2H_o', 'chess:x1o/1x1/2H_b', 'dobutsu:x1o/1x1/2H_gote']) assert.ok(tried.includes(token), `${token} in ${tried}`);
  assert.ok(guesses('X2/1O1/2X_o', GAMES).includes('tictactoe:X2/1O1/2X_o'));
  assert.deepEqual(guesses('hello', GAMES), []);
});

test('arrows become a graph with owners, from the first node on', () => {
  assert.equal(edgeList('1 2\n2 3\n4 1\n'), '1a a - 2b\n2b b - 3a\n3a a b\n');
  assert.equal(edgeList('x -> y\ny → x'), 'xa a - yb\nyb b - xa\n');
  assert.equal(edgeList('1 2\n2 3 4'), null);
  assert.equal(edgeList(' \n'), null);
});

test('two words are no arrow', () => {
  assert.deepEqual(['hello world', ' Hello, world \n', '你好 世界'].map(edgeList), [null, null, null]);
  assert.deepEqual(['hello -> world', 'hello→world', 'p1 p2', '1 2', 'a b\nb c'].map((text) => edgeList(text) === null), [false, false, false, false, false]);
});

test('of a text that is nothing, the nearest example is named', () => {
  assert.equal(nearest('chess:nonsense', GAMES), 'chess:8/8/8/3k4/8/8/8/KQ6_w');
  assert.equal(nearest('X2/1O1/9', GAMES), 'tictactoe:X2/1O1/2X_o');
  assert.equal(nearest('?', GAMES), 'tictactoe:3/3/3_x');
});

test('a log is read with notes between its events, and as an array; lines keep their numbers', () => {
  const event = (/** @type {number} */ depth) => `{"event":"mark","pos":"pawn:O2/1HX/O2_b","value":"win","depth":${depth}}`;
  const noted = `solving…\n${event(1)}\n  done in 3 ms\n${event(3)}\n`;
  assert.ok(isLog(noted) && isLog(`[${event(1)}, ${event(3)}]`) && isLog(event(1)) && !isLog('pawn:O2/1HX/O2_b') && !isLog('{\n}'.slice(2)));
  assert.deepEqual(readClaims(logText(noted)).claims.map(({ line, depth }) => [line, depth]), [[2, 1], [4, 3]]);
  assert.deepEqual(readClaims(logText(`[${event(1)},\n${event(3)}]`)).claims.map(({ line, depth }) => [line, depth]), [[1, 1], [2, 3]]);
  assert.equal(logText('[broken'), '[broken');
});
