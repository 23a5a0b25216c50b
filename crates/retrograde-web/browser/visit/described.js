/** What WATCH has to show at a step, computed from the events of the log alone: the slow, simple check of the page's own functions. Pure. */

/** @typedef {{ event: string, step: number, slot?: number, pos?: string, move?: string, value?: string, depth?: number | null, open?: number }} Happened an event of the log */
/** @typedef {{ step: number, frame: string, sample: string, caption: string, line: number, current: string, next: string[], squares: string[] }} Painted what a frame shows; `squares`: the colours of their middles */

const MARKS = /** @type {Record<string, string>} */ ({ win: '▲', loss: '▼', tie: '◇', draw: '◆' });
/** The line of the rule that a mark carries out, and that the other events do. */
const MARK_LINES = /** @type {Record<string, number>} */ ({ win: 5, loss: 7, tie: 8 });
const LINES = /** @type {Record<string, number>} */ ({ seed: 1, layer: 2, pop: 3, relax: 6, rest: 9, done: 0 });
/** Next positions that are shown. */
const MOST_NEXT = 4;

/** "#41 ▲ 3" @param {Happened} event */
const nameOf = ({ slot, value = '', depth }) => `#${slot} ${MARKS[value]} ${depth}`;

/**
 * What of a frame is not of its step.
 * @param {Painted} frame @param {Happened[]} log @param {Map<string, string>} colours what each letter of a token is painted as; grows
 * @returns {string[]}
 */
export function describes(frame, log, colours) {
  const last = log[frame.step - 1];
  if (last === undefined) return [`step ${frame.step} has no event`];
  const pop = log.slice(0, frame.step).findLast(({ event }) => event === 'pop');
  const isSwept = ['pop', 'relax', 'mark'].includes(last.event);
  const line = last.event === 'mark' ? MARK_LINES[last.value ?? ''] : LINES[last.event];
  const current = isSwept && pop ? nameOf(pop) : '–';
  const next = nextOf(frame.step, log);
  return [
    frame.line !== line && `line ${line}`,
    frame.current !== current && `current ${current}`,
    frame.next.join() !== next.join() && `next ${next}`,
    ...wordsOf(last).filter((word) => !frame.caption.includes(word)).map((word) => `caption with ${word}`),
    ...strange(last.event === 'seed' ? last.pos : pop?.pos, frame.squares, colours),
  ].filter((fault) => fault !== false);
}

/** The next positions of the layer that is swept. @param {number} step @param {Happened[]} log */
function nextOf(step, log) {
  const names = [];
  const last = log[step - 1];
  for (let at = step; at < log.length && names.length < MOST_NEXT && last?.event !== 'seed'; at += 1) {
    const event = log[at];
    if (event === undefined || event.event === 'layer') break;
    if (event.event === 'pop') names.push(nameOf(event));
  }
  return names;
}

/** Parts of the sentence that describes an event. @param {Happened} event @returns {string[]} */
function wordsOf({ event, slot, move, depth, open }) {
  const spoken = move === undefined || move === 'pass' ? [] : [move];
  if (event === 'pop') return [`#${slot}`];
  if (event === 'relax') return [...spoken, `→ ${open}`];
  if (event === 'mark') return [...spoken, String(depth)];
  return event === 'layer' ? [`Layer ${depth} `] : [];
}

/** The squares of a token: their letters, a blank for an empty one. @param {string} pos */
function squaresOf(pos) {
  const [rows = ''] = pos.slice(pos.indexOf(':') + 1).split('_');
  if (pos.startsWith('cannons:')) return [...rows];
  return [...rows.split('/').map((row) => row.replaceAll(/\d+/g, (empty) => ' '.repeat(Number(empty)))).join('')];
}

/** How much a square is lit at most, and how far a channel is from its exact value: the picture is composed of rounded ones. */
const MOST_LIT = 0.5;
const ROUNDED = 2;

/** Whether a colour is another one, or this one while its square lights up in white and fades. @param {string} known @param {string} colour */
export function isAlike(known, colour) {
  const [parts, lit] = [known, colour].map((each) => each.split(',').map(Number));
  const channels = (parts ?? []).map((part, index) => ({ part, room: 255 - part, more: (lit?.[index] ?? 0) - part }));
  // The channel with the most room shows best how much the square is lit.
  const { room, more } = channels.reduce((best, each) => (each.room > best.room ? each : best), { part: 0, room: 1, more: 0 });
  const share = more / room;
  return known === colour || (share >= 0 && share <= MOST_LIT && channels.every((each) => Math.abs(each.more - share * each.room) <= ROUNDED));
}

/** Whether the squares of a picture can be those of a position: each letter has a colour of its own. @param {string | undefined} pos @param {string[]} squares @param {Map<string, string>} colours @returns {string[]} */
function strange(pos, squares, colours) {
  if (pos === undefined) return [];
  const letters = squaresOf(pos);
  if (letters.length !== squares.length) return [`${letters.length} squares of ${pos}, not ${squares.length}`];
  const faults = /** @type {string[]} */ ([]);
  letters.forEach((letter, index) => {
    const colour = squares[index] ?? '';
    if (letter === ' ') return;
    const known = colours.get(letter);
    if (known === undefined) colours.set(letter, colour);
    else if (!isAlike(known, colour)) faults.push(`square ${index} of ${pos} ${letter} in ${known}, not ${colour}`);
  });
  const pieces = new Set(colours.values());
  letters.forEach((letter, index) => letter === ' ' && pieces.has(squares[index] ?? '') && faults.push(`square ${index} of ${pos} empty`));
  return faults;
}
