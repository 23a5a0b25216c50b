/**
 * LEARN: one article with live diagrams, the juiciest first. Each diagram is a function that hands back an element; those that show real
 * boards ask the server, those of ten positions are solved here.
 */

import { rulesFold } from '../answers/rules.js';
import { Slice } from '../answers/slice.js';
import { markOf, sentence } from '../answers/words.js';
import { fill, h } from '../base/dom.js';
import { pixels } from '../base/pixels.js';
import { EVENT, KIND } from '../base/words.js';
import { BoardView } from '../board/index.js';
import { gameIn } from '../games/told.js';
import { raceTools } from '../tabs/racetools.js';
import { Diagram, stepper } from './diagram.js';
import { sections } from './sections.js';
import { LAWS, broken } from './law.js';
import { pairsFigure } from './pairs.js';
import { orderFigure, ringFigure } from './pictures.js';
import { timesTable } from './times.js';
import { askForwards, solve } from './toy.js';
import { onBoard, telling as tellingWords } from './words.js';

/** @typedef {import('../tabs/context.js').Context} Context */
/** @typedef {import('./toy.js').Position} Position */
/** @typedef {import('./toy.js').ToyEvent} ToyEvent */

const SLICE_BOARD = 'pawn:5/1H1H1/O4/3H1/O3X_r';
const DRAWN_BOARD = 'pawn:5/5/2O2/H2H1/OH1X1_r';
const RACES = ['race:A3/1H2/4/3B_a', 'race:A3/4/2H1/3B_a'];
const FIRST_ROW = '0110100110010110';
const LONGEST_ROW = 20;

/** The exercises: position, key of its words. */
const EXERCISES = [
  ['pawn:O2/1HX/1O1_r', 'a'],
  ['pawn:4/O2O/1H2/3X_b', 'b'],
  ['pawn:5/5/3O1/2H2/X3H/3HO_r', 'c'],
  ['cannons:01110_r', 'd'],
];

/** The ten positions: name, place, side to move, winner, moves. @type {[string, [number, number], number, number | null, string][]} */
const TOY = [
  ['a', [0, 0], 1, 0, ''],
  ['b', [0, 2], 0, 1, ''],
  ['c', [1, 0], 0, null, 'a d'],
  ['d', [2, 1], 1, null, 'c e'],
  ['e', [3, 0], 0, null, 'd g'],
  ['f', [1, 2], 1, null, 'b'],
  ['g', [2, 0], 1, null, 'c'],
  ['i', [3, 2], 1, null, 'k j'],
  ['j', [2, 2], 0, null, 'i f'],
  ['k', [3, 1], 0, null, 'd'],
];
const NAMES = TOY.map(([name]) => name);
const PLACES = TOY.map(([name, at]) => ({ name, at }));

/** @type {Position[]} */
const TOY_GAME = TOY.map(([, , turn, winner, moves]) => ({ turn, winner, children: moves === '' ? [] : moves.split(' ').map((name) => NAMES.indexOf(name)) }));
const QUESTIONS = 9;

/** A table that calls its fourth position, a win in 1, a win in 3, and is otherwise as a table should be: places, positions, labels. */
const CLAIM_PLACES = 'pqrst'.split('').map((name, slot) => ({ name, at: /** @type {[number, number]} */ ([[2, 0], [2, 1], [1, 1], [1, 0], [0, 0]][slot]) }));
/** @type {Position[]} */
export const CLAIM_GAME = [[], [0], [1], [0, 2], [3]].map((children, slot) => ({ turn: [1, 0, 1, 0, 1][slot], winner: slot === 0 ? 0 : null, children }));
/** @type {import('./law.js').Label[]} */
export const CLAIMS = CLAIM_GAME.map(({ turn }, depth) => ({ value: turn === 0 ? KIND.win : KIND.loss, depth }));

/** @param {HTMLElement} panel @param {Context} ctx @returns {import('../tabs/context.js').Mounted} */
export function mountLearn(panel, ctx) {
  const { t } = ctx;
  const part = (/** @type {string} */ id, /** @type {(Node | string | null)[]} */ ...content) =>
    h('section', { id: `learn-${id}`, class: 'lesson', 'aria-labelledby': `learn-${id}-title` }, h('h2', { id: `learn-${id}-title` }, pixels(t(`learn.${id}.title`))), content);
  const text = (/** @type {string} */ key) => h('p', {}, t(`learn.${key}`));
  const telling = (/** @type {string} */ key, /** @type {import('./words.js').Show} */ show) => tellingWords(t(`learn.${key}`), show, (said) => ctx.live.say(t('learn.shown', { said })));
  const [slice, back, forwards, rest, drawn] = [sliceFigure(ctx), backFigure(ctx), forwardsFigure(ctx), restFigure(ctx), boardFigure(ctx, DRAWN_BOARD)];
  const parts = ['slice', 'back', 'cycle', 'draw', 'predict', 'games', 'trust'];
  const { store } = ctx;
  const to = (/** @type {string} */ id) => ({ page: /** @type {const} */ ('learn'), part: id });
  const contents = h('nav', { class: 'contents', 'aria-labelledby': 'contents' }, h('h2', { id: 'contents' }, t('learn.contents')),
    h('ol', {}, parts.map((id) => h('li', {}, h('a', { href: store.link(to(id)), onclick: store.follow(to(id)) }, t(`learn.${id}.title`))))));
  panel.classList.add('learn');
  fill(panel, h('h1', {}, pixels(t('learn.title'))), contents,
    h('article', {},
      part('slice', telling('slice.1', slice.show), slice.figure, text('slice.2')),
      part('back', text('back.1'), text('back.2'), telling('back.3', back.show), back.figure, h('p', { class: 'legend' }, t('toy.legend'))),
      part('cycle', telling('cycle.1', forwards.show), forwards.figure, text('cycle.2'), text('cycle.3'), orderFigure(ctx), text('cycle.4')),
      part('draw', telling('draw.1', rest.show), rest.figure, telling('draw.2', drawn.show), drawn.figure, text('draw.3')),
      part('predict', text('predict.1'), exercises(ctx)),
      part('games', pawnIdea(ctx), raceIdea(ctx), cannonsIdea(ctx)),
      part('trust', text('trust.1'), h('ul', {}, LAWS.map((law) => h('li', {}, t(`learn.law.${law}`)))), text('trust.2'),
        h('ol', { class: 'proof' }, ['holds', 'all', 'rest'].map((step) => h('li', {}, t(`learn.proof.${step}`)))), ringFigure(ctx), text('trust.3'), claimsFigure(ctx), text('trust.4'), text('trust.5'), place(ctx, 'edit', DRAWN_BOARD, t('learn.trust.edit'))),
    ));
  const leave = sections(ctx);
  return {
    unmount: () => {
      leave();
      panel.classList.remove('learn');
    },
  };
}

/** A link to a tab of a board. @param {Context} ctx @param {import('../base/route.js').Tab} tab @param {string} pos @param {string} text */
function place({ store }, tab, pos, text) {
  const patch = { page: /** @type {const} */ ('board'), tab, pos, step: null };
  return h('p', {}, h('a', { class: 'button', href: store.link(patch), onclick: store.follow(patch) }, text));
}

/** An empty board in the article. @param {Context} ctx @param {string} pos */
function stage(ctx, pos) {
  const element = h('div', { class: 'lesson-stage' });
  const view = new BoardView(element, ctx);
  const shown = ctx.boards.want(pos).then((board) => {
    view.show(board);
    return board;
  });
  // Without an answer there is no picture; the text goes on.
  shown.catch(() => undefined);
  return { element, view, shown };
}

/** @param {Context} ctx */
function sliceFigure(ctx) {
  const { element, view } = stage(ctx, SLICE_BOARD);
  const choice = h('div', { class: 'lesson-choice' });
  const slice = new Slice(choice, { api: ctx.api, boards: ctx.boards, t: ctx.t, board: view, moved: (pos) => void slice.show(pos) });
  view.handlers = slice.handlers();
  void slice.show(SLICE_BOARD);
  return { figure: h('figure', { class: 'lesson-figure lesson-wide' }, element, h('figcaption', {}, choice)), show: onBoard(view) };
}

/** @param {Context} ctx @param {string} pos */
function boardFigure(ctx, pos) {
  const { element, view } = stage(ctx, pos);
  return { figure: h('figure', { class: 'lesson-figure' }, element, h('figcaption', {}, place(ctx, 'watch', pos, ctx.t('learn.watch')))), show: onBoard(view) };
}

/** What an event of the ten positions does. @param {ToyEvent} event @param {import('../languages/index.js').T} t */
function sayEvent(event, t) {
  const name = NAMES[event.slot ?? 0];
  const from = NAMES[event.from ?? 0];
  if (event.event === EVENT.seed) return t('toy.seed', { name, side: t(`side.${TOY_GAME[event.slot ?? 0].turn === 0 ? 'red' : 'black'}`) });
  if (event.event === EVENT.pop) return t('toy.pop', { name, value: `${t(`value.${event.value}`)} ${event.depth}` });
  const key = event.event === EVENT.mark ? `toy.mark.${event.value}` : `toy.${event.event}`;
  return t(key, { ...event, name, from });
}

/** @param {Context} ctx */
function backFigure({ t }) {
  const diagram = new Diagram(TOY_GAME, PLACES, t);
  const { log } = solve(TOY_GAME);
  const figure = stepper(diagram.element, log.length, t, (step) => {
    diagram.draw(log.slice(0, step));
    const last = log[step - 1];
    return last === undefined ? t('toy.start') : sayEvent(last, t);
  });
  return { figure, show: diagram.mean.bind(diagram) };
}

/** Asking forwards, until the question comes back. @param {Context} ctx */
function forwardsFigure({ t }) {
  const diagram = new Diagram(TOY_GAME, PLACES, t);
  const asked = askForwards(TOY_GAME, NAMES.indexOf('d'), QUESTIONS);
  const figure = stepper(diagram.element, asked.length, t, (step) => {
    const chain = asked[step - 1]?.chain ?? [];
    const seeds = solve(TOY_GAME).log.filter((event) => event.event === EVENT.seed);
    diagram.draw(seeds, chain);
    const names = chain.map((slot) => NAMES[slot]);
    const last = names.at(-1);
    if (last === undefined) return t('toy.ask.start');
    return names.indexOf(last) < names.length - 1 ? t('toy.ask.again', { chain: names, name: last }) : t('toy.ask', { chain: names });
  });
  return { figure, show: diagram.mean.bind(diagram) };
}

/** The same positions at the end: what is left. @param {Context} ctx */
function restFigure({ t }) {
  const diagram = new Diagram(TOY_GAME, PLACES, t);
  const { log } = solve(TOY_GAME);
  const last = log.slice(-4);
  const figure = stepper(diagram.element, last.length, t, (step) => {
    const shown = log.slice(0, log.length - last.length + step);
    diagram.draw(shown);
    const event = shown.at(-1);
    return event === undefined ? '' : sayEvent(event, t);
  });
  return { figure, show: diagram.mean.bind(diagram) };
}

/** A false table, checked position by position. @param {Context} ctx */
function claimsFigure({ t }) {
  const diagram = new Diagram(CLAIM_GAME, CLAIM_PLACES, t);
  const told = CLAIMS.map((label, slot) => ({ event: EVENT.seed, step: slot, slot, ...label }));
  return stepper(diagram.element, told.length, t, (step) => {
    const slot = step - 1;
    const { name } = CLAIM_PLACES[slot] ?? {};
    diagram.draw(told, name === undefined ? [] : [slot]);
    if (name === undefined) return t('claim.start');
    const law = broken(CLAIM_GAME, CLAIMS, slot);
    return t(law === null ? 'claim.holds' : 'claim.breaks', { name, ...CLAIMS[slot], value: t(`value.${CLAIMS[slot].value}`), law: t(`learn.law.${law}`) });
  });
}

/** @param {Context} ctx */
function exercises(ctx) {
  const { t } = ctx;
  const score = h('p', { class: 'score', role: 'status' });
  let [right, done] = [0, 0];
  const tell = (/** @type {boolean} */ isRight) => {
    done += 1;
    right += isRight ? 1 : 0;
    score.textContent = t('learn.predict.score', { right, done, all: EXERCISES.length });
  };
  return h('div', { class: 'exercises' }, EXERCISES.map(([pos, id]) => exercise(ctx, pos, id, tell)), score);
}

/** A board whose value is hidden until the learner has committed to a guess. @param {Context} ctx @param {string} pos @param {string} id @param {(isRight: boolean) => void} tell */
function exercise(ctx, pos, id, tell) {
  const { t, api } = ctx;
  const { element, shown } = stage(ctx, pos);
  const sides = ctx.games.sidesOf(gameIn(pos));
  const turn = h('span', {});
  shown.then((board) => fill(turn, t('learn.predict.turn', { side: t(`side.${board.turn}`) })), () => undefined);
  const answer = h('div', { class: 'answer', role: 'status' });
  const choices = [...sides, 'nobody'].map((side) =>
    h('label', {}, h('input', { type: 'radio', name: `guess-${id}`, value: side }), side === 'nobody' ? t('learn.predict.nobody') : t(`side.${side}`)));
  const commit = h('button', { type: 'submit' }, t('learn.predict.commit'));
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const guess = new FormData(form).get(`guess-${id}`);
    if (guess === null) {
      fill(answer, h('p', {}, t('learn.predict.choose')));
      return;
    }
    try {
      const report = await api.probe(pos);
      const isRight = guess === (report.winner ?? 'nobody');
      form.querySelectorAll('input, button').forEach((control) => control.setAttribute('disabled', ''));
      fill(answer, h('p', {}, h('strong', {}, t(isRight ? 'learn.predict.right' : 'learn.predict.wrong')), ' ', h('span', { class: `mark mark-${report.value}`, 'aria-hidden': 'true' }, markOf(report)), ' ', sentence(report, t)),
        h('p', {}, t(`learn.predict.${id}.why`)), place(ctx, 'watch', pos, t('learn.watch')));
      tell(isRight);
    } catch (error) {
      fill(answer, h('p', { class: 'trouble' }, t('learn.missing', { message: error instanceof Error ? error.message : String(error) })));
    }
  };
  return h('form', { class: 'exercise', onsubmit }, h('p', {}, t(`learn.predict.${id}`), turn), element,
    h('fieldset', { class: 'choice' }, h('legend', {}, t('learn.predict.who')), choices), commit, answer);
}

/** @param {Context} ctx */
function pawnIdea(ctx) {
  const { t } = ctx;
  return h('section', {}, h('h3', {}, pixels(t('learn.pawn.title'))), rulesFold('pawn', ctx), h('p', {}, t('learn.pawn.1')));
}

/** Two boards that differ by one wall, each with its verdict, its distances and where its tokens can meet. @param {Context} ctx */
function raceIdea(ctx) {
  const { t, api } = ctx;
  const boards = RACES.map((pos) => {
    const { element, view, shown } = stage(ctx, pos);
    const under = h('div', {});
    const tools = raceTools({ ...ctx, board: view, slots: { ...ctx.slots, under } });
    shown.then((board) => tools.show(board), () => undefined);
    const verdict = h('p', {});
    api.probe(pos).then((report) => fill(verdict, t('learn.race.here', { verdict: sentence(report, t) })), (error) => fill(verdict, t('learn.missing', { message: String(error.message) })));
    return h('figure', { class: 'lesson-figure' }, element, h('figcaption', {}, verdict, under, place(ctx, 'edit', pos, t('learn.race.edit'))));
  });
  return h('section', {}, h('h3', {}, pixels(t('learn.race.title'))), rulesFold('race', ctx), h('p', {}, t('learn.race.1')), h('p', {}, t('learn.race.2')), h('div', { class: 'pair' }, boards),
    h('p', {}, t('learn.race.3')), pairsFigure(ctx), proof(ctx, 'race'));
}

/** Why a game's theorem is true, for those who ask. @param {Context} ctx @param {string} game */
function proof({ t }, game) {
  return h('details', {}, h('summary', {}, t('learn.proof')), h('p', {}, t(`learn.${game}.proof.1`)), h('p', {}, t(`learn.${game}.proof.2`)));
}

/** A row to type, with its verdict. @param {Context} ctx */
function cannonsIdea(ctx) {
  const { t, api } = ctx;
  const { element, view } = stage(ctx, `cannons:${FIRST_ROW}_r`);
  element.classList.add('lesson-row');
  const verdict = h('p', { role: 'status' });
  const input = h('input', { id: 'cannon-row', type: 'text', inputmode: 'numeric', maxlength: LONGEST_ROW, autocomplete: 'off', value: FIRST_ROW });
  const show = async () => {
    const row = input.value;
    const isRow = /^[01]+$/.test(row);
    input.setAttribute('aria-invalid', String(!isRow));
    if (!isRow) {
      fill(verdict, t('learn.cannons.bad'));
      return;
    }
    const pos = `cannons:${row}_r`;
    const board = await ctx.boards.want(pos).catch(() => null);
    if (board !== null && input.value === row) view.show(board);
    const red = [...row].filter((cannon) => cannon === '1').length;
    const count = t('learn.cannons.count', { red, black: row.length - red });
    const said = await api.probe(pos).then((report) => sentence(report, t), (error) => t('learn.missing', { message: String(error.message) }));
    if (input.value === row) fill(verdict, t('learn.cannons.said', { count, said }));
  };
  input.addEventListener('input', () => void show());
  void show();
  return h('section', {}, h('h3', {}, pixels(t('learn.cannons.title'))), rulesFold('cannons', ctx), h('p', {}, t('learn.cannons.1')),
    h('p', { class: 'row-input' }, h('label', { for: 'cannon-row' }, t('learn.cannons.type')), ' ', input), element, verdict,
    h('p', {}, t('learn.cannons.2')), timesTable(ctx), proof(ctx, 'cannons'));
}
