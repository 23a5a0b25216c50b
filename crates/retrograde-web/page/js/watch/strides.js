/**
 * Units: what one step forward is, at a level of detail. Unit 0 is the start. At `state` and `layer`, unit 1 is all seeds, the last two are
 * `rest` and `done`, and those between are the pops with all that follows from them, or the layers.
 */

import { blockEnd } from './player.js';

/** @typedef {import('./record.js').Sea} Sea */
/** @typedef {"edge" | "state" | "layer"} Detail */

/** @param {Sea} sea @param {Detail} detail */
export function unitCount(sea, detail) {
  if (detail === 'edge') return sea.events;
  return (detail === 'state' ? sea.popped.length : sea.layers.length) + 3;
}

/** The step at which a unit is complete. @param {Sea} sea @param {Detail} detail @param {number} unit */
export function stepOfUnit(sea, detail, unit) {
  const last = unitCount(sea, detail);
  const index = Math.max(0, Math.min(unit, last));
  if (detail === 'edge') return index;
  if (index === 0) return 0;
  if (index === 1) return sea.seeds;
  if (index >= last - 1) return sea.events - (last - index);
  return detail === 'state' ? blockEnd(sea, index - 2) : sea.layers[index - 2].step + 1;
}

/** How many units are complete at a step. @param {Sea} sea @param {Detail} detail @param {number} step */
export function unitAt(sea, detail, step) {
  if (detail === 'edge') return step;
  let low = 0;
  let high = unitCount(sea, detail);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (stepOfUnit(sea, detail, middle) <= step) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The step one unit on. @param {Sea} sea @param {Detail} detail @param {number} step */
export function nextStep(sea, detail, step) {
  return stepOfUnit(sea, detail, unitAt(sea, detail, step) + 1);
}

/** The step one unit back: the start of the unit under way, or of the one before. @param {Sea} sea @param {Detail} detail @param {number} step */
export function previousStep(sea, detail, step) {
  const unit = unitAt(sea, detail, step);
  const start = stepOfUnit(sea, detail, unit);
  return start < step ? start : stepOfUnit(sea, detail, unit - 1);
}
