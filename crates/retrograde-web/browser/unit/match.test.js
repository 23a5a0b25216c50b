/** The tree of a game: nothing that was played is lost, and a link says all of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Match, allOf, plyOf } from '../../page/js/tabs/play/match.js';
import { replayed, written } from '../../page/js/tabs/play/written.js';

/** A game of counting: from a number one moves to either of two others. @param {string} pos */
const rules = (pos) => {
  const n = Number(pos.slice(2));
  return ['l', 'r'].map((move, index) => ({ move, pos: `n:${2 * n + index}`, over: null }));
};

/** What a server would answer. */
const api = /** @type {any} */ ({
  moves: async (/** @type {string} */ pos) => {
    if (!/^n:\d+$/.test(pos)) throw new Error(`no position: ${pos}`);
    return { pos, turn: 'x', moves: rules(pos) };
  },
  probeAll: async (/** @type {string[]} */ all) => all.map((pos) => ({ pos, value: 'draw', moves: rules(pos).map((move) => ({ ...move, for_mover: 'draw', depth: null })) })),
});

/** @param {Match} match @param {string} path moves, each a letter */
function play(match, path) {
  for (const name of path) {
    const move = rules(match.now.pos).find((known) => known.move === name);
    assert.ok(move);
    match.add({ pos: move.pos, turn: 'x', move: /** @type {any} */ (move), head: null, best: null });
  }
}

/** @param {string} path */
function begun(path) {
  const match = new Match();
  match.open('n:1', 'x');
  play(match, path);
  return match;
}

/** @param {Match} match */
const told = ({ plies, at }) => [plies.map(({ move }) => move?.move ?? '').join(''), at];

test('another move keeps the old line as a variation, and the same move goes along it', () => {
  const match = begun('lrl');
  match.goTo(/** @type {any} */ (match.plies[1]));
  play(match, 'l');
  assert.deepEqual(told(match), ['ll', 2]);
  assert.equal(written(match.root), 'n:1,l.l(r.l)');
  match.goTo(/** @type {any} */ (match.plies[1]));
  play(match, 'r');
  assert.deepEqual(told(match), ['lrl', 2], 'the line that was left goes on to its end');
  assert.equal(written(match.root), 'n:1,l.l(r.l)', 'nothing is there twice');
});

test('undo and redo stay on the line that is looked at', () => {
  const match = begun('lrl');
  match.goTo(match.root);
  play(match, 'r');
  match.goTo(/** @type {any} */ (match.root.next[1]?.next[0]));
  assert.deepEqual(told(match), ['lrl', 2]);
  match.goTo(match.root);
  assert.deepEqual(told(match), ['lrl', 0], 'the line is kept');
  match.goTo(/** @type {any} */ (match.plies[3]));
  assert.equal(match.other?.move?.move, 'r', 'where the line last had a choice');
  match.goTo(/** @type {any} */ (match.other));
  assert.equal(match.other?.move?.move, 'l', 'and back');
});

test('a position of a variation is found there', () => {
  const match = begun('lr');
  match.goTo(match.root);
  play(match, 'r');
  assert.equal(match.open('n:5', 'x'), true);
  assert.deepEqual(told(match), ['lr', 2]);
  assert.equal(match.open('n:99', 'x'), false);
  assert.deepEqual(told(match), ['', 0]);
});

/** A small generator, so that a failure can be told. @param {number} seed */
const dice = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;

test('a written game is read as it was, whatever was played', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = dice(seed);
    const match = begun('');
    for (let move = 0; move < 30; move += 1) {
      const all = allOf(match.root);
      if (random() < 0.3) match.goTo(/** @type {any} */ (all[Math.floor(random() * all.length)]));
      play(match, random() < 0.5 ? 'l' : 'r');
    }
    const text = written(match.root);
    const { root, wrong } = await replayed(text, api);
    assert.equal(wrong, null, text);
    assert.equal(written(root), text, `seed ${seed}`);
    assert.deepEqual(allOf(root).map(({ pos }) => pos).sort(), allOf(match.root).map(({ pos }) => pos).sort(), `seed ${seed}`);
    assert.ok(allOf(root).every(({ head, move, before }) => head && (!before || /** @type {any} */ (move)?.for_mover === 'draw')), 'every move is rated');
  }
});

test('what is wrong in a written game is named, and what comes before it stays', async () => {
  const { root, wrong } = await replayed('n:1,l.x%2e.r', api);
  assert.deepEqual([written(root), wrong], ['n:1,l', 'x.']);
  await assert.rejects(replayed('nonsense,l', api), /no position/);
  assert.equal(written((await replayed('n:1,)(l.(r)))', api)).root), 'n:1,l(r)');
});

test('a mark of the text in a move does not part it', () => {
  const root = plyOf({ pos: 'n:1', turn: '', move: null, head: null, best: null }, null);
  root.next.push(plyOf({ pos: 'n:2', turn: '', move: { move: 'a.(b),%', pos: 'n:2', over: null }, head: null, best: null }, root));
  assert.equal(written(root), 'n:1,a%2e%28b%29%2c%25');
});
