/** What was pasted, opened: one position on a board of its own, several as a gallery with the judge's answers, and what another program answers. */

import { noRoom } from '../answers/cost.js';
import { markOf, sentence } from '../answers/words.js';
import { ApiError } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { joined } from '../base/readers.js';
import { FOLLOW } from '../base/words.js';
import { thumbnail } from '../board/thumbnail.js';
import { gameIn } from '../games/told.js';
import { isLog } from '../watch/claimed.js';
import { firstDifference } from './difference.js';
import { edgeList, guesses, nearest } from './guess.js';
import { openLog } from './ownlog.js';
import { keep } from './paste.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./paste.js').Pasted} Pasted */
/** @typedef {Pick<Context, 'api' | 'games' | 'store' | 't'>} Asked */
/** @typedef {{ positions: string[], answers: string[], error: string | null, note?: string, isGuessed?: boolean }} Converted `note`: how it was read; `isGuessed`: as boards of whatever games they fit */

/** How many boards of a file are drawn at once; the rest are links. */
const DRAWN = 24;
/** How many verdicts are asked for together. */
const TOGETHER = 20;

/** Where a pasted position is shown: its verdict stands beside it, and Space lets it be solved. @param {string} pos */
const watched = (pos) => ({ page: /** @type {const} */ ('board'), tab: /** @type {const} */ ('watch'), follow: FOLLOW.answer, pos, step: null });

/**
 * @param {Pasted} pasted @param {HTMLElement} place where the boards of a file go @param {Context} ctx
 * @param {boolean} isBack the reader has been at a board of it, and is back: there is no going there again
 * @returns {Promise<string | null>} what is wrong
 */
export async function openPasted(pasted, place, ctx, isBack) {
  if (isLog(pasted.text)) return openLog(pasted.text, place, ctx);
  const converted = await convert(ctx, pasted.text);
  const { positions, error } = converted;
  const [only] = positions;
  const isPlain = positions.length === 1 && !error && !converted.note && !pasted.output.trim();
  if (isPlain && only && !isBack) ctx.store.set(watched(only));
  else gallery(place, converted, pasted.output, ctx);
  return positions.length || error ? error : ctx.t('pasted.none');
}

/**
 * Opens what was typed or pasted into the field of a board's position. One position is shown in the same tab: of rows that fit several games,
 * the board of the game that is there. Anything else is opened on Home, by the box for pasting.
 * @param {string} text @param {Asked} ctx @returns {Promise<string | null>} what is wrong
 */
export async function openTyped(text, ctx) {
  const { store, t } = ctx;
  const read = isLog(text) ? null : await convert(ctx, text);
  if (read && !read.positions.length) return read.error ?? t('pasted.none');
  const pos = read && alone(read, gameIn(store.state.pos));
  if (pos) store.set({ pos, step: null });
  else {
    store.set({ page: 'home' });
    keep({ text, output: '' });
  }
  return null;
}

/** The only position; of a board that fits several games, that of this game. @param {Converted} read @param {string} game */
function alone({ positions, error, note, isGuessed }, game) {
  if (error || note) return undefined;
  return positions.length > 1 ? positions.find((pos) => isGuessed && gameIn(pos) === game) : positions[0];
}

/** What can be read of a text, and what is wrong with the rest. @param {Asked} ctx @param {string} text @returns {Promise<Converted>} */
async function convert(ctx, text) {
  const { api, t } = ctx;
  if (!text.trim()) return { positions: [], answers: [], error: null };
  const { positions, answers, error } = await api.convert(text);
  const found = error && !positions.length ? await guess(ctx, text) : null;
  if (found) return found;
  // Of a text that is in no format, the example says more than the names of formats.
  const said = error && complaint(error.at ? error : { ...error, hint: null }, t);
  return { positions, answers: answers ?? [], error: said && !positions.length ? t('pasted.nearest', { said, example: await example(ctx, text) }) : said };
}

/** What a text is that is in no format: a position without its game, rows of a board, arrows; null if it is none of these. @param {Asked} ctx @param {string} text @returns {Promise<Converted | null>} */
async function guess({ api, games, t }, text) {
  await games.load();
  const list = edgeList(text);
  if (list) {
    const { positions } = await api.convert(list);
    if (positions.length) return { positions, answers: [], error: null, note: t('pasted.arrows', { format: list.split('\n').slice(0, 3).join('; ') }) };
  }
  const wanted = guesses(text, games.games);
  const looks = wanted.length ? await api.looks(wanted) : [];
  const fitting = looks.flatMap((look) => (look instanceof Error || look.problems.length ? [] : [look]));
  // A board that either side could be to move on is one board.
  const positions = [...new Map(fitting.reverse().map(({ game, pos }) => [game, pos])).values()].reverse();
  return positions.length ? { positions, answers: [], error: null, isGuessed: true } : null;
}

/** The example that is most like a text. @param {Asked} ctx @param {string} text */
async function example({ games }, text) {
  await games.load();
  return nearest(text, games.games);
}

/** The place as the command tells it: case, line and column. @param {NonNullable<import('../base/shapes.js').Read['error']>} error @param {Context['t']} t */
function complaint({ at, message, hint }, t) {
  const place = /** @type {const} */ (['case', 'line', 'column']).flatMap((part) => (at?.[part] ? [t(`pasted.${part}`, { n: at[part] })] : []));
  const said = place.length ? t('pasted.at', { place: place.join(t('pasted.gap')), message }) : message;
  return joined([said, hint]);
}

/**
 * Every case as a small board, with the judge's word for it, brought before the reader's eyes.
 * @param {HTMLElement} place @param {Converted} converted @param {string} output what another program answers @param {Context} ctx
 */
function gallery(place, { positions, answers, error, note, isGuessed }, output, ctx) {
  const { t } = ctx;
  fill(place);
  if (!positions.length) return;
  const isWhole = !error && answers.length === positions.length;
  const verdicts = positions.map(() => h('span', { class: 'told' }));
  const items = positions.map((pos, index) => {
    const picture = index < DRAWN ? thumbnail(pos, ctx) : null;
    return h('li', {}, link(pos, [picture, h('span', {}, isGuessed ? ctx.games.nameOf(gameIn(pos)) : t('pasted.number', { n: index + 1 }))], ctx), answers[index] !== undefined && h('code', { class: 'judge' }, answers[index]), verdicts[index]);
  });
  const heading = h('h2', { tabindex: -1 }, t('pasted.cases', { n: positions.length }));
  const copy = async () => {
    const text = `${answers.join('\n')}\n`;
    try {
      await navigator.clipboard.writeText(text);
      ctx.live.toast(t('pasted.copied'));
    } catch {
      ctx.live.toast(text);
    }
  };
  fill(place, h('div', { class: 'row' }, heading, isWhole && h('button', { type: 'button', onclick: () => void copy() }, t('pasted.copy'))),
    error && h('p', { class: 'trouble' }, error), note && h('p', { class: 'compared' }, note), Boolean(output.trim()) && compared(output, positions, answers, isWhole, items, ctx), h('ol', { class: 'gallery' }, items));
  void tellAll(verdicts, positions, ctx);
  heading.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'nearest' });
}

/** @param {string} pos @param {import('../base/dom.js').Child[]} content @param {Context} ctx */
const link = (pos, content, { store }) => h('a', { href: store.link(watched(pos)), onclick: store.follow(watched(pos)) }, content);

/**
 * What another program answers, beside the judge's answers: the first difference, with the way to watch its board.
 * @param {string} output @param {string[]} positions @param {string[]} answers @param {boolean} isWhole @param {HTMLElement[]} items the cases @param {Context} ctx
 */
function compared(output, positions, answers, isWhole, items, ctx) {
  const { t } = ctx;
  if (!answers.length) return h('p', { class: 'compared' }, t('pasted.noJudge'));
  const difference = firstDifference(output, answers, isWhole);
  if (!difference) return h('p', { class: 'compared', role: 'status' }, t('pasted.agree', { n: answers.length }));
  const { index, found, expected } = difference;
  if (expected === null) return h('p', { class: 'compared is-different', role: 'status' }, t('pasted.tooMany', { n: answers.length, found: found ?? '' }));
  const item = items[index];
  item?.classList.add('is-different');
  item?.append(h('code', { class: 'own' }, found === null ? t('pasted.missing') : t('pasted.yours', { found })));
  const said = found === null ? t('pasted.tooFew', { n: index + 1, expected }) : t('pasted.differs', { n: index + 1, found, expected });
  return h('p', { class: 'compared is-different', role: 'status' }, said, ' ', link(positions[index] ?? '', [t('pasted.watch', { n: index + 1 })], ctx));
}

/**
 * The verdict of each case, as the judge's answer file would have it: some at a time, for as long as they are looked at.
 * @param {HTMLElement[]} places @param {string[]} positions @param {Context} ctx
 */
async function tellAll(places, positions, { api, t }) {
  for (let from = 0; from < positions.length && places[from]?.isConnected; from += TOGETHER) {
    const asked = positions.slice(from, from + TOGETHER);
    const told = await api.probeAll(asked).catch((/** @type {Error} */ error) => asked.map(() => error));
    told.forEach((answer, index) => tell(places[from + index], answer, t));
    for (const [index, answer] of told.entries()) if (isTooLarge(answer)) await tellRoom(places[from + index], asked[index] ?? '', answer, api, t);
  }
}

/** @param {unknown} answer @returns {answer is ApiError} */
const isTooLarge = (answer) => answer instanceof ApiError && answer.code === 'too-large';

/** Why a board gets no table, as Watch says it: what the board would take is measured, which may be long in coming. @param {HTMLElement | undefined} place @param {string} pos @param {ApiError} error @param {Context['api']} api @param {Context['t']} t */
async function tellRoom(place, pos, { message }, api, t) {
  if (!place?.isConnected) return;
  const plan = await api.plan(pos).catch(() => null);
  place.textContent = plan?.error ? t('verdict.noTable', { message: noRoom(plan, t).message }) : message;
}

/** @param {HTMLElement | undefined} place @param {import('../base/shapes.js').Probed | Error} answer @param {Context['t']} t */
function tell(place, answer, t) {
  if (!place) return;
  if (answer instanceof Error) {
    place.textContent = isTooLarge(answer) ? t('pasted.tooLarge') : answer.message;
    return;
  }
  place.classList.add(`is-${answer.value}`);
  fill(place, h('span', { class: 'mark', 'aria-hidden': 'true' }, markOf(answer)), ' ', sentence(answer, t));
}
