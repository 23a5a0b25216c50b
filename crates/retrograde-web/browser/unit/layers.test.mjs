// The match of layers on the page, against exhaustive play by the command line on small boards.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { Match, distances, homesOf, isOnPath, layersOf, neighbours } from '../../page/js/games/layers.js';
import { latestProgram } from '../program.js';
import { boardOf } from './boards.js';

const program = latestProgram();

const layersIn = (token) => {
  const board = boardOf(token);
  return { board, layers: layersOf(board, homesOf(board)) };
};

test('neighbours stay on the board and off the walls', () => {
  const { board } = layersIn('race:A3/1H2/4/3B_a');
  assert.deepEqual(neighbours(board, 0), [4, 1]);
  assert.deepEqual(neighbours(board, 1), [2, 0].sort());
  assert.deepEqual(neighbours(board, 15).sort((a, b) => a - b), [11, 14]);
});

test('distances are those of the shortest paths', () => {
  const { board, layers } = layersIn('race:A3/1H2/4/3B_a');
  assert.equal(layers.length, 6);
  assert.deepEqual([...distances(board, 0)], [0, 1, 2, 3, 1, -1, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6]);
  assert.ok(isOnPath(layers, 4) && !isOnPath(layers, 5));
});

test('without a path there is no length', () => {
  assert.equal(layersIn('race:AH/HB_a').layers.length, null);
});

test('the match names the winner that exhaustive play finds', { skip: program ? false : 'no retrograde program' }, () => {
  let even = 0;
  for (const size of ['3x3', '4x4', '5x5', '6x6']) {
    for (const walls of ['10', '25', '40']) {
      const made = execFileSync(program, ['gen', 'race', '--size', size, '--walls', walls, '-n', '25', '--seed', '11'], { encoding: 'utf8' }).trim().split('\n');
      const answers = execFileSync(program, ['probe', '--json', ...made], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
      for (const [index, token] of made.entries()) {
        const { board, layers } = layersIn(token);
        if (layers.length === null) continue;
        const winner = layers.length % 2 ? 'a' : new Match(board, layers).winner;
        even += 1 - (layers.length % 2);
        assert.equal(winner, answers[index].winner, token);
      }
    }
  }
  assert.ok(even > 50, `only ${even} boards were decided by a match`);
});

test('a wide board is matched in a blink', () => {
  const n = 300;
  const rows = Array.from({ length: n }, (_, row) => (row === 0 ? `A${n - 1}` : row === n - 1 ? `${n - 1}B` : String(n)));
  const { board, layers } = layersIn(`race:${rows.join('/')}_a`);
  const start = performance.now();
  assert.equal(new Match(board, layers).winner, 'b');
  assert.ok(performance.now() - start < 5000);
});

test('the squares of a wide board are looked at in a blink', () => {
  const n = 300;
  const rows = Array.from({ length: n }, (_, row) => (row === 0 ? `A${n - 1}` : row === n - 1 ? `${n - 1}B` : String(n)));
  const board = boardOf(`race:${rows.join('/')}_a`);
  const start = performance.now();
  let lying = 0;
  for (let index = 0; index < board.squares; index++) lying += board.cell(index).ground.length;
  assert.equal(lying, 2);
  assert.ok(performance.now() - start < 1000);
});
