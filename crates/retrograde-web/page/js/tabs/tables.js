/** TABLES: what the server has in memory, with counts, a histogram of depths, and the deepest positions. */

import { fill, h } from '../base/dom.js';
import { bytes, count } from '../base/units.js';
import { KINDS, VALUES, isKind } from '../base/values.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Mounted} Mounted */
/** @typedef {import('../base/shapes.js').StatsReport} StatsReport */

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountTables(panel, ctx) {
  const { t } = ctx;
  const list = h('div', { class: 'scroll-x tables' });
  const detail = h('section');
  panel.append(h('h1', { class: 'lead' }, t('tables.title')), list, detail);
  void load(list, detail, ctx);
  return { unmount: () => undefined };
}

/** @param {HTMLElement} list @param {HTMLElement} detail @param {Context} ctx */
async function load(list, detail, ctx) {
  const { t, api, games } = ctx;
  try {
    const tables = await api.tables();
    if (!tables.length) {
      fill(list, h('p', {}, t('tables.none')));
      return;
    }
    const head = ['tables.name', 'tables.game', 'tables.bytes', 'tables.board', 'tables.stats'];
    fill(list, h('table', { class: 'data' }, h('thead', {}, h('tr', {}, head.map((key) => h('th', { scope: 'col' }, t(key))))),
      h('tbody', {}, tables.map((table) => h('tr', {}, h('th', { scope: 'row' }, table.table), h('td', {}, games.nameOf(table.game)), 
        h('td', { class: 'number' }, bytes(table.bytes)), h('td', {}, link(table.pos, ctx)),
        h('td', {}, h('button', { type: 'button', onclick: () => void show(detail, table.pos, ctx) }, t('tables.show'))))))));
  } catch (error) {
    fill(list, h('p', { class: 'trouble' }, error instanceof Error ? error.message : String(error)));
  }
}

/** @param {HTMLElement} detail @param {string} pos @param {Context} ctx */
async function show(detail, pos, ctx) {
  const { t, api } = ctx;
  try {
    const stats = await api.stats(pos);
    const heading = h('h2', { tabindex: -1 }, stats.table);
    fill(detail, heading, counts(stats, ctx), h('h3', {}, t('stats.deepest')),
      h('ul', {}, stats.deepest.map((deepest) => h('li', {}, VALUES[deepest.value].mark, ' ', t(`side.${deepest.turn}`), ', ', t(`value.${deepest.value}`), ` ${deepest.depth}: `, link(deepest.pos, ctx)))), histogram(stats, ctx));
    heading.focus({ preventScroll: true });
    detail.scrollIntoView();
  } catch (error) {
    fill(detail, h('p', { class: 'trouble' }, error instanceof Error ? error.message : String(error)));
  }
}

/** A position, and the way to it. @param {string} pos @param {Context} ctx */
function link(pos, { store }) {
  const place = { page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('play'), pos };
  return h('a', { href: store.link(place), onclick: store.follow({ ...place, step: null }) }, shortened(pos));
}

/** A token of a line at most. @param {string} pos */
const shortened = (pos) => (pos.length > 72 ? `${pos.slice(0, 48)}…${pos.slice(-20)}` : pos);


/** @param {StatsReport} stats @param {Context} ctx */
function counts(stats, { t }) {
  return h('table', { class: 'data' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('stats.turn')), KINDS.map((kind) => h('th', { scope: 'col', class: `is-${kind}` }, VALUES[kind].mark, ' ', t(`value.${kind}`))))),
    h('tbody', {}, stats.turns.map((turn) => h('tr', {}, h('th', { scope: 'row' }, t(`side.${turn.turn}`)), KINDS.map((kind) => h('td', { class: 'number' }, count(turn[kind])))))));
}

/** Bars by depth, as a table that a chart is painted into. @param {StatsReport} stats @param {Context} ctx */
function histogram(stats, { t }) {
  const most = Math.max(1, ...stats.by_depth.map((row) => row.win + row.loss + row.tie));
  const rows = stats.by_depth.map((row) => {
    const bars = Object.entries({ win: row.win, tie: row.tie, loss: row.loss }).filter(([, n]) => n > 0).map(([kind, n]) => {
      const bar = h('span', { class: `depth-bar is-${kind}`, title: `${isKind(kind) ? t(`value.${kind}`) : ''} ${n}` });
      bar.style.width = `${(100 * n) / most}%`;
      return bar;
    });
    return h('tr', {}, h('th', { scope: 'row' }, row.depth), h('td', { class: 'number' }, count(row.win + row.tie + row.loss)), h('td', { class: 'bars', 'aria-hidden': 'true' }, bars));
  });
  return h('details', { open: true }, h('summary', {}, t('stats.histogram')), h('table', { class: 'data by-depth' }, h('tbody', {}, rows)));
}
