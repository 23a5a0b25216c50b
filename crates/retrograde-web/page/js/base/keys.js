/**
 * The one table of keys: it feeds the handlers, the `?` sheet and the labels of buttons. Keys do nothing while a text field has the
 * focus, and leave alone what a focused control uses itself.
 */

/**
 * @typedef {object} Key
 * @property {string} id what it does; its text is `key.<id>`
 * @property {string[]} keys as `KeyboardEvent.key`, with `Shift+` in front where a shifted letter or arrow is meant
 * @property {string} show how it is written
 * @property {'all' | 'watch' | 'play' | 'edit' | 'grid'} where
 */

/** @type {Key[]} */
export const KEYS = [
  { id: 'playPause', keys: [' '], show: 'Space', where: 'watch' },
  { id: 'forward', keys: ['ArrowRight', 'PageDown'], show: '→  PgDn', where: 'watch' },
  { id: 'back', keys: ['ArrowLeft', 'PageUp'], show: '←  PgUp', where: 'watch' },
  { id: 'nextLayer', keys: ['Shift+ArrowRight'], show: 'Shift →', where: 'watch' },
  { id: 'previousLayer', keys: ['Shift+ArrowLeft'], show: 'Shift ←', where: 'watch' },
  { id: 'start', keys: ['Home'], show: 'Home', where: 'watch' },
  { id: 'end', keys: ['End'], show: 'End', where: 'watch' },
  { id: 'faster', keys: ['+', '='], show: '+', where: 'watch' },
  { id: 'slower', keys: ['-'], show: '−', where: 'watch' },
  { id: 'follow', keys: ['a'], show: 'A', where: 'watch' },
  { id: 'restart', keys: ['r'], show: 'R', where: 'watch' },
  { id: 'stops', keys: ['k'], show: 'K', where: 'watch' },
  { id: 'tour', keys: ['Shift+T'], show: 'Shift T', where: 'watch' },
  { id: 'present', keys: ['Shift+P'], show: 'Shift P', where: 'watch' },
  { id: 'best', keys: ['b'], show: 'B', where: 'play' },
  { id: 'hints', keys: ['h'], show: 'H', where: 'play' },
  { id: 'undo', keys: ['u', 'Ctrl+z'], show: 'U, Ctrl Z', where: 'play' },
  { id: 'redo', keys: ['Shift+U', 'Ctrl+Shift+z', 'Ctrl+y'], show: 'Shift U', where: 'play' },
  { id: 'along', keys: [], show: '← → Home End', where: 'play' },
  { id: 'variation', keys: ['v'], show: 'V', where: 'play' },
  { id: 'mute', keys: [], show: 'M', where: 'play' },
  { id: 'paint', keys: [], show: '. # o x 1 0', where: 'edit' },
  { id: 'larger', keys: [], show: '+ −', where: 'edit' },
  { id: 'whole', keys: ['0'], show: '0', where: 'edit' },
  { id: 'aside', keys: [], show: 'Shift ↑ ↓ ← →', where: 'edit' },
  { id: 'cursor', keys: [], show: '↑ ↓ ← → Enter', where: 'grid' },
  { id: 'edit', keys: ['e'], show: 'E', where: 'all' },
  { id: 'watch', keys: ['w'], show: 'W', where: 'all' },
  { id: 'play', keys: ['p'], show: 'P', where: 'all' },
  { id: 'flip', keys: ['f'], show: 'F', where: 'all' },
  { id: 'mute', keys: ['m'], show: 'M', where: 'watch' },
  { id: 'link', keys: ['l'], show: 'L', where: 'all' },
  { id: 'demo', keys: ['d'], show: 'D', where: 'all' },
  { id: 'type', keys: ['/'], show: '/', where: 'all' },
  { id: 'help', keys: ['?'], show: '?', where: 'all' },
];

/** @typedef {(() => void) | { down: () => void, up: () => void }} Action a function, or what begins and ends while a key is held */
/** @typedef {Record<string, Action>} Actions by the ids of the table */

const ids = new Map(KEYS.flatMap(({ id, keys }) => keys.map((key) => [key, id])));

/** How a key is written, for the tooltip of the button that does the same. @param {string} id */
export const keyOf = (id) => KEYS.find((key) => key.id === id)?.show ?? '';

export class Keys {
  constructor() {
    /** @type {Actions[]} */
    this.bound = [];
    /** Whether the focus came by keys: a slider or choice that the pointer has left the focus on does not keep the keys. */
    this.isByKeys = true;
    document.addEventListener('focusin', ({ target }) => (this.isByKeys = target instanceof Element && target.matches(':focus-visible')));
    /** @type {Map<string, () => void>} what ends when a key is let go */
    this.held = new Map();
    document.addEventListener('keydown', (event) => this.#down(event));
    document.addEventListener('keyup', (event) => this.#release(event.key.toLowerCase()));
    window.addEventListener('blur', () => [...this.held.keys()].forEach((key) => this.#release(key)));
  }

  /**
   * Binds actions, above those that are bound already.
   * @param {Actions} actions
   * @returns {() => void} what unbinds them
   */
  bind(actions) {
    this.bound.push(actions);
    return () => (this.bound = this.bound.filter((other) => other !== actions));
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    if (event.altKey || event.defaultPrevented || belongsTo(event, this.isByKeys)) return;
    const name = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key;
    const id = named(event, name);
    const action = id && this.bound.findLast((actions) => id in actions)?.[id];
    if (!action) return;
    event.preventDefault();
    if (typeof action === 'function') {
      action();
      return;
    }
    if (event.repeat) return;
    this.held.set(event.key.toLowerCase(), action.up);
    action.down();
  }

  /** @param {string} key */
  #release(key) {
    this.held.get(key)?.();
    this.held.delete(key);
  }
}

/** The action of a key. With Ctrl or the command key, only what is bound so: the rest is the browser's. @param {KeyboardEvent} event @param {string} name */
function named({ ctrlKey, metaKey, shiftKey }, name) {
  if (ctrlKey || metaKey) return ids.get(`Ctrl+${shiftKey ? 'Shift+' : ''}${name.toLowerCase()}`);
  return (shiftKey ? ids.get(`Shift+${name}`) : undefined) ?? ids.get(name);
}

/** True if the focused control uses this key itself. @param {KeyboardEvent} event @param {boolean} isByKeys whether the focus came by keys */
function belongsTo(event, isByKeys) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (document.querySelector('dialog[open]')) return true;
  if (target.matches('textarea, select, [contenteditable]')) return true;
  // With Shift, arrows mean nothing to controls but text.
  const isShifted = event.shiftKey && event.key.startsWith('Arrow');
  if (target instanceof HTMLInputElement) {
    const isText = !['range', 'radio', 'checkbox', 'button'].includes(target.type);
    if (!isText && (!isByKeys || isShifted)) return false;
    return isText || event.key === ' ' || /^(Arrow|Page|Home|End)/.test(event.key);
  }
  if (event.key === ' ') return target.matches('button, a, summary, [role=gridcell]');
  return !isShifted && /^(Arrow|Home|End)/.test(event.key) && target.matches('[role=tab], [role=gridcell]');
}
