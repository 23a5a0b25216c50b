/**
 * The transport's controls. Every one is there in every state; one that means nothing now is `aria-disabled`, and says why when it
 * is pointed at or pressed.
 */

import { fill, h } from '../base/dom.js';
import { face } from '../base/face.js';
import { keyOf } from '../base/keys.js';
import { figures } from '../base/pixels.js';
import { FOLLOW } from '../base/words.js';
import { frameAt } from './player.js';
import { BASE_RATE } from './transport.js';
import { Moments } from './moments.js';

/** @typedef {import('./transport.js').Control} Control */
/** @typedef {import('./transport.js').Transport} Transport */
/** @typedef {import('./strides.js').Detail} Detail */
/** @typedef {import('../languages/index.js').T} T */

/** The buttons in order: control, text and key. @type {[Control, string, string][]} */
const BUTTONS = [
  ['restart', 'transport.restart', 'restart'],
  ['start', 'transport.start', 'start'],
  ['layerBack', 'transport.layerBack', 'previousLayer'],
  ['back', 'transport.back', 'back'],
  ['play', 'transport.play', 'playPause'],
  ['forward', 'transport.forward', 'forward'],
  ['layerForward', 'transport.layerForward', 'nextLayer'],
  ['end', 'transport.end', 'end'],
  ['stops', 'transport.stops', 'stops'],
];

/**
 * @typedef {object} Deeds what the controls do
 * @property {(control: Control) => void} press
 * @property {(step: number) => void} seek
 * @property {(follow: 'answer' | 'all') => void} follow
 * @property {(detail: Detail) => void} detail
 */

/**
 * @param {HTMLElement} element
 * @param {Transport} transport
 * @param {'answer' | 'all'} followed
 * @param {{ t: T, say: (text: string) => void }} voice
 * @param {Deeds} deeds
 */
export function mountDock(element, transport, followed, { t, say }, deeds) {
  /** @type {Map<Control, HTMLElement>} */
  const controls = new Map();
  const press = (/** @type {Control} */ control) => {
    const refusal = transport.refusal(control);
    if (refusal === null) deeds.press(control);
    else say(t(refusal));
  };
  const button = (
    /** @type {Control} */ control,
    /** @type {Node | string} */ child,
    /** @type {string} */ text,
    /** @type {string} */ key,
  ) => {
    const made = h(
      'button',
      { type: 'button', class: `control control-${control}`, 'aria-label': t(text), onclick: () => press(control) },
      child,
    );
    made.dataset.hint = `${t(text)} (${keyOf(key)})`;
    controls.set(control, made);
    return made;
  };
  const buttons = BUTTONS.map(([control, text, key]) => button(control, face(control), text, key));
  const slider = h('input', {
    type: 'range',
    class: 'seek',
    min: 0,
    max: 1,
    step: 1,
    value: 0,
    'aria-label': t('transport.seek'),
    oninput: () => deeds.seek(Number(slider.value)),
  });
  const moments = new Moments(t, (step) => deeds.seek(step));
  const speed = h('output', { class: 'speed figures' });
  const speeds = h(
    'div',
    { class: 'speeds', role: 'group', 'aria-label': t('key.faster') },
    button('slower', '−', 'transport.slower', 'slower'),
    speed,
    button('faster', '+', 'transport.faster', 'faster'),
  );
  const choice = (
    /** @type {string} */ name,
    /** @type {string[]} */ values,
    /** @type {string} */ chosen,
    /** @type {(value: string) => void} */ choose,
  ) =>
    h(
      'fieldset',
      { class: 'choice' },
      h('legend', {}, t(`transport.${name}`)),
      values.map((value) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => choose(value) }),
          t(`transport.${value}`),
        ),
      ),
    );
  const follows = choice('follow', Object.values(FOLLOW), followed, (value) => deeds.follow(value === FOLLOW.all ? FOLLOW.all : FOLLOW.answer));
  const details = choice('detail', ['edge', 'state', 'layer'], transport.detail, (value) => deeds.detail(/** @type {Detail} */ (value)));
  const group = h(
    'div',
    { class: 'transport', role: 'group', 'aria-label': t('transport.label') },
    h('div', { class: 'timeline' }, slider, moments.element),
    h('div', { class: 'buttons' }, buttons),
    speeds,
    follows,
    details,
  );
  fill(element, group);

  let shownFace = 'play';
  const showPlay = () => {
    const name = transport.isRunning ? 'pause' : 'play';
    const made = controls.get('play');
    if (made === undefined) return;
    const text = t(transport.isRunning ? 'transport.pause' : transport.state === 'finished' ? 'transport.again' : 'transport.play');
    if (made.getAttribute('aria-label') !== text) {
      made.setAttribute('aria-label', text);
      made.dataset.hint = `${text} (${keyOf('playPause')})`;
    }
    if (name !== shownFace) fill(made, face(name));
    shownFace = name;
  };
  const showRefusals = () => {
    for (const [control, made] of controls) {
      const refusal = transport.refusal(control);
      const title = refusal === null ? (made.dataset.hint ?? '') : t(refusal);
      if (made.dataset.tip === title) continue;
      made.dataset.tip = title;
      made.setAttribute('aria-disabled', String(refusal !== null));
    }
    slider.disabled = transport.refusal('seek') !== null;
  };
  const showSpeed = () => {
    const rate = transport.rate();
    const { fastest, slowest } = transport.where();
    const text = fastest && !slowest ? t('transport.max') : t('transport.speed', { times: rate / BASE_RATE });
    if (speed.textContent === text) return;
    figures(speed, text);
    speed.dataset.tip = t('transport.rate', { rate: Math.round(rate) });
  };
  const showSlider = () => {
    const total = transport.sea?.events ?? 1;
    if (slider.max !== String(total)) slider.max = String(total);
    slider.value = String(transport.step);
    const depth = transport.sea === null ? 0 : frameAt(transport.sea, transport.step).depth;
    slider.setAttribute('aria-valuetext', t('transport.position', { step: transport.step, total, depth }));
  };
  return {
    /** Where others may stand beside them. */
    controls: group,
    show() {
      showPlay();
      showRefusals();
      showSpeed();
      showSlider();
    },
    /** @param {Map<import('./overview.js').KeyStep, number>} steps the key steps of the log @param {number} total its steps */
    mark(steps, total) {
      moments.place(steps, total);
    },
    /** @param {boolean} isStopping whether playing stops at key steps */
    showStops(isStopping) {
      controls.get('stops')?.setAttribute('aria-pressed', String(isStopping));
    },
    /** @param {'answer' | 'all'} follow */
    showFollow(follow) {
      for (const radio of follows.querySelectorAll('input')) radio.checked = radio.value === follow;
    },
  };
}
