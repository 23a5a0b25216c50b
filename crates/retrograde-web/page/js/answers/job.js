/** Waiting for what the server does in the background: to solve a board, to keep its table, to prove one. */

import { joined } from '../base/readers.js';
import { JOB_STATE } from '../base/words.js';

/** @typedef {import('../base/shapes.js').JobReport} JobReport */

/** The time between two questions, in milliseconds. */
const PAUSE = 200;

/**
 * Waits for a job to be done; null if nobody wants to know any more. A failure is told in the server's words.
 * @param {{ api: import('../base/api.js').Api }} ctx
 * @param {string} job
 * @param {HTMLProgressElement} bar
 * @param {(report: JobReport) => void} tell what is said of how far it is
 * @param {string} stopped what is said if somebody has stopped it
 * @param {() => boolean} [isWanted]
 * @returns {Promise<JobReport | null>}
 */
export async function follow({ api }, job, bar, tell, stopped, isWanted = () => true) {
  for (;;) {
    const report = await api.job(job);
    if (!isWanted()) return null;
    const { state, progress, error } = report;
    if (state === JOB_STATE.done) return report;
    if (state === JOB_STATE.cancelled) throw new Error(stopped);
    if (state === JOB_STATE.failed) throw new Error(error ? withHint(error) : stopped);
    bar.value = progress?.total ? progress.done / progress.total : 0;
    tell(report);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** About how long a stage goes on, in milliseconds; null if nothing tells. @param {JobReport['progress']} progress */
export function left(progress) {
  if (!progress?.total || progress.rate <= 0) return null;
  return (1000 * (progress.total - progress.done)) / progress.rate;
}

/** What went wrong, and what helps. @param {{ message: string, hint?: string | null }} error */
export const withHint = ({ message, hint }) => joined([message, hint]);
