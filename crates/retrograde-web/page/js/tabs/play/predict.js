/** Predict first: the value stays hidden until the learner has said what it is. */

import { h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';

/** @typedef {import('../../base/reports.js').Head} Head */
/** @typedef {import('../../languages/index.js').T} T */
/** @typedef {{ winner: string, depth: string }} Guess the winner, or `nobody`; the depth as the reader counts it, empty if it is left open */

/** What has been said, by position. @extends {Map<string, Guess>} */
export class Guesses extends Map {}

/** The question. @param {string[]} sides @param {T} t @param {(guess: Guess) => void} onGuess */
export function predictForm(sides, t, onGuess) {
  const choices = [...sides, 'nobody'].map((side) =>
    h('label', {}, h('input', { type: 'radio', name: 'winner', value: side, required: true }), side === 'nobody' ? t('predict.nobody') : t('predict.wins', { side: t(`side.${side}`) })));
  const depth = h('input', { type: 'number', id: 'predict-depth', min: 0, max: 16383, inputmode: 'numeric' });
  const form = h('form', { class: 'predict' }, h('h2', {}, pixels(t('predict.title'))), h('fieldset', {}, h('legend', {}, t('predict.who')), h('div', { class: 'row' }, choices)),
    h('div', { class: 'row' }, h('label', { for: 'predict-depth' }, t('predict.depth')), depth), h('button', {}, t('predict.commit')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const winner = String(new FormData(form).get('winner'));
    onGuess({ winner, depth: depth.value && String(Number(depth.value)) });
  });
  return form;
}

/** @param {Guess} guess @param {Pick<Head, 'winner'>} head */
const isRight = (guess, head) => guess.winner === (head.winner ?? 'nobody');

/** Whether the depth is right, too, as the reader counts. @param {Guess} guess @param {Pick<Head, 'winner' | 'depth'>} head @param {T} t */
export const isExact = (guess, head, t) => isRight(guess, head) && head.depth !== null && guess.depth === t('depth', { depth: head.depth });

/** How right it was. @param {Guess} guess @param {Head} head @param {T} t */
export function judged(guess, head, t) {
  const right = isRight(guess, head);
  return h('p', { class: 'judged' }, t(isExact(guess, head, t) ? 'predict.exact' : right ? 'predict.right' : 'predict.wrong'));
}
