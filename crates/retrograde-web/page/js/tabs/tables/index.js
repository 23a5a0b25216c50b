/** TABLES: what the server keeps on disk, to be seen, proved, made and removed; and what it has in memory. */

import { fill, h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { bytes } from '../../base/units.js';
import { mountDisk } from './disk.js';
import { counts, deepest, histogram, named, picture, trouble } from './parts.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../context.js').Mounted} Mounted */

/** Pixels across a board in the list. */
const BOARD = 120;

/** @param {HTMLElement} panel @param {Context} ctx @returns {Mounted} */
export function mountTables(panel, ctx) {
  const { t } = ctx;
  const [disk, list, detail] = [h('section'), h('div'), h('section')];
  panel.append(h('div', { class: 'tables-page' }, h('h1', { class: 'lead' }, pixels(t('tables.title'))), disk, h('section', {}, h('h2', {}, pixels(t('tables.memory'))), list, detail)));
  const unmount = mountDisk(disk, ctx);
  void load(list, detail, ctx);
  return { unmount };
}

/** @param {HTMLElement} list @param {HTMLElement} detail @param {Context} ctx */
async function load(list, detail, ctx) {
  const { t, api } = ctx;
  try {
    const tables = await api.tables();
    if (!tables.length) {
      fill(list, h('p', {}, t('tables.none')));
      return;
    }
    fill(list, h('ul', { class: 'in-memory' }, tables.map((table) => h('li', {}, picture(table.pos, BOARD, ctx), h('h3', {}, named(table, ctx)),
      h('div', { class: 'row' }, h('span', { class: 'hint' }, bytes(table.bytes)), h('button', { type: 'button', class: 'small', onclick: () => void show(detail, table.pos, ctx) }, t('tables.show')))))));
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
