import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Camera } from '../../page/js/board/camera.js';
import { Layout } from '../../page/js/board/layout.js';
import { boardOf, looked } from './boards.js';

const MAZE = `race:${Array.from({ length: 300 }, (_, row) => (row === 0 ? 'A299' : row === 299 ? '299B' : '300')).join('/')}_a`;
const DESK = { width: 700, height: 600, ratio: 1 };

/** @param {string} token @param {object} [how] @param {import('../../page/js/board/layout.js').Room} [room] */
function laidOut(token, how = {}, room = DESK) {
  const layout = new Layout();
  layout.fit(boardOf(token), { isFlipped: false, ...how }, room);
  return layout;
}

const LAYOUTS = [
  laidOut('pawn:5/5/2O2/H2H1/OH1X1_r'),
  laidOut('pawn:5/5/2O2/H2H1/OH1X1_r', { isFlipped: true }, { width: 390, height: 500, ratio: 2.5 }),
  laidOut('cannons:0110100110010110011010011_r', { isFlipped: true }),
  laidOut(MAZE),
  laidOut(MAZE, { isFlipped: true }),
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
  assert.deepEqual(LAYOUTS.slice(3).map(({ tile }) => tile), [2, 2]);
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
  layout.fit(looked({ game: 'graph', shape }), { isFlipped: true }, DESK);
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

/** A part of the maze, zoomed about a point of the room. @param {number} size @param {import('../../page/js/board/layout.js').Room} room @param {boolean} isFlipped @param {{ x: number, y: number }} aside CSS pixels from the middle of the room */
function zoomed(size, room, isFlipped, aside) {
  const camera = new Camera();
  const layout = laidOut(MAZE, { isFlipped, camera }, room);
  const under = { x: (aside.x / layout.scale + layout.width / 2) / layout.tile, y: (aside.y / layout.scale + layout.height / 2) / layout.tile };
  camera.zoom(size, layout, under, aside);
  layout.fit(boardOf(MAZE), { isFlipped, camera }, room);
  return { layout, camera, under };
}

test('whatever the size and the pixels of a screen, what lies under the pointer stays there, and every square that is seen is found', () => {
  for (const ratio of [1, 1.25, 1.5, 2, 3]) {
    for (const size of [6, 12, 16, 48]) {
      for (const isFlipped of [false, true]) {
        const room = { width: 700, height: 600, ratio };
        const aside = { x: 91.5, y: -60.25 };
        const { layout, under } = zoomed(size, room, isFlipped, aside);
        // Squares are as large as that already where the whole board is seen.
        if (size <= 2 * ratio) continue;
        const case_ = `${ratio} ${size} ${isFlipped}`;
        const { window } = layout;
        assert.ok(window, case_);
        assert.equal(Math.round(layout.tile * layout.scale * ratio), size, case_);
        assert.ok(layout.width * layout.scale <= room.width && layout.width * layout.scale > room.width - 8, case_);
        const seen = layout.at(aside.x + (layout.width * layout.scale) / 2, aside.y + (layout.height * layout.scale) / 2);
        const wanted = Math.floor(under.y) * 300 + Math.floor(under.x);
        const [one, other] = [seen, isFlipped ? 300 * 300 - 1 - wanted : wanted];
        assert.ok(Math.abs((one % 300) - (other % 300)) <= 1 && Math.abs(Math.floor(one / 300) - Math.floor(other / 300)) <= 1, `${case_}: ${one} instead of ${other}`);
        let found = 0;
        for (const index of layout.inView()) {
          const { x, y } = layout.middle(index);
          const isShown = x >= window.left && y >= window.top && x < window.width && y < window.height;
          if (isShown) assert.equal(layout.at(x * layout.scale, y * layout.scale), index, case_);
          found += Number(isShown);
        }
        assert.ok(found > 20, `${case_}: ${found} squares`);
        assert.equal(layout.at(window.left * layout.scale - 1, 200), -1, 'names are no squares');
      }
    }
  }
});

test('no side of the window is left empty, however far it is dragged, and another board is seen whole', () => {
  const room = { width: 700, height: 600, ratio: 2 };
  const { layout, camera } = zoomed(48, room, false, { x: 0, y: 0 });
  for (const [across, down] of [[-1000, -1000], [1000, 1000]]) {
    camera.pan(across, down);
    layout.fit(boardOf(MAZE), { isFlipped: false, camera }, room);
    const [first, last] = [layout.corner(0), layout.corner(300 * 300 - 1)];
    if (across < 0) assert.deepEqual(first, { x: layout.window?.left, y: layout.window?.top });
    // There is room for the buttons beside the last square.
    else assert.ok(last.x + layout.tile < layout.width && last.x > layout.width / 2 && last.y + layout.tile < layout.height && last.y > layout.height / 2, JSON.stringify(last));
  }
  layout.fit(boardOf('pawn:5/5/2O2/H2H1/OH1X1_r'), { isFlipped: false, camera }, room);
  assert.equal(layout.window, null);
  assert.deepEqual([camera.size, camera.sizes], [0, []], 'large squares are not enlarged');
});
