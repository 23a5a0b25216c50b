/** What a playing log lights up, finds and sounds, noted as it does. */

import { ready } from './stand.js';

/** @typedef {import('playwright-core').Page} Page */

/** Notes every neighbour that lights up, and in which colour. @param {Page} page */
export const countLights = (page) => page.evaluate(() => {
  const lights = /** @type {{ kind: string, colour: string }[]} */ ([]);
  Object.assign(globalThis, { lights });
  document.addEventListener('animationstart', (event) => {
    const { target, animationName } = event;
    if (animationName !== 'light' || !(target instanceof HTMLElement)) return;
    const kind = /near-(win|loss|tie|open)/.exec(target.className)?.[1] ?? '';
    // On a busy machine it has begun to fade, or has faded: its colour is that of its first frame.
    const [animation = target.animate({ background: ['var(--lit)', 'var(--lit)'] }, 1)] = target.getAnimations();
    const now = animation.currentTime;
    animation.currentTime = 0;
    lights.push({ kind, colour: getComputedStyle(target).backgroundColor });
    animation.currentTime = now;
  });
});

/** @param {Page} page @returns {Promise<{ kind: string, colour: string }[]>} */
export const lights = (page) => page.evaluate(() => /** @type {any} */ (globalThis).lights);

/** Wins and losses found so far, without those over from the start. @param {Page} page */
export const found = async (page) => {
  const counts = await page.locator('.counts').evaluate((table) => ['win', 'loss'].map((kind) => Number(table.querySelector(`.count-${kind} td`)?.textContent?.replace(/\D/g, ''))));
  return { win: counts[0] ?? 0, loss: counts[1] ?? 0 };
};

/** Notes every tone that is started. @param {Page} page */
export const countTones = (page) => page.evaluate(() => {
  const tones = /** @type {{ wave: string, hertz: number, at: number }[]} */ ([]);
  const Real = OscillatorNode;
  class Counted extends Real {
    /** @override @param {number} when */
    start(when = 0) {
      tones.push({ wave: this.type, hertz: this.frequency.value, at: when });
      super.start(when);
    }
  }
  Object.assign(globalThis, { tones, OscillatorNode: Counted });
});

/** The notes by kind, which their tones distinguish: a beep and a pair for what is decided, the beep alone for what is over from the start, soft notes for the other events. @param {Page} page */
export async function notes(page) {
  const tones = /** @type {{ wave: string, hertz: number, at: number }[]} */ (await page.evaluate(() => /** @type {any} */ (globalThis).tones));
  const counts = { beep: 0, win: 0, loss: 0, tie: 0, hum: 0, layer: 0, done: 0, soft: 0 };
  const beeps = /** @type {number[]} */ ([]);
  for (let index = 0; index < tones.length; index += 1) {
    const [one, two, three] = tones.slice(index, index + 3);
    if (one === undefined) break;
    const isPair = two !== undefined && three !== undefined && Math.abs(two.at - one.at - 0.03) < 1e-6;
    if (one.wave === 'triangle' && one.hertz === 55) counts.hum += 1;
    else if (one.wave === 'triangle') counts.layer += 1;
    else if (one.wave === 'sine') counts.soft += 1;
    else if (one.hertz === 262) counts.done += 1;
    else {
      counts.beep += 1;
      beeps.push(one.at);
      if (isPair) counts[three.hertz > two.hertz ? 'win' : three.hertz < two.hertz ? 'loss' : 'tie'] += 1;
    }
    index += one.hertz === 55 ? 1 : one.hertz === 262 ? 3 : one.wave === 'square' && isPair ? 2 : 0;
  }
  const crowded = Math.max(0, ...beeps.map((from) => beeps.filter((at) => at >= from && at < from + 0.999).length));
  return { ...counts, crowded };
}

/** Turns sound on, and notes it. @param {Page} page */
export async function listen(page) {
  await ready(page);
  await page.waitForSelector('.panel[aria-busy=false]');
  await page.keyboard.press('m');
  await countTones(page);
}
