/**
 * Sounds, synthesised: no files. Silent until somebody asks for sound; every sound says what the picture shows too.
 *
 *   a position enters the queue   blip                 a pixel of the sea lights up
 *   a win is found                rising pair          ▲ on the board, the win count
 *   a loss is found               falling pair         ▼ on the board, the loss count
 *   a layer is done               tick, pitch = depth  the histogram's next bar
 *   the rest is drawn             low hum              the rest of the sea turns slate
 *   done                          four notes           the verdict's banner
 *
 * At most twenty notes a second are heard; what comes faster becomes one note whose pitch follows the depth.
 */

import { fill, h } from './dom.js';
import { face } from './face.js';
import { pref, setPref } from './prefs.js';

/** @typedef {"queue" | "win" | "loss" | "tie" | "layer" | "rest" | "done"} Voice */
/** @typedef {{at: number, hertz: number, seconds: number, wave: OscillatorType, loud: number}} Tone */

/** The shortest time between two notes, in milliseconds. */
export const SHORTEST_GAP = 50;

/** What is heard of several at once, the first that is there. */
const PRIORITY = /** @type {const} */ (['done', 'rest', 'layer', 'win', 'loss', 'tie', 'queue']);
const PENTATONIC = [0, 2, 4, 7, 9];
const HIGHEST_DEGREE = 22;

/** The pitch of a depth, in hertz: up a pentatonic scale, ever more slowly. @param {number} depth */
export function pitch(depth) {
  const degree = Math.min(HIGHEST_DEGREE, Math.round(4 * Math.log2(1 + depth / 2)));
  const semitones = 12 * Math.floor(degree / PENTATONIC.length) + PENTATONIC[degree % PENTATONIC.length];
  return 165 * 2 ** (semitones / 12);
}

/** The tones of a voice, times in seconds from now. @param {Voice} voice @param {number} depth @returns {Tone[]} */
export function tones(voice, depth) {
  const hertz = pitch(depth);
  const square = (/** @type {number} */ at, /** @type {number} */ f, seconds = 0.05, loud = 0.35) => tone(at, f, seconds, 'square', loud);
  switch (voice) {
    case 'queue':
      return [square(0, 2 * hertz, 0.025, 0.2)];
    case 'win':
      return [square(0, hertz), square(0.055, 1.5 * hertz, 0.07)];
    case 'loss':
      return [tone(0, 1.5 * hertz, 0.05, 'triangle', 0.8), tone(0.055, hertz, 0.09, 'triangle', 0.8)];
    case 'tie':
      return [square(0, hertz), square(0.055, hertz, 0.07)];
    case 'layer':
      return [tone(0, hertz / 2, 0.04, 'triangle', 0.7)];
    case 'rest':
      return [tone(0, 55, 1.6, 'triangle', 1), tone(0, 55.7, 1.6, 'square', 0.15)];
    case 'done':
      return [262, 330, 392, 523].map((f, index) => square(0.11 * index, f, index === 3 ? 0.3 : 0.1));
  }
}

/** @param {number} at @param {number} hertz @param {number} seconds @param {OscillatorType} wave @param {number} loud @returns {Tone} */
const tone = (at, hertz, seconds, wave, loud) => ({ at, hertz, seconds, wave, loud });

/** Decides what is heard of many events: the first at once, then one note a gap. */
export class Score {
  constructor() {
    /** @type {Map<Voice, number>} the depth heard last, by voice */
    this.waiting = new Map();
    this.last = -Infinity;
  }

  /** @param {Voice} voice @param {number} depth */
  add(voice, depth) {
    this.waiting.set(voice, depth);
  }

  /** The note due at `now`, in milliseconds, if there is one. @param {number} now */
  take(now) {
    if (this.waiting.size === 0 || now - this.last < SHORTEST_GAP) return null;
    const voice = PRIORITY.find((candidate) => this.waiting.has(candidate)) ?? 'queue';
    const depth = this.waiting.get(voice) ?? 0;
    this.waiting.clear();
    this.last = now;
    return { voice, depth };
  }
}

export class Sound {
  constructor() {
    this.volume = pref('volume', /** @type {number} */ (0.5));
    this.isOn = false;
    this.score = new Score();
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {GainNode | null} */
    this.gain = null;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Turns sound on or off. The first time must be in a user's gesture: browsers ask for one. @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    if (isOn) this.open();
    this.tell();
  }

  toggle() {
    this.turn(!this.isOn);
  }

  /** @param {number} volume 0 to 1 */
  setVolume(volume) {
    this.volume = Math.max(0, Math.min(1, volume));
    if (this.gain !== null) this.gain.gain.value = loudness(this.volume);
    setPref('volume', this.volume);
    this.tell();
  }

  /** Lets an event be heard, if sound is on and it is its turn. @param {Voice} voice @param {number} depth */
  hear(voice, depth) {
    if (this.isOn) this.score.add(voice, depth);
  }

  /** Plays what is due; called once a frame. @param {number} now milliseconds */
  flush(now) {
    const note = this.isOn ? this.score.take(now) : null;
    if (note !== null) tones(note.voice, note.depth).forEach((each) => this.start(each));
  }

  open() {
    if (this.context !== null) {
      void this.context.resume();
      return;
    }
    this.context = new AudioContext();
    this.gain = new GainNode(this.context, { gain: loudness(this.volume) });
    this.gain.connect(this.context.destination);
  }

  /** @param {Tone} each */
  start({ at, hertz, seconds, wave, loud }) {
    if (this.context === null || this.gain === null) return;
    const from = this.context.currentTime + at;
    const oscillator = new OscillatorNode(this.context, { type: wave, frequency: hertz });
    const envelope = new GainNode(this.context, { gain: 0 });
    envelope.gain.setValueAtTime(0, from);
    envelope.gain.linearRampToValueAtTime(loud, from + 0.004);
    envelope.gain.exponentialRampToValueAtTime(0.001, from + seconds);
    oscillator.connect(envelope).connect(this.gain);
    oscillator.start(from);
    oscillator.stop(from + seconds + 0.01);
  }

  tell() {
    this.listeners.forEach((listener) => listener());
  }
}

/** Half way on the slider sounds half as loud. @param {number} volume */
const loudness = (volume) => 0.25 * volume * volume;

/**
 * The sound control: a button that says whether sound is on, and a volume.
 * @param {HTMLElement} element
 * @param {Sound} sound
 * @param {(key: string, values?: Record<string, unknown>) => string} t
 */
export function mountSound(element, sound, t) {
  const button = h('button', { type: 'button', class: 'sound-button', onclick: () => sound.toggle() });
  const change = () => sound.setVolume(Number(slider.value) / 100);
  const slider = h('input', { type: 'range', min: 0, max: 100, class: 'sound-volume', 'aria-label': t('sound.volume'), oninput: change });
  const show = () => {
    fill(button, face(sound.isOn ? 'soundOn' : 'soundOff'));
    button.setAttribute('aria-pressed', String(sound.isOn));
    button.setAttribute('aria-label', t('sound.button'));
    button.title = t(sound.isOn ? 'sound.on' : 'sound.off');
    slider.value = String(Math.round(100 * sound.volume));
    slider.hidden = !sound.isOn;
  };
  sound.listeners.add(show);
  fill(element, button, slider);
  show();
  return { show, unmount: () => sound.listeners.delete(show) };
}
