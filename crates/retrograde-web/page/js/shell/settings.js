/** What readers choose once for all places: the unit of depths, colours and look of boards, the speed at which Watch starts, which sounds are heard. Kept in this browser. */

import { h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { pref, setPref } from '../base/prefs.js';
import { BOARD_COLOURS, CHOSEN_COLOURS } from '../base/values.js';
import { KINDS_OF_SOUND, Sound } from '../watch/sound.js';
import { START_SPEEDS } from '../watch/transport.js';

/** @typedef {Pick<import('./index.js').Services, 'language' | 'memory' | 'style' | 't'>} Asked */

/** The settings as a form; `closed` is called when the sheet is. @param {Asked} ctx */
export function settings({ language, memory, style, t }) {
  const before = looks(CHOSEN_COLOURS, language.unit, style);
  const sound = memory.of(Sound);
  const choice = (/** @type {string} */ id, /** @type {string} */ now, /** @type {string[]} */ values, /** @type {(value: string) => void} */ choose) => {
    const list = h('select', { id: `set-${id}` }, values.map((value) => h('option', { value, selected: value === now }, t(`set.${id}.${value}`))));
    list.addEventListener('change', () => choose(list.value));
    return h('div', { class: 'row' }, h('label', { for: `set-${id}` }, t(`set.${id}`)), list);
  };
  const kinds = KINDS_OF_SOUND.map((kind) => {
    const box = h('input', { type: 'checkbox', checked: !sound.muted.has(kind) });
    box.addEventListener('change', () => sound.mute(kind, !box.checked));
    return h('label', {}, box, t(`set.sound.${kind}`));
  });
  const element = h('section', { class: 'settings' }, h('h3', {}, pixels(t('set.title'))),
    choice('unit', pref('unit', 'plies'), ['plies', 'moves'], (unit) => setPref('unit', unit)),
    choice('look', style.isPlain ? 'plain' : 'pictures', ['pictures', 'plain'], () => style.toggle()),
    choice('board', pref('board', 'slate'), ['slate', ...Object.keys(BOARD_COLOURS)], (colours) => setPref('board', colours)),
    choice('speed', String(pref('speed', 0)), START_SPEEDS.map(String), (times) => setPref('speed', Number(times))),
    h('fieldset', { class: 'row' }, h('legend', {}, t('set.sound')), kinds));
  // Boards are drawn and sentences made anew, wherever they are, when the sheet is shut: also if another tab has made the choice.
  const closed = () => looks(pref('board', 'slate'), pref('unit', 'plies'), style) !== before && location.reload();
  return { element, closed };
}

/** How boards look, and depths are counted. @param {string} colours @param {string} unit @param {Asked['style']} style */
const looks = (colours, unit, style) => `${colours} ${unit} ${style.isPlain}`;
