/**
 * What a file of visits registers, as it would with `node:test`: `test` notes a visit, and the lane that takes the file runs it. Nothing is
 * started by a file that is only listed.
 *
 *   RETROGRADE_ALL=1   also runs the visits that are marked as slow
 */

/** @typedef {import('node:test').TestContext} TestContext */
/** @typedef {import('./lane.js').Lane} Lane */
/** @typedef {(t: TestContext) => Promise<unknown>} Scenario */
/**
 * @typedef {object} Options
 * @property {string} [slow] why the visit is not in the short run
 * @property {string | false} [skip] why it cannot run on this machine
 */
/** @typedef {Options & { name: string, scenario: Scenario }} Visit */
/** @typedef {(lane: Lane) => Promise<unknown>} Hook */
/** @typedef {{ visits: Visit[], before: Hook[], after: Hook[] }} File what a file has registered */

/** Whether slow visits run, too. */
export const ALL = process.env.RETROGRADE_ALL === '1';

/** The file that is being imported. @type {File} */
let file = { visits: [], before: [], after: [] };

/** Registers a visit. @param {string} name @param {Options | Scenario} options @param {Scenario} [scenario] */
export function test(name, options, scenario) {
  if (typeof options === 'function') file.visits.push({ name, scenario: options });
  else if (scenario) file.visits.push({ ...options, name, scenario });
}

/**
 * Options of a visit that repeats another: slow, unless it is the one of the short run. @param {boolean} isShort @param {string} of what it is repeated over
 * @returns {Options}
 */
export const repeated = (isShort, of) => (isShort ? {} : { slow: `repeats it ${of}` });

/** Options of a visit of a part of the page that the short run visits often enough. @type {Options} */
export const ONLY_WITH_ALL = { slow: 'the short run visits this part of the page in other ways' };

/** Registers what is done before the first visit of the file, in the order of registration. @param {Hook} hook */
export const before = (hook) => void file.before.push(hook);

/** Registers what is done after the last visit of the file. @param {Hook} hook */
export const after = (hook) => void file.after.push(hook);

/** Imports a file; what it registers. @param {string} path */
export async function register(path) {
  const registered = (file = { visits: [], before: [], after: [] });
  await import(path);
  return registered;
}
