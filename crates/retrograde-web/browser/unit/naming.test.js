import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CODE = fileURLToPath(new URL('../../page/js/', import.meta.url));
/** A graph is also a shape. */
const GAMES = ['pawn', 'race', 'cannons', 'tictactoe'];
/** What shows certain boards, the theory of one game, words, and the pictures of pieces. */
const ABOUT_GAMES = ['base/art.js', 'games/layers.js', 'languages/', 'learn/', 'tabs/cards.js', 'tabs/showcase.js'];

test('no module of the page names a game but for certain boards of it', () => {
  const paths = readdirSync(CODE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const shared = paths.filter((path) => !ABOUT_GAMES.some((place) => path.startsWith(place)));
  assert.ok(shared.length > 50 && shared.length < paths.length, 'the modules are not where they were');
  const named = new RegExp(`['"\`](?:(?:${GAMES.join('|')})['"\`]|(?:${GAMES.join('|')}|graph):)`);
  assert.deepEqual(shared.filter((path) => named.test(readFileSync(join(CODE, path), 'utf8'))), []);
});
