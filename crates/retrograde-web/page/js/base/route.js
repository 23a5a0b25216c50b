/**
 * The URL is the state: `/b?tab=watch&step=123&embed=1&lang=zh#pawn:..._r`. Both directions are pure functions, so that a link is
 * exactly what is on the screen; `/learn#draw` is a section of the article.
 */

import { FOLLOW } from './words.js';

/** @typedef {'home' | 'board' | 'learn' | 'puzzles' | 'tables'} Page */
/** @typedef {'edit' | 'watch' | 'play'} Tab */
/**
 * @typedef {object} State
 * @property {Page} page
 * @property {Tab} tab
 * @property {string} pos the token of the position; empty if there is none
 * @property {string} part LEARN: the section; PUZZLES: the game, and the day if it is not today; empty for the beginning
 * @property {number | null} step WATCH: the index in the event log
 * @property {'answer' | 'all'} follow WATCH: which events
 * @property {boolean} embed without header and tabs, for slides
 * @property {boolean} predict hide the value until the learner commits
 * @property {string} game PLAY: a whole game to be replayed, as text; empty once that is done
 * @property {boolean} flip the board is turned by half a turn
 * @property {'en' | 'zh'} lang
 */

export const TABS = /** @type {Tab[]} */ (['edit', 'watch', 'play']);
const PATHS = /** @type {Record<Page, string>} */ ({ home: '/', board: '/b', learn: '/learn', puzzles: '/puzzles', tables: '/tables' });

/**
 * @param {{ pathname: string, search: string, hash: string }} url
 * @param {'en' | 'zh'} fallback the language, if the URL names none
 * @param {string} [root] the path of Home, with a slash at its end
 * @returns {State}
 */
export function read(url, fallback, root = '/') {
  const query = new URLSearchParams(url.search);
  const fragment = unescape(url.hash.slice(1));
  const path = url.pathname.replace(root, '/').replace(/(.)\/+$/, '$1');
  const named = Object.keys(PATHS).find((page) => PATHS[/** @type {Page} */ (page)] === path);
  const hasParts = named === 'learn' || named === 'puzzles';
  const pos = hasParts ? '' : fragment;
  const tab = TABS.find((known) => known === query.get('tab')) ?? 'play';
  const step = query.get('step');
  return {
    // A board page without a board: home, where there are boards to choose from.
    page: /** @type {Page} */ (named === 'board' && !pos ? 'home' : (named ?? 'home')),
    tab,
    pos,
    part: hasParts ? fragment : '',
    step: step !== null && /^\d{1,15}$/.test(step) ? Number(step) : null,
    follow: query.get('follow') === FOLLOW.all ? FOLLOW.all : FOLLOW.answer,
    embed: query.get('embed') === '1',
    predict: query.get('predict') === '1',
    game: query.get('game') ?? '',
    flip: query.get('flip') === '1',
    lang: query.get('lang') === 'zh' ? 'zh' : query.get('lang') === 'en' ? 'en' : fallback,
  };
}

/** A fragment that somebody has escaped; as it is, if it is escaped wrongly. @param {string} text */
function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {State} state
 * @param {'en' | 'zh'} fallback the language that needs no mention
 * @param {string} [root] the path of Home, with a slash at its end
 * @returns {string} path, query and fragment
 */
export function write(state, fallback, root = '/') {
  const query = new URLSearchParams();
  const onBoard = state.page === 'board';
  if (onBoard) query.set('tab', state.tab);
  if (onBoard && state.tab === 'watch' && state.step !== null) query.set('step', String(state.step));
  if (onBoard && state.tab === 'watch' && state.follow === FOLLOW.all) query.set('follow', FOLLOW.all);
  if (onBoard && state.flip) query.set('flip', '1');
  if (onBoard && state.predict) query.set('predict', '1');
  if (onBoard && state.tab === 'play' && state.game) query.set('game', state.game);
  if (state.embed) query.set('embed', '1');
  if (state.lang !== fallback) query.set('lang', state.lang);
  // What means nothing in a query is left for people to read.
  const text = query.toString().replace(/%(?:2C|2F|3A|28|29)/g, decodeURIComponent);
  const fragment = onBoard ? state.pos : state.page === 'learn' || state.page === 'puzzles' ? state.part : '';
  return root + PATHS[state.page].slice(1) + (text && `?${text}`) + (fragment && `#${fragment}`);
}
