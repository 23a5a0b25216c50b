/** What the tab WATCH consists of: the elements, where they stand, and what they ask for. No state. */

import { Slice } from '../../answers/slice.js';
import { h, fill } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { mountDock } from '../../watch/dock.js';
import { mountRule, mountState } from '../../watch/facts.js';
import { foldable } from '../../watch/fold.js';
import { mountNeighbours } from '../../watch/neighbours.js';
import { SeaView } from '../../watch/sea.js';
import { mountVerdict } from '../../watch/verdict.js';
import { mountWhy } from '../../watch/why.js';

/** @typedef {'solving' | 'why' | 'slice'} View */
/**
 * @typedef {object} WatchDeeds
 * @property {(view: View) => void} view
 * @property {() => void} size the sea, large or small
 * @property {(slot: number | null, pos: string) => void} look at a position aside from the log
 * @property {() => void} open the position that is looked at, as the question
 * @property {() => void} leave it
 * @property {(cell: number) => void} point at a position of the sea
 * @property {(cell: number) => void} pick one
 * @property {() => void} unpoint at none
 */
/** @typedef {import('../../watch/dock.js').Deeds & WatchDeeds} Deeds */
/** @typedef {ReturnType<typeof buildScene>} Scene */

/**
 * @param {HTMLElement} panel
 * @param {import('../context.js').Context} ctx
 * @param {import('../../watch/transport.js').Transport} transport
 * @param {'answer' | 'all'} followed
 * @param {Deeds} deeds
 */
export function buildScene(panel, ctx, transport, followed, deeds) {
  const { t, api, boards, board, live } = ctx;
  const { under, dock: dockBox } = ctx.slots;
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, attributes = {}) =>
    h('button', { type: 'button', onclick, ...attributes }, t(text));

  const verdictBox = h('section', { class: 'box box-verdict' });
  const queueBox = h('section', { class: 'box box-queue' });
  const state = foldable('state', t('state.title'));
  const rule = foldable('rule', t('code.title'));
  const graph = foldable('graph', t('histogram.title')).box;
  const whyBox = h('section', { class: 'box box-why' });
  const sliceBox = h('section', { class: 'box box-slice' });
  /** @type {Record<View, HTMLElement[]>} */
  const boxes = { solving: [queueBox, state.box, rule.box], why: [whyBox], slice: [sliceBox] };
  const views = /** @type {View[]} */ (['solving', 'why', 'slice']).map((view) =>
    button(`view.${view}`, () => deeds.view(view), { 'data-view': view }),
  );
  const choice = h('div', { class: 'views', role: 'group', 'aria-label': t('view.label') }, views);

  const seaBox = h('div', { class: 'sea', tabindex: 0, role: 'application', 'aria-label': t('sea.title') });
  const seaHint = h('p', { class: 'sea-hint' });
  const enlarge = button('sea.enlarge', deeds.size, { class: 'small', 'aria-pressed': 'false' });
  const seaSection = h('section', { class: 'box box-sea' }, h('h2', {}, pixels(t('sea.title')), enlarge), seaBox, seaHint);
  const histogram = h('canvas', { class: 'histogram', role: 'img', 'aria-label': t('histogram.title') });
  const deepest = h('span', {});
  const axis = h('p', { class: 'axis', 'aria-hidden': 'true' }, h('span', {}, t('histogram.from')), deepest);
  graph.append(histogram, axis);

  const sample = h('p', { class: 'sample', hidden: true });
  const caption = h('p', { class: 'caption' }, t('caption.start'));
  const asides = h('p', { class: 'asides', hidden: true }, button('near.open', deeds.open), button('near.back', deeds.leave));
  const end = h('div', { class: 'end-place' });
  const trouble = h('div', { class: 'load-trouble', role: 'alert' });
  const nearBox = h('div', { class: 'near-box' });
  const words = h('div', { class: 'words' }, end, h('div', { class: 'said' }, caption, sample), asides, trouble);

  panel.classList.add('watch');
  fill(
    panel,
    h('div', { class: 'watch-facts' }, verdictBox, choice, Object.values(boxes).flat()),
    h('div', { class: 'watch-sea' }, seaSection, graph),
  );
  fill(under, nearBox, words);
  return {
    panel,
    verdict: mountVerdict(verdictBox, ctx),
    state: mountState(queueBox, state, ctx),
    rule: mountRule(rule, t),
    why: mountWhy(whyBox, { api, t, picked: (pos) => deeds.look(null, pos) }),
    slice: new Slice(sliceBox, { api, boards, t, board, moved: (pos) => deeds.look(null, pos) }),
    boxes,
    views,
    seaView: new SeaView(seaBox, { onMove: deeds.point, onPick: deeds.pick, onLeave: deeds.unpoint }),
    seaBox,
    seaHint,
    seaSection,
    enlarge,
    graph,
    histogram,
    deepest,
    sample,
    end,
    caption,
    asides,
    trouble,
    near: mountNeighbours(nearBox, ctx, (event) => deeds.look(event.slot ?? null, event.pos ?? '')),
    dock: mountDock(dockBox, transport, followed, { t, say: live.toast }, deeds),
  };
}
