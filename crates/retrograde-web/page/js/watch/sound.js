/**
 * Sounds, synthesised: no files. Silent until somebody asks for sound; every sound says what the picture shows too.
 *
 *   a position enters the queue   blip                         a pixel of the sea lights up
 *   it does so as a win           the blip, a rising pair      ▲ on the board, the win count
 *   as a loss                     the blip, a falling pair     ▼ on the board, the loss count
 *   as a tie                      the blip, an even pair       ◇ on the board, the tie count
 *   a layer is done               tick, pitch = depth          the histogram's next bar
 *   ties begin, the rest is drawn low hum                      the queue's first ties; the rest of the sea turns slate
 *   done                          four notes                   the verdict's banner
 *   PLAY: a piece is put down     a knock                      the piece on its square
 *
 *   slowly or by hand only: a position is taken from the queue, a counter goes down: soft notes, so that each event has its own
 *
 * Every position that enters the queue is a note, up to twenty a second; of more, twenty are heard, of each kind the same share. The moments
 * below them are heard whenever they pass, at any speed.
 */

import { fill, h } from '../base/dom.js';
import { face } from '../base/face.js';
import { pref, setPref, whenSet } from '../base/prefs.js';
import { EVENT, KIND } from '../base/words.js';

/** @typedef {"queue" | "win" | "loss" | "tie" | "pop" | "relax"} Note what is heard of a position */
/** @typedef {"layer" | "hum" | "done" | "move"} Moment */
/** @typedef {Note | Moment} Voice */
/** @typedef {{at: number, hertz: number, seconds: number, wave: OscillatorType, loud: number}} Tone */

/** The shortest time between two notes, in milliseconds. */
export const SHORTEST_GAP = 50;
const SECOND = 1000;
const MOST_NOTES = SECOND / SHORTEST_GAP;
/** The longest that a note of many waits for others, in milliseconds; and how many notes a kind may be owed. */
export const MOST_LATE = 200;
const MOST_OWED = 8;

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
  const blip = square(0, 2 * hertz, 0.025, 0.2);
  switch (voice) {
    case 'queue':
      return [blip];
    case KIND.win:
      return [blip, square(0.03, hertz), square(0.085, 1.5 * hertz, 0.07)];
    case KIND.loss:
      return [blip, tone(0.03, 1.5 * hertz, 0.05, 'triangle', 0.8), tone(0.085, hertz, 0.09, 'triangle', 0.8)];
    case KIND.tie:
      return [blip, square(0.03, hertz), square(0.085, hertz, 0.07)];
    case EVENT.pop:
      return [tone(0, hertz, 0.07, 'sine', 0.3)];
    case EVENT.relax:
      return [tone(0, 2 * hertz, 0.03, 'sine', 0.25)];
    case EVENT.layer:
      return [tone(0, hertz / 2, 0.04, 'triangle', 0.7)];
    case 'hum':
      return [tone(0, 55, 1.6, 'triangle', 1), tone(0, 55.7, 1.6, 'square', 0.15)];
    case 'move':
      return [tone(0, 190, 0.05, 'triangle', 1), tone(0, 95, 0.08, 'triangle', 0.8)];
    case EVENT.done:
      return [262, 330, 392, 523].map((f, index) => square(0.11 * index, f, index === 3 ? 0.3 : 0.1));
  }
}

/** @param {number} at @param {number} hertz @param {number} seconds @param {OscillatorType} wave @param {number} loud @returns {Tone} */
const tone = (at, hertz, seconds, wave, loud) => ({ at, hertz, seconds, wave, loud });

/**
 * Decides which of many notes are heard, and when: all, one after the other, unless more than twenty came in the last second; then of each kind
 * the same share. A note that finds no time is owed to its kind, which has one more later.
 */
export class Score {
  constructor() {
    /** When the next note may begin, in milliseconds. */
    this.free = -Infinity;
    /** When the notes of the last second came, heard or not. @type {number[]} */
    this.came = [];
    /** Parts of a note that are owed to each kind. @type {Map<Note, number>} */
    this.owed = new Map();
  }

  /** When a note that comes `now` is to begin; null if it is not heard. Both in milliseconds. @param {number} now @param {Note} note @param {boolean} isSure it is heard in any case */
  place(now, note = 'queue', isSure = false) {
    this.came = this.came.filter((time) => time > now - SECOND);
    this.came.push(now);
    const isCrowded = this.came.length > MOST_NOTES && this.free > now;
    const owed = Math.min(MOST_OWED, (this.owed.get(note) ?? 0) + Math.min(1, MOST_NOTES / this.came.length));
    const isLate = this.free > now + MOST_LATE;
    if (isSure && isLate) return now;
    const isHeard = isSure || !isCrowded || (owed >= 1 && !isLate);
    this.owed.set(note, isHeard ? Math.max(0, owed - 1) : owed);
    if (!isHeard) return null;
    const at = Math.max(now, this.free);
    this.free = at + SHORTEST_GAP;
    return at;
  }
}

/** What can be silenced, each by itself, and the voices of it that are called otherwise. */
export const KINDS_OF_SOUND = ['queue', KIND.win, KIND.loss, KIND.tie, 'steps', EVENT.layer, 'moments', 'move'];
const KIND_OF = /** @type {Record<string, string>} */ ({ [EVENT.pop]: 'steps', [EVENT.relax]: 'steps', hum: 'moments', [EVENT.done]: 'moments' });

/** The kinds that this browser has stored as silenced. @returns {Set<string>} */
const mutedKinds = () => new Set(pref('muted', '').split(' ').filter(Boolean));

export class Sound {
  constructor() {
    /** The kinds that the reader has silenced. */
    this.muted = mutedKinds();
    whenSet('muted', () => (this.muted = mutedKinds()));
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
    this.#tell();
  }

  toggle() {
    this.turn(!this.isOn);
  }

  /** @param {number} volume 0 to 1 */
  setVolume(volume) {
    this.volume = Math.max(0, Math.min(1, volume));
    if (this.gain !== null) this.gain.gain.value = loudness(this.volume);
    setPref('volume', this.volume);
    this.#tell();
  }

  /** Silences a kind, or lets it be heard. @param {string} kind @param {boolean} isMuted */
  mute(kind, isMuted) {
    if (isMuted) this.muted.add(kind);
    else this.muted.delete(kind);
    setPref('muted', [...this.muted].join(' '));
  }

  /** @param {Voice} voice */
  #isMuted(voice) {
    return this.muted.has(KIND_OF[voice] ?? voice);
  }

  /** Lets a position be heard, if sound is on and there are not too many. @param {Note} note @param {number} depth @param {boolean} [isSure] however many there are */
  hear(note, depth, isSure = false) {
    if (!this.isOn || this.context === null || this.#isMuted(note)) return;
    const at = this.score.place(this.context.currentTime * SECOND, note, isSure);
    if (at !== null) this.play(note, depth, at / SECOND);
  }

  /** Lets a moment be heard, if sound is on. @param {Moment} moment @param {number} depth */
  mark(moment, depth) {
    if (this.isOn && this.context !== null && !this.#isMuted(moment)) this.play(moment, depth, this.context.currentTime);
  }

  /** @param {Voice} voice @param {number} depth @param {number} from seconds on the clock of the sound */
  play(voice, depth, from) {
    for (const each of tones(voice, depth)) this.#start({ ...each, at: from + each.at });
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

  /** @param {Tone} each its time on the clock of the sound */
  #start({ at: from, hertz, seconds, wave, loud }) {
    if (this.context === null || this.gain === null) return;
    const oscillator = new OscillatorNode(this.context, { type: wave, frequency: hertz });
    const envelope = new GainNode(this.context, { gain: 0 });
    envelope.gain.setValueAtTime(0, from);
    envelope.gain.linearRampToValueAtTime(loud, from + 0.004);
    envelope.gain.exponentialRampToValueAtTime(0.001, from + seconds);
    oscillator.connect(envelope).connect(this.gain);
    oscillator.start(from);
    oscillator.stop(from + seconds + 0.01);
  }

  #tell() {
    this.listeners.forEach((listener) => listener());
  }
}

/** Half way on the slider sounds half as loud. @param {number} volume */
const loudness = (volume) => 0.25 * volume * volume;

/**
 * The sound control: a button that says whether sound is on, and a volume.
 * @param {HTMLElement} element
 * @param {Sound} sound
 * @param {import('../languages/index.js').T} t
 */
export function mountSound(element, sound, t) {
  const button = h('button', { type: 'button', class: 'sound-button', onclick: () => sound.toggle() });
  const change = () => sound.setVolume(Number(slider.value) / 100);
  const slider = h('input', { type: 'range', min: 0, max: 100, class: 'sound-volume', 'aria-label': t('sound.volume'), oninput: change });
  const show = () => {
    fill(button, face(sound.isOn ? 'soundOn' : 'soundOff'));
    button.setAttribute('aria-pressed', String(sound.isOn));
    button.setAttribute('aria-label', t('sound.button'));
    button.dataset.tip = t(sound.isOn ? 'sound.on' : 'sound.off');
    slider.value = String(Math.round(100 * sound.volume));
    slider.hidden = !sound.isOn;
  };
  sound.listeners.add(show);
  fill(element, button, slider);
  show();
  return { show, unmount: () => sound.listeners.delete(show) };
}
