/**
 * The page: what is made once, and who is handed what.
 *
 *     URL -> route.js -> store.js -> shell -> home | board (edit | watch | play) | learn | tables
 */

import { isThere, serverApi } from './base/api.js';
import { Connection } from './base/connection.js';
import { Keys } from './base/keys.js';
import { Live } from './base/live.js';
import { Memory } from './base/memory.js';
import { Outage } from './base/outage.js';
import { pref } from './base/prefs.js';
import { Store } from './base/store.js';
import { applyTheme } from './base/theme.js';
import { Style } from './board/style.js';
import { Boards } from './games/boards.js';
import { GameList } from './games/list.js';
import { Language, browserLang } from './languages/index.js';
import { Shell } from './shell/index.js';

applyTheme();
// Tooltips are loaded when somebody first points at something, or goes there by keys.
const tips = new AbortController();
for (const type of ['pointerover', 'focusin', 'pointerdown']) {
  document.addEventListener(type, () => {
    tips.abort();
    // Nobody waits for it: without an answer, there are none.
    void import('./base/tips.js').then(({ Tips }) => new Tips(), () => undefined);
  }, { signal: tips.signal });
}
// A site of files says so; without this element, a server answers.
const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name=site]'));
const site = meta && (await import('./local/site.js')).siteOf(meta);
const { root, ask } = site ?? { root: '/', ask: fetch.bind(window) };
const store = new Store(browserLang(), root);
const language = new Language(store.state.lang);
language.unit = pref('unit', 'plies') === 'moves' ? 'moves' : 'plies';
const { t } = language;
const live = new Live();
const outage = new Outage(language, live.say);
const connection = new Connection(() => isThere(ask), outage);
const api = serverApi(ask, connection, language);
const games = new GameList(api, language);
const boards = new Boards(api, games, language);

const shell = new Shell({
  store, api, language, t, live, connection, outage, games, boards, keys: new Keys(), memory: new Memory(), style: new Style(), autoplay: { wanted: false },
});
shell.open();
// In a frame, storage would be that of the page around it.
if (site && !site.isFramed) void import('./local/offline.js').then(({ keepOffline }) => keepOffline(root, t, site.answered)).catch(() => undefined);
