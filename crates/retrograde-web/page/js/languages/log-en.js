/** What WATCH, LEARN and the demo say of a log, in English. */

import { inEnglish } from './depth.js';

/** @param {number | undefined} n */
const count = (n) => String(n ?? 0).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');

/** @param {number | undefined} n @param {string} one @param {string} many */
const some = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

/** @type {import('./index.js').Catalogue} */
export default {
  'verdict.title': 'Verdict',
  'verdict.asked': 'Who wins?',
  'verdict.hidden': 'Your turn: who wins?',
  'verdict.reveal': 'Show the answer',
  'verdict.counts': 'Positions decided so far',
  'verdict.class': 'value',
  'verdict.number': 'positions',
  'count.win': 'win',
  'count.loss': 'loss',
  'count.tie': 'tie',
  'count.draw': 'draw',
  'count.open': 'open',
  'watch.valueIn': ({ value, depth }, unit) => (depth === 0 ? `${value} (game over)` : `${value} in ${inEnglish(depth, unit)}`),
  'end.title': 'Solved!',
  'end.counts': ({ n, parts }) => `${some(n, 'position', 'positions')}: ${parts}`,
  'end.deepest': ({ depth }, unit) => `Longest forced game: ${inEnglish(depth, unit)}`,
  'end.asked': ({ step, total }) => `This board was decided at step ${count(step)} of ${count(total)}`,
  'end.left': 'Your board is a draw',
  'end.why': 'Why?',
  'end.again': 'Again',
  'state.number': ({ n }) => count(n),
  'caption.start': 'Press Play, or Space: solving starts from finished games.',
  'caption.seed': 'Game over, {winner} won ({over}): into the queue.',
  'caption.seedTie': 'Game over, a tie ({over}): into the queue.',
  'caption.pop': 'Next: #{slot}, {side} to move: {value}. Who could have moved here?',
  'caption.relax': '{side} could have played {move}, but that loses. Open moves: {before} → {open}.',
  'caption.mark.win': ({ side, move, depth }, unit) => `${side} plays ${move} and wins in ${inEnglish(depth, unit)}.`,
  'caption.mark.loss': ({ side, move, depth }, unit) => `${move} was ${side}’s last hope: ${side} loses in ${inEnglish(depth, unit)}.`,
  'caption.mark.tie': ({ side, move, depth }, unit) => `${side} cannot win, but ${move} ties in ${inEnglish(depth, unit)}.`,
  'caption.layer': ({ depth, win, loss, tie, queue }) =>
    `Layer ${depth} done: ${[win && some(win, 'win', 'wins'), loss && some(loss, 'loss', 'losses'), tie && some(tie, 'tie', 'ties')].filter(Boolean).join(', ')}. ${count(queue)} wait.`,
  'caption.rest': ({ draw }) =>
    draw === 0
      ? 'The queue is empty, and nothing is left: no draws.'
      : `The queue is empty. Nobody can force a win in the ${some(draw, 'position', 'positions')} left: draws.`,
  'caption.loading': '…',
  'caption.inspect': ({ slot, side, value }) => `Looking at ${slot === null ? 'a position' : `#${slot}`}: ${side} to move, ${value}.`,
  'near.relaxLabel': '{side} to move, {move} leads here: {open} of {of} moves left',
  'near.markLabel': '{side} to move, {move} leads here: {value}',
  'demo.label': 'Demo: retrograde analysis of well-known boards',
  'demo.pause': 'Pause',
  'demo.resume': 'Resume',
  'demo.next': 'Next board',
  'demo.open': 'Watch it solved',
  'demo.noi1': 'NOI 2023, sample 1: Red cannot move',
  'demo.noi2': 'NOI 2023, sample 2: the pawn slips through',
  'demo.noi3': 'NOI 2023, sample 3',
  'demo.noi4': 'NOI 2023, sample 4: nobody gets through',
  'demo.noi5': 'NOI 2023, sample 5: of 115\u202f248 positions, a few hundred decide',
  'demo.boi1': 'BalticOI 2008: the race',
  'demo.boi2': 'BalticOI 2008: one wall moved',
  'demo.ezec1': 'EZEC-6: three cannons',
  'demo.ezec2': 'EZEC-6: five cannons',
  'demo.draw2': 'A draw: the kings keep watch',
};
