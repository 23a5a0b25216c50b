/** Predict first: the value stays hidden until the learner has said what it is. */

import { h } from '../../base/dom.js';

/** @typedef {import('../../base/reports.js').Head} Head */
/** @typedef {import('../../languages/index.js').T} T */
/** @typedef {{ winner: string, depth: number | null }} Guess the winner, or `nobody` */

/** What has been said, by position. @extends {Map<string, Guess>} */
export class Guesses extends Map {}

/** The question. @param {string[]} sides @param {T} t @param {(guess: Guess) => void} onGuess */
export function predictForm(sides, t, onGuess) {
  const choices = [...sides, 'nobody'].map((side) =>
    h('label', {}, h('input', { type: 'radio', name: 'winner', value: side, required: true }), side === 'nobody' ? t('predict.nobody') : t('predict.wins', { side: t(`side.${side}`) })));
  const depth = h('input', { type: 'number', id: 'predict-depth', min: 0, max: 16383, inputmode: 'numeric' });
  const form = h('form', { class: 'predict' }, h('h2', {}, t('predict.title')), h('fieldset', {}, h('legend', {}, t('predict.who')), h('div', { class: 'row' }, choices)),
    h('div', { class: 'row' }, h('label', { for: 'predict-depth' }, t('predict.depth')), depth), h('button', {}, t('predict.commit')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const winner = String(new FormData(form).get('winner'));
    onGuess({ winner, depth: depth.value === '' ? null : Number(depth.value) });
  });
  return form;
}

/** How right it was. @param {Guess} guess @param {Head} head @param {T} t */
export function judged(guess, head, t) {
  const right = guess.winner === (head.winner ?? 'nobody');
  const exact = right && guess.depth !== null && guess.depth === head.depth;
  return h('p', { class: 'judged' }, t(exact ? 'predict.exact' : right ? 'predict.right' : 'predict.wrong'));
}
