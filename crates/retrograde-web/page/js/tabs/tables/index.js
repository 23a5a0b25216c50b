/** TABLES: what the server keeps on disk, to be seen, proved, made and removed; and what it has in memory. */

import { fill, h } from '../../base/dom.js';
import { bytes } from '../../base/units.js';
import { mini } from '../../board/mini.js';
import { mountDisk } from './disk.js';
import { counts, deepest, histogram, link, trouble } from './parts.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Mounted} Mounted */

/** Pixels across a board in the list. */
const BOARD = 40;

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountTables(panel, ctx) {
  const { t } = ctx;
  const [disk, list, detail] = [h('section'), h('div', { class: 'scroll-x tables' }), h('section')];
  panel.append(h('div', { class: 'tables-page' }, h('h1', { class: 'lead' }, t('tables.title')), disk, h('section', {}, h('h2', {}, t('tables.memory')), list, detail)));
  const unmount = mountDisk(disk, ctx);
  void load(list, detail, ctx);
  return { unmount };
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
        h('td', { class: 'number' }, bytes(table.bytes)), h('td', {}, h('div', { class: 'pictured' }, mini(table.pos, BOARD, '', ctx.boards, ''), link(table.pos, ctx))),
        h('td', {}, h('button', { type: 'button', onclick: () => void show(detail, table.pos, ctx) }, t('tables.show'))))))));
  } catch (error) {
    fill(list, trouble(error));
  }
}

/** @param {HTMLElement} detail @param {string} pos @param {Context} ctx */
async function show(detail, pos, ctx) {
  const { api } = ctx;
  try {
    const stats = await api.stats(pos);
    const heading = h('h3', { tabindex: -1 }, stats.table);
    fill(detail, heading, ...turns(stats, ctx), deepest(stats.deepest, ctx), histogram(stats.by_depth, ctx));
    heading.focus({ preventScroll: true });
    detail.scrollIntoView();
  } catch (error) {
    fill(detail, trouble(error));
  }
}

/** Counts by who is to move, where that is told; else the rows by depth say what there is to say. @param {import('../../base/shapes.js').StatsReport} stats @param {Context} ctx */
const turns = ({ turns: rows }, ctx) => (rows.length > 0 ? [counts(rows.map((row) => [ctx.t(`side.${row.turn}`), row]), ctx.t('stats.turn'), ctx)] : []);
