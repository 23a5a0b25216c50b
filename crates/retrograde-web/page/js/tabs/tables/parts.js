/** What is shown of a table, in memory or on disk: counts, the deepest positions, a histogram by depth. */

import { h } from '../../base/dom.js';
import { mini } from '../../board/mini.js';
import { pref, setPref } from '../../base/prefs.js';
import { joined } from '../../base/readers.js';
import { count } from '../../base/units.js';
import { KINDS, VALUES, isKind } from '../../base/values.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../base/shapes.js').DepthReport} DepthReport */
/** @typedef {import('../../base/shapes.js').DeepestReport} DeepestReport */
/** @typedef {Record<import('../../base/values.js').Kind, number>} Counts */

/** What went wrong, and what helps. @param {unknown} error */
export function trouble(error) {
  const { message, hint } = /** @type {{ message?: string, hint?: string | null }} */ (error);
  return h('p', { class: 'trouble', role: 'alert' }, joined([message ?? String(error), hint]));
}

/** Where a position is played. @param {string} pos @param {Context} ctx @param {import('../../base/dom.js').Attributes} attributes @param {import('../../base/dom.js').Child} content */
function wayTo(pos, { store }, attributes, content) {
  const place = { page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('play'), pos };
  return h('a', { href: store.link(place), onclick: store.follow({ ...place, step: null }), ...attributes }, content);
}

/** A position, and the way to it. @param {string} pos @param {Context} ctx */
export const link = (pos, ctx) => wayTo(pos, ctx, {}, shortened(pos));

/** Its board, and the way to it. @param {string} pos @param {number} most pixels across @param {Context} ctx */
export const picture = (pos, most, ctx) => wayTo(pos, ctx, { class: 'pictured', 'aria-label': pos }, mini(pos, most, pos.split(':')[0] ?? '', ctx.boards, ''));

/** The name of what is remembered of a table. @param {string} table */
const made = (table) => `made.${table}`;

/** Remembers from which position a table has been made: the table itself does not say, so that equal boards have equal tables. @param {{ table: string | null, pos: string }} job */
export function remember({ table, pos }) {
  if (table !== null) setPref(made(table), pos);
}

/** The position to show a table by: the one from which it was made in this browser, or else the table's own. @param {string} table @param {string} own */
export const shownBy = (table, own) => pref(made(table), '') || own;

/** What its board is called: "Pawn 9×9", as soon as the board is loaded. @param {{ pos: string, game: string }} of @param {Context} ctx */
export function named({ pos, game }, { boards, games, t }) {
  const name = h('span', {}, games.nameOf(game));
  void boards.want(pos).then((board) => (name.textContent = t('board.label', { game: games.nameOf(game), size: board.title }).trim()), () => undefined);
  return name;
}

/** A token of a line at most. @param {string} pos */
const shortened = (pos) => (pos.length > 72 ? `${pos.slice(0, 48)}…${pos.slice(-20)}` : pos);

/** Counts by value, a row for each name. @param {[string, Counts][]} rows @param {string} named @param {Context} ctx */
export function counts(rows, named, { t }) {
  return h('div', { class: 'scroll-x' }, h('table', { class: 'data' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, named), KINDS.map((kind) => h('th', { scope: 'col', class: `is-${kind}` }, VALUES[kind].mark, ' ', t(`value.${kind}`))))),
    h('tbody', {}, rows.map(([name, row]) => h('tr', {}, h('th', { scope: 'row' }, name), KINDS.map((kind) => h('td', { class: 'number' }, count(row[kind]))))))));
}

/** @param {DeepestReport[]} positions @param {Context} ctx */
export function deepest(positions, ctx) {
  const { t } = ctx;
  return [h('h4', {}, t('stats.deepest')), h('ul', { class: 'deepest' }, positions.map(({ value, turn, depth, pos }) =>
    h('li', {}, VALUES[value].mark, ' ', t('stats.deep', { side: t(`side.${turn}`), value: t(`value.${value}`), depth }), link(pos, ctx))))];
}

/** Counts by depth as the reader counts depths: two plies may be one move. @param {Pick<DepthReport, 'depth' | 'win' | 'loss' | 'tie'>[]} depths @param {Context['t']} t */
export function byName(depths, t) {
  /** @type {Map<string, { win: number, loss: number, tie: number }>} */
  const rows = new Map();
  for (const { depth, win, loss, tie } of depths) {
    const name = t('depth', { depth });
    const before = rows.get(name) ?? { win: 0, loss: 0, tie: 0 };
    rows.set(name, { win: before.win + win, loss: before.loss + loss, tie: before.tie + tie });
  }
  return rows;
}

/** Bars by depth, as a table that a chart is painted into. @param {DepthReport[]} depths @param {Context} ctx */
export function histogram(depths, { t }) {
  const counted = byName(depths, t);
  const most = Math.max(1, ...[...counted.values()].map((row) => row.win + row.loss + row.tie));
  const rows = [...counted].map(([name, row]) => {
    const bars = Object.entries({ win: row.win, tie: row.tie, loss: row.loss }).filter(([, n]) => n > 0).map(([kind, n]) => {
      const bar = h('span', { class: `depth-bar is-${kind}`, 'data-tip': `${isKind(kind) ? t(`value.${kind}`) : ''} ${n}` });
      bar.style.width = `${(100 * n) / most}%`;
      return bar;
    });
    return h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: 'number' }, count(row.win + row.tie + row.loss)), h('td', { class: 'bars', 'aria-hidden': 'true' }, bars));
  });
  const head = h('thead', { class: 'unseen' }, h('tr', {}, [t('tables.plies'), t('tables.positions')].map((name) => h('th', { scope: 'col' }, name)), h('td')));
  const table = h('table', { class: 'data by-depth' }, head, h('tbody', {}, rows));
  return h('details', { open: true }, h('summary', {}, t('stats.histogram')), h('div', { class: 'depths', tabindex: 0, role: 'region', 'aria-label': t('stats.histogram') }, table));
}
