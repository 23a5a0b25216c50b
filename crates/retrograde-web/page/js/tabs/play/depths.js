/**
 * The graph of the game played: how it was going to end, seen from each of its positions by one side, the reader's. It has three bands: wins at the
 * top, the shorter the higher; ties and draws in the middle; losses at the bottom. A flat line is perfect play, a step is a mistake.
 */

import { fill, h } from '../../base/dom.js';
import { VALUES } from '../../base/values.js';

/** @typedef {import('../../base/reports.js').Head} Head */
/** @typedef {import('../../languages/index.js').T} T */

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 480;
const HEIGHT = 120;
const PAD = 12;
/** Room for the names of the lanes. */
const LEFT = 84;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {...(Node | string)} children */
function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Games that differ by less look nearly alike. */
const LEAST_RANGE = 8;

/** Where the band of wins begins, and how near to its edges the line comes. */
const BAND = 1 / 3;
const MARGIN = 0.1;

/**
 * How good a position is for a side, in [-1, 1]: a win the better, the shorter the whole game, and always in the band of wins.
 * @param {Head} head @param {number} ply @param {{ shortest: number, longest: number }} totals of the games seen so far @param {string} viewer
 */
export function height(head, ply, { shortest, longest }, viewer) {
  if (!head.winner) return 0;
  const total = head.depth === null ? longest : ply + head.depth;
  const late = (total - shortest) / Math.max(LEAST_RANGE, longest - shortest);
  const size = 1 - MARGIN - (1 - BAND - 2 * MARGIN) * late;
  return head.winner === viewer ? size : -size;
}

/**
 * @param {HTMLElement} place
 * @param {(Head | null)[]} heads by ply; null where nobody knows
 * @param {number} current
 * @param {[string, string]} sides the viewer's first
 * @param {Pick<import('../context.js').Context, 't' | 'games'>} ctx
 * @param {(ply: number) => void} onPly
 */
export function graphGame(place, heads, current, sides, { t, games }, onPly) {
  if (heads.length < 2) {
    fill(place);
    return;
  }
  const totals = heads.flatMap((head, ply) => (head?.winner && head.depth !== null ? [ply + head.depth] : []));
  if (!totals.length) totals.push(0);
  const range = { shortest: Math.min(...totals), longest: Math.max(...totals) };
  const x = (/** @type {number} */ ply) => LEFT + (ply * (WIDTH - PAD - LEFT)) / (heads.length - 1);
  const y = (/** @type {Head} */ head, /** @type {number} */ ply) => HEIGHT / 2 - height(head, ply, range, sides[0]) * (HEIGHT / 2);
  const known = heads.flatMap((head, ply) => (head ? [{ head, ply }] : []));
  const steps = known.map(({ head, ply }, index) => `${index ? `H${x(ply)}V${y(head, ply)}` : `M${x(ply)} ${y(head, ply)}`}`).join('');
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', class: 'depths', 'aria-label': t('graph.label', { plies: heads.length - 1 }) },
    ...['win', 'level', 'loss'].map((band, index) => svg('rect', { class: `band band-${band}`, x: LEFT - PAD, y: (index * HEIGHT) / 3, width: WIDTH - LEFT + PAD, height: HEIGHT / 3 })),
    svg('path', { class: 'way', d: steps }),
    ...known.map(({ head, ply }) => dot(head, x(ply), y(head, ply), ply === current, games.colourOf(head.game, head.winner), () => onPly(ply))));
  fill(place, h('figure', { class: 'graph' }, h('figcaption', {}, t('graph.title', { side: t(`side.${sides[0]}`) })),
    h('div', { class: 'lanes', 'aria-hidden': 'true' }, h('span', {}, t('graph.wins', { side: t(`side.${sides[0]}`) })), h('span', {}, t('graph.level')), h('span', {}, t('graph.wins', { side: t(`side.${sides[1]}`) }))),
    drawing));
}

/** @param {Head} head @param {number} cx @param {number} cy @param {boolean} isCurrent @param {string} colour the winner's @param {() => void} onclick */
function dot(head, cx, cy, isCurrent, colour, onclick) {
  const size = isCurrent ? 10 : 6;
  const square = svg('rect', { x: cx - size / 2, y: cy - size / 2, width: size, height: size, class: `dot side-${colour}${isCurrent ? ' now' : ''}` });
  if (!colour) square.setAttribute('fill', VALUES[head.value].color);
  square.addEventListener('click', onclick);
  return square;
}
