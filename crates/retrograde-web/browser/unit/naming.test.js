import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { MODELS } from '../../page/js/games/index.js';

const CODE = fileURLToPath(new URL('../../page/js/', import.meta.url));
/** Where games are described, in code or words, and what shows certain boards. */
const ABOUT_GAMES = ['games/', 'languages/', 'learn/', 'tabs/demo.js'];

test('no shared module of the page names a game', () => {
  const paths = readdirSync(CODE, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const shared = paths.filter((path) => !ABOUT_GAMES.some((place) => path.startsWith(place)));
  assert.ok(shared.length > 50 && shared.length < paths.length && MODELS.length > 3, 'the modules are not where they were');
  const named = new RegExp(`['"\`](${MODELS.map(({ id }) => id).join('|')})(['"\`]|:)|games/(?!index|list|grid|layers)\\w+\\.js`);
  assert.deepEqual(shared.filter((path) => named.test(readFileSync(join(CODE, path), 'utf8'))), []);
});
