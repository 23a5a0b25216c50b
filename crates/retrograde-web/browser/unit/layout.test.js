import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Layout } from '../../page/js/board/layout.js';
import { boardOf, looked } from './boards.js';

const MAZE = `race:${Array.from({ length: 300 }, (_, row) => (row === 0 ? 'A299' : row === 299 ? '299B' : '300')).join('/')}_a`;
const DESK = { width: 700, height: 600, ratio: 1 };

/** @param {string} token @param {object} [how] @param {import('../../page/js/board/layout.js').Room} [room] */
function laidOut(token, how = {}, room = DESK) {
  const layout = new Layout();
  layout.fit(boardOf(token), { isFlipped: false, isZoomed: false, ...how }, room);
  return layout;
}

const LAYOUTS = [
  laidOut('pawn:5/5/2O2/H2H1/OH1X1_r'),
  laidOut('pawn:5/5/2O2/H2H1/OH1X1_r', { isFlipped: true }, { width: 390, height: 500, ratio: 2.5 }),
  laidOut('cannons:0110100110010110011010011_r', { isFlipped: true }),
  laidOut(MAZE),
  laidOut(MAZE, { isFlipped: true, isZoomed: true }),
];

test('every square is found where it is drawn', () => {
  for (const layout of LAYOUTS) {
    for (let index = 0; index < layout.squares; index += 1) {
      const { x, y } = layout.corner(index);
      for (const inset of [0.1, layout.tile - 0.1]) assert.equal(layout.at((x + inset) * layout.scale, (y + inset) * layout.scale), index);
      assert.ok(x >= 0 && y >= 0 && x + layout.tile < layout.width && y + layout.tile < layout.height);
    }
  }
});

test('no square lies in the margin, in the air of a row or beyond its end', () => {
  const [plain, , row] = LAYOUTS;
  assert.deepEqual([plain.at(1, 1), plain.at(-5, 50), plain.at(5000, 50)], [-1, -1, -1]);
  const { x, y } = row.corner(24);
  assert.deepEqual([row.at(x * row.scale + 1, (y - 3) * row.scale), row.at((x + 1.5 * row.tile) * row.scale, (y + 1) * row.scale)], [-1, -1]);
});

test('a square is a whole number of device pixels, and so is a pixel of art where that fills the room', () => {
  const ratios = [1, 2.5, 1, 1, 1];
  LAYOUTS.forEach(({ scale, tile }, index) => assert.ok(Math.abs(((tile * scale * (ratios[index] ?? 1) + 0.5) % 1) - 0.5) < 1e-9, `${tile * scale}`));
  assert.deepEqual(LAYOUTS.map(({ isWide }) => isWide), [false, false, false, true, true]);
  assert.equal(laidOut('pawn:5/5/2O2/H2H1/OH1X1_r', {}, { width: 545, height: 545, ratio: 1 }).scale, 6);
  assert.deepEqual(LAYOUTS.slice(3).map(({ tile }) => tile), [2, 8], 'zoomed, squares can be hit');
});

test('where whole pixels would leave much room empty, all squares are alike, a whole number of device pixels wide', () => {
  for (const [width, ratio] of /** @type {const} */ ([[280, 1], [150, 1], [450, 1], [310, 1.5], [700, 2]])) {
    const { scale, tile, height } = laidOut('pawn:9/9/9/9/9/9/9/2X6/2OO5_r', {}, { width, height: width, ratio });
    assert.ok(height * scale <= width && height * scale > 0.8 * width, `${height * scale} of ${width}`);
    assert.equal((tile * scale * ratio) % 1, 0, `${width}: a square of ${tile * scale}`);
  }
});

test('arrows go where they point, whichever way the board is turned', () => {
  for (const layout of LAYOUTS) {
    for (const [across, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const from = Math.floor(layout.squares / 2);
      const to = layout.beside(from, across, down);
      if (to < 0) continue;
      const [a, b] = [layout.corner(from), layout.corner(to)];
      assert.deepEqual([Math.sign(b.x - a.x), Math.sign(b.y - a.y)], [across, down]);
    }
  }
  assert.equal(LAYOUTS[0]?.beside(4, 1, 0), -1, 'no way round the edge');
});

test('in a graph, nodes are found where they are drawn, and arrows go to a node that lies that way', () => {
  const names = [...'abcdefgh'];
  const shape = { kind: /** @type {const} */ ('graph'), nodes: names.map((name) => ({ name, turn: 'a', ending: null })), edges: names.map((_, index) => /** @type {[number, number]} */ ([index, (index + 1) % 8])) };
  const layout = new Layout();
  layout.fit(looked({ game: 'graph', shape }), { isFlipped: true, isZoomed: false }, DESK);
  let steps = 0;
  for (let index = 0; index < layout.squares; index += 1) {
    const { x, y } = layout.middle(index);
    assert.equal(layout.at(x * layout.scale, y * layout.scale), index);
    for (const [across, down] of /** @type {[number, number][]} */ ([[1, 0], [-1, 0], [0, 1], [0, -1]])) {
      const to = layout.beside(index, across, down);
      if (to < 0) continue;
      steps += 1;
      const there = layout.corner(to);
      assert.ok((there.x - layout.corner(index).x) * across + (there.y - layout.corner(index).y) * down > 0);
    }
  }
  assert.ok(steps > 8, 'most nodes have neighbours to go to');
});

test('a board does not snap down for a few pixels: on a large screen it leaves little of its room empty', () => {
  for (const token of ['pawn:5/5/2O2/H2H1/OH1X1_r', 'pawn:9/9/9/9/9/9/9/2X6/2OO5_r', 'tictactoe:3/3/3_x']) {
    for (let side = 500; side <= 1080; side += 1) {
      const { scale, height } = laidOut(token, {}, { width: side, height: side, ratio: 1 });
      const most = 12 * height;
      assert.ok(height * scale > 0.95 * Math.min(side, most) && height * scale <= side, `${token}: ${height * scale} of ${side}`);
    }
  }
});
