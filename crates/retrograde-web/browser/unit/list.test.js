/** What the page learns from the server's list of games. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GameList } from '../../page/js/games/list.js';
import { Language } from '../../page/js/languages/index.js';

test('the sides of a game from a file begin with a capital, as those of other games', async () => {
  const kit = { name: 'Hare', name_zh: 'Hare', about: null, about_zh: null, pieces: [], terrain: [], tools: [], sizes: null, reshapes: [], shifts: false, falls: false, colours: ['red', 'black'] };
  const named = ['hounds', 'rabbit'].map((name) => ({ name, name_zh: name }));
  const game = { game: 'hare', title: 'Hare', sides: ['hounds', 'rabbit'], formats: [], looks: { ...kit, sides: named } };
  const language = new Language('en');
  const api = /** @type {any} */ ({ games: async () => [game] });
  await new GameList(api, language).load();
  assert.equal(language.t('side.hounds'), 'Hounds');
  await language.speak('zh', []);
  assert.equal(language.t('side.rabbit'), 'Rabbit');
});
