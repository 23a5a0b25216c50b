/** The subtasks of P7387: the method that the length of a row admits, and how long the table and the theorem took. */

import { h } from '../base/dom.js';
import { bytes, count, duration, number } from '../base/units.js';

/**
 * All that was measured for this table, in milliseconds of processor time: `retrograde --threads 1 answer --method METHOD p7387` on a file with one
 * row of this length (coins thrown with seed 7387), the program's start included; the median of five runs of the release build, on a machine with
 * two cores, x86-64. Without a table there is no time: it would not fit in any memory.
 */
export const MEASURED = [
  { longest: 3, method: 'hand', table: 2.9, theorem: 3.1 },
  { longest: 6, method: 'search', table: 3.1, theorem: 3 },
  { longest: 15, method: 'table', table: 20.4, theorem: 3.2 },
  { longest: 200, method: 'square', table: null, theorem: 3.1 },
  { longest: 1_000_000, method: 'linear', table: null, theorem: 3.2 },
  { longest: 10_000_000, method: 'stream', table: null, theorem: 4.9 },
];
/** The longest row whose table was made, in milliseconds, and bytes of memory of the whole program. */
export const LARGEST = { longest: 22, table: 4746, bytes: 93_675_520 };

/** @param {number} ms */
const time = (ms) => (ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms));

/** @param {import('../tabs/context.js').Context} ctx */
export function timesTable({ t }) {
  const heads = ['longest', 'method', 'table', 'theorem'].map((key) => h('th', { scope: 'col' }, t(`times.${key}`)));
  const rows = MEASURED.map(({ longest, method, table, theorem }) =>
    h('tr', {}, h('th', { scope: 'row' }, number(longest)), h('td', {}, t(`times.by.${method}`)),
      h('td', {}, table === null ? t('times.none') : time(table)), h('td', {}, time(theorem))));
  return h('figure', { class: 'lesson-figure times' },
    h('div', { class: 'scroll-across', tabindex: 0, role: 'region', 'aria-label': t('times.label') },
      h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows))),
    h('figcaption', { class: 'hint' }, t('times.note', { start: time(MEASURED[0]?.theorem ?? 0), longest: LARGEST.longest, time: time(LARGEST.table), bytes: bytes(LARGEST.bytes), rows: count(2 ** (LARGEST.longest + 1) - 2) })));
}
