/** The one polite live region: at most a message a second, the last one wins. */

const PAUSE = 1000;
let latest = '';
let last = -PAUSE;
let timer = 0;

/** Tells those who listen instead of look. @param {string} text */
export function say(text) {
  latest = text;
  if (timer) return;
  const wait = Math.max(0, last + PAUSE - performance.now());
  timer = window.setTimeout(speak, wait);
}

function speak() {
  timer = 0;
  last = performance.now();
  const region = document.getElementById('live');
  if (region) region.textContent = latest;
}

let hiding = 0;

/** Says something, and shows it for a moment. @param {string} text */
export function toast(text) {
  say(text);
  const element = document.getElementById('toast');
  if (!element) return;
  element.textContent = text;
  element.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(() => (element.hidden = true), 4000);
}
