/** A table is made: what that takes is told first. */

import { withHint } from '../../answers/job.js';
import { fill, h } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { bytes, duration, number } from '../../base/units.js';
import { remember, trouble } from './parts.js';
import { Work } from './work.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../base/shapes.js').PlanReport} PlanReport */
/** @typedef {import('../../base/shapes.js').JobReport} JobReport */
/** @typedef {{ isWanted: () => boolean, load: (name?: string) => Promise<void>, lookForLeftovers: () => Promise<void> }} Disk */

/** @param {HTMLElement} section @param {JobReport | null} running a table that is being made already @param {Context} ctx @param {Disk} disk */
export function mountMaking(section, running, ctx, disk) {
  const { t, api, store } = ctx;
  const field = h('input', { id: 'make', type: 'text', spellcheck: 'false', autocomplete: 'off', placeholder: 'quixo:3x3', value: running?.pos ?? store.state.pos });
  const [takes, work] = [h('div', { role: 'status' }), new Work(ctx, disk.isWanted)];
  const ask = h('button', {}, t('make.ask'));
  const make = (/** @type {() => Promise<{ job: string }>} */ begin) => work.start(begin, (report) => (remember(report), void disk.load(report.table ?? '')), ask, () => disk.lookForLeftovers());
  let told = '';
  const plan = async () => {
    const pos = field.value.trim();
    told = pos;
    try {
      const report = await api.plan(pos);
      fill(takes, ...costs(report, ctx), canBeKept(report) && h('button', { type: 'button', onclick: () => (fill(takes), ask.focus(), void make(() => api.keep(pos))) }, t('make.start')));
    } catch (error) {
      fill(takes, trouble(error));
    }
  };
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), void plan());
  fill(section, h('h3', {}, pixels(t('make.title'))), h('form', { class: 'row', onsubmit: submit }, h('label', { for: 'make' }, t('make.position')), field, ask), takes, work.element);
  // Shown before the reader asks for a table: above all, that it cannot be saved.
  field.addEventListener('change', () => field.value.trim() !== told && void plan());
  if (field.value.trim() && !running) void plan();
  if (running) void make(() => Promise.resolve({ job: running.job }));
}

/** @param {PlanReport} plan */
const canBeKept = ({ error, keep }) => !error && keep !== null && !keep.error;

/** What making a table takes. @param {PlanReport} plan @param {Context} ctx */
function costs({ slots, bytes: memory, estimated_ms: time, keep, error }, { t }) {
  const refusal = error ?? keep?.error;
  if (!keep && !refusal) return [h('p', { class: 'trouble' }, t('make.notKept'))];
  const takes = [
    slots !== null && t('make.slots', { n: number(slots) }),
    memory !== null && t('make.memory', { bytes: bytes(memory) }),
    keep && t('make.disk', { bytes: bytes(keep.bytes) }),
    keep?.free_bytes && t('make.free', { bytes: bytes(keep.free_bytes), folder: keep.folder }),
    time !== null && t('make.time', { time: duration(time) }),
  ];
  return [h('p', {}, takes.filter(Boolean).join(' · ')), refusal ? trouble({ message: withHint(refusal) }) : h('p', { class: 'hint' }, t('make.hint'))];
}
