/** Why the other moves of a puzzle fail: what each is worth, and how it is answered. */

import { moveText } from '../../answers/moves.js';
import { fill, h } from '../../base/dom.js';
import { VALUES } from '../../base/values.js';

/** @typedef {import('../../base/shapes.js').MoveReport} MoveReport */
/** @typedef {{ api: Pick<import('../../base/api.js').Api, 'line'>, t: import('../../languages/index.js').T }} Asked */

/** The plies of an answer that are told. */
const TOLD = 5;

/** @param {HTMLElement} place @param {MoveReport[]} moves @param {Asked} ctx */
export async function explain(place, moves, ctx) {
  const { t } = ctx;
  const rows = await Promise.all(moves.map((move) => failure(move, ctx)));
  fill(place, h('h2', {}, t('puzzles.why')), h('ul', { class: 'failures' }, rows));
}

/** "a3–b3 ▼ loses in 8: b1–c1 …" @param {MoveReport} move @param {Asked} ctx */
async function failure(move, { api, t }) {
  const { for_mover: value, depth, over } = move;
  const reply = over ? null : await api.line(move.pos, TOLD).catch(() => null);
  const line = reply?.line.slice(0, TOLD).map((each) => moveText(each.move, t)) ?? [];
  const goesOn = (depth ?? Infinity) > line.length;
  const told = over ? t(`over.${over}`) : line.length ? t('puzzles.answer', { line: `${line.join(' ')}${goesOn ? ' …' : ''}` }) : '';
  return h('li', { class: `is-${value}` }, h('b', {}, moveText(move.move, t)), ' ', h('span', { class: 'mark', 'aria-hidden': 'true' }, VALUES[value].mark), ' ',
    t(`puzzles.fails.${value}`, { n: depth === null ? '' : depth + 1 }), told && t('puzzles.answered', { told }));
}
