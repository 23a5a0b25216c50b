/** The tables on disk: a card for each, with what it says of itself, and what can be done with it. */

import { withHint } from '../../answers/job.js';
import { fill, h, isSite } from '../../base/dom.js';
import { pixels } from '../../base/pixels.js';
import { bytes, count, duration, number } from '../../base/units.js';
import { KEEP, TASK } from '../../base/words.js';
import { mountMaking } from './make.js';
import { counts, deepest, histogram, link, named, picture, shownBy, trouble } from './parts.js';
import { Work } from './work.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../base/shapes.js').StoredReport} StoredReport */
/** @typedef {import('../../base/shapes.js').StoredTable} StoredTable */
/** @typedef {import('../../base/shapes.js').StoppedTable} StoppedTable */
/** @typedef {import('../../base/shapes.js').StoredDetail} StoredDetail */
/** @typedef {import('../../base/shapes.js').JobReport} JobReport */

/** Pixels across a board beside what is told of its table. */
const BOARD = 168;

/** @param {HTMLElement} section @param {Context} ctx @returns {() => void} what ends it */
export function mountDisk(section, ctx) {
  const disk = new Disk(section, ctx);
  void disk.load();
  return () => disk.end();
}

class Disk {
  #section;
  #ctx;
  #isThere = true;
  #leftovers = h('div');
  #heading;

  /** @param {HTMLElement} section @param {Context} ctx */
  constructor(section, ctx) {
    this.#section = section;
    this.#ctx = ctx;
    this.#heading = h('h2', { tabindex: -1 }, pixels(ctx.t('tables.disk')));
  }

  isWanted = () => this.#isThere;

  end() {
    this.#isThere = false;
  }

  /** Shows what there is; then the table of that name has the focus, or the heading. @param {string} [name] */
  async load(name) {
    const { t, api } = this.#ctx;
    fill(this.#section, this.#heading, h('p', { class: 'hint' }, t('tables.looking')));
    try {
      const report = await api.stored();
      if (this.#isThere) this.#show(report, name);
    } catch (error) {
      if (this.#isThere) fill(this.#section, this.#heading, trouble(error));
    }
  }

  /** @param {StoredReport} report @param {string} [name] */
  #show(report, name) {
    const { t } = this.#ctx;
    const { folders, tables, writable, jobs } = report;
    this.#showLeftovers(report);
    const cards = tables.map((table) => new Card(table, report, this.#ctx, this));
    const making = h('section', { class: 'making' });
    fill(this.#section, this.#heading, where(folders, t),
      tables.length ? h('ul', { class: 'shelf' }, cards.map((card) => card.element)) : h('p', {}, t(writable ? 'tables.empty' : 'tables.noneSaved')),
      this.#leftovers,
      writable ? making : h('p', { class: 'hint' }, t(isSite() ? 'tables.needCommand' : 'tables.readOnly')));
    for (const job of jobs) cards.find((card) => card.is(job))?.watch(job.job);
    if (writable) mountMaking(making, jobs.find(({ task }) => task === TASK.keep) ?? null, this.#ctx, this);
    if (name !== undefined) (cards.find((card) => card.name === name)?.heading ?? this.#heading).focus();
  }

  /** Looks again for what solves have left: one was stopped. */
  async lookForLeftovers() {
    const report = await this.#ctx.api.stored().catch(() => null);
    if (report) this.#showLeftovers(report);
  }

  /** @param {StoredReport} report */
  #showLeftovers(report) {
    fill(this.#leftovers, report.stopped.length > 0 && h('ul', { class: 'shelf' }, report.stopped.map((left) => this.#left(left, report))));
  }

  /** What is left of a solve. @param {StoppedTable} left @param {StoredReport} report */
  #left(left, { folders, writable }) {
    const { t } = this.#ctx;
    const outcome = h('div');
    return h('li', {}, h('h3', {}, left.table), h('p', {}, t('tables.begunBefore', { bytes: bytes(left.bytes) })),
      writable && h('div', { class: 'row' }, removal(left, folders, outcome, this.#ctx, this)), outcome);
  }
}

/**
 * The button that removes a table, which nothing undoes: it asks.
 * @param {{ table: string, folder: number, bytes: number }} of
 * @param {string[]} folders
 * @param {HTMLElement} outcome where it is told if that fails
 * @param {Context} ctx
 * @param {Disk} disk
 */
function removal({ table, folder, bytes: size }, folders, outcome, { t, api, live }, disk) {
  const remove = async () => {
    try {
      await api.remove(table, folder);
      live.toast(t('tables.removed', { table }));
      await disk.load('');
    } catch (error) {
      fill(outcome, trouble(error));
    }
  };
  const ask = () => {
    const dialog = h('dialog', { class: 'sheet', 'aria-labelledby': 'remove-title', 'aria-describedby': 'remove-text' },
      h('h2', { id: 'remove-title' }, t('tables.removeTitle', { table })),
      h('p', { id: 'remove-text' }, t('tables.removeText', { bytes: bytes(size), folder: folders[folder] })),
      h('form', { method: 'dialog', class: 'row' }, h('button', { autofocus: true, value: 'keep' }, t('tables.keepIt')), h('button', { value: 'remove', class: 'grave' }, t('tables.removeIt'))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (dialog.returnValue === 'remove') void remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  return h('button', { type: 'button', 'aria-label': t('tables.of', { deed: t('tables.remove'), table }), onclick: ask }, t('tables.remove'));
}

/** The folders that are looked into. @param {string[]} folders @param {import('../../languages/index.js').T} t */
const where = (folders, t) => folders.length > 0 && h('p', { class: 'hint folders' }, t('tables.folders'), ' ', folders.map((folder, index) => [index > 0 && ', ', h('code', {}, folder)]).flat());

class Card {
  #table;
  #report;
  #ctx;
  #detail;
  #outcome = h('div', { role: 'status' });
  #work;
  #verify;

  /** @param {StoredTable} table @param {StoredReport} report @param {Context} ctx @param {Disk} disk */
  constructor(table, report, ctx, disk) {
    const { t } = ctx;
    this.#table = table;
    this.#report = report;
    this.#ctx = ctx;
    this.#work = new Work(ctx, disk.isWanted);
    this.heading = h('h3', { tabindex: -1 }, table.said ? named(table.said, ctx) : table.table);
    this.#detail = h('div', { class: 'detail', id: `table-${table.folder}-${table.table}`, hidden: true });
    const button = (/** @type {string} */ key, /** @type {() => unknown} */ deed) =>
      h('button', { type: 'button', 'aria-label': t('tables.of', { deed: t(key), table: table.table }), onclick: () => void deed() }, t(key));
    const show = button('tables.show', () => this.#toggle(show));
    show.setAttribute('aria-expanded', 'false');
    show.setAttribute('aria-controls', this.#detail.id);
    this.#verify = button('tables.verify', () => this.#prove());
    const remove = report.writable && removal(table, report.folders, this.#outcome, ctx, disk);
    this.element = h('li', {}, table.said && picture(shownBy(table.table, table.said.pos), BOARD, ctx), this.heading, summary(table, ctx), table.error && h('p', { class: 'trouble' }, withHint(table.error)),
      h('div', { class: 'row' }, table.said && show, table.said && !table.error && this.#verify, remove), this.#work.element, this.#outcome, this.#detail);
  }

  get name() {
    return this.#table.table;
  }

  /** True if a job proves this table. @param {JobReport} job */
  is({ task, table }) {
    return task === TASK.verify && table === this.name;
  }

  /** @param {HTMLButtonElement} button */
  async #toggle(button) {
    this.#detail.hidden = !this.#detail.hidden;
    button.setAttribute('aria-expanded', String(!this.#detail.hidden));
    if (this.#detail.hidden || this.#detail.firstChild) return;
    fill(this.#detail, h('p', { class: 'hint' }, this.#ctx.t('tables.looking')));
    try {
      fill(this.#detail, ...details(await this.#ctx.api.storedTable(this.name, this.#table.folder), this.#report.folders, this.#ctx));
    } catch (error) {
      fill(this.#detail, trouble(error));
    }
  }

  async #prove() {
    fill(this.#outcome);
    await this.#work.start(() => this.#ctx.api.verify(this.name, this.#table.folder), (report) => this.#tell(report), this.#verify);
  }

  /** Follows a proof that runs. @param {string} job */
  watch(job) {
    void this.#work.start(() => Promise.resolve({ job }), (report) => this.#tell(report), this.#verify);
  }

  /** @param {JobReport} report */
  #tell({ verified, elapsed_ms: elapsed }) {
    if (!verified) return;
    const { t } = this.#ctx;
    const { violation } = verified;
    fill(this.#outcome, violation
      ? h('p', { class: 'trouble' }, t('tables.wrong', { ...violation, slot: number(violation.slot) }), violation.pos && [' ', link(violation.pos, this.#ctx)])
      : h('p', { class: 'right' }, '✓ ', t('tables.right', { positions: number(verified.positions ?? 0), moves: number(verified.moves ?? 0), time: duration(elapsed) })));
  }
}

/** What a table is, in a few words. @param {StoredTable} table @param {Context} ctx */
function summary({ said, bytes: size, compared, error }, ctx) {
  const { t } = ctx;
  if (!said) return h('p', {}, bytes(size));
  const { positions, depth, keep } = said;
  const told = [t('tables.count', { n: positions, positions: count(positions) }), keep === KEEP.depths ? t('tables.deepest', { depth }) : t('tables.class'), bytes(size)];
  return h('p', {}, told.join(' · '), !error && h('span', { class: 'hint' }, h('br'), t(compared ? 'tables.sameRules' : 'tables.notCompared')));
}

/** All that is to be seen of a table. @param {StoredDetail} table @param {string[]} folders @param {Context} ctx */
function details(table, folders, ctx) {
  const { t } = ctx;
  const { said, by_depth: depths } = table;
  if (!said) return [table.error && trouble(table.error)];
  const facts = [['tables.hash', said.hash], ['tables.name', table.table], ['tables.slots', number(said.slots)], ['tables.bytes', t('tables.rate', { rate: said.bytes_a_position.toFixed(3) })], ['tables.folder', folders[table.folder] ?? ''], ['tables.files', table.files.join(', ')]];
  return [
    h('dl', { class: 'said' }, facts.flatMap(([key = '', value]) => [h('dt', {}, t(key)), h('dd', {}, value)]), h('dt', {}, t('tables.board')), h('dd', {}, link(shownBy(table.table, said.pos), ctx))),
    counts([[number(said.positions), said]], t('tables.positions'), ctx),
    ...(table.deepest.length ? deepest(table.deepest, ctx) : []),
    said.keep === KEEP.depths && histogram(depths, ctx),
  ];
}
