/** The header: where to go, the place's own tools, the other language, help. */

import { fill, h } from '../base/dom.js';
import { face } from '../base/face.js';
import { styles } from '../base/styles.js';
import { otherTheme, toggleTheme } from '../base/theme.js';

/** @typedef {import('../base/route.js').State} State */

/** The sheet of settings and keys: loaded when it is first wanted, with its looks and texts. @param {import('./index.js').Services} services */
export async function openHelp(services) {
  const { connection, language, t } = services;
  const [sheet, { settings }] = await connection.load(() => Promise.all([import('../base/help.js'), import('./settings.js'), styles('rest'), language.speak(language.current, ['tabs'])]));
  sheet.openHelp(t, settings(services));
}

/** @param {HTMLElement} top @param {HTMLElement} tools @param {State} state @param {import('./index.js').Services} services */
export function fillHeader(top, tools, state, services) {
  const { store, t } = services;
  const link = (/** @type {import('../base/route.js').Page} */ page) => {
    // A section of one place is none of another.
    const place = { page, part: page === state.page ? state.part : '' };
    return h('a', { href: store.link({ ...place, embed: false }), 'aria-current': state.page === page && 'page', onclick: store.follow(place) }, t(`page.${page}`));
  };
  const other = state.lang === 'zh' ? 'en' : 'zh';
  const skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  fill(
    top,
    h('a', { class: 'skip', href: '#main', onclick: skip }, t('skip')),
    h('a', { class: 'brand', href: store.link({ page: 'home' }), onclick: store.follow({ page: 'home' }) }, h('span', { class: 'logo', 'aria-hidden': 'true' }), h('span', { class: 'name' }, 'Retrograde')),
    h('nav', { 'aria-label': t('nav') }, link('home'), state.pos && link('board'), link('learn'), link('puzzles'), link('tables')),
    tools,
    h('button', { type: 'button', class: 'plain', lang: other, 'aria-label': other === 'zh' ? '中文' : 'EN: English', onclick: () => store.set({ lang: other }) }, other === 'zh' ? '中文' : 'EN'),
    themeButton(t),
    h('button', { type: 'button', class: 'plain for-keys', 'data-tip': t('key.help'), 'aria-label': t('key.help'), onclick: () => void openHelp(services) }, '?'),
  );
}

/** Says what it leads to. @param {import('../languages/index.js').T} t */
function themeButton(t) {
  const button = h('button', { type: 'button', class: 'plain theme' }, face('theme'));
  const name = () => ['data-tip', 'aria-label'].forEach((attribute) => button.setAttribute(attribute, t(`theme.${otherTheme()}`)));
  button.addEventListener('click', () => {
    toggleTheme();
    name();
  });
  name();
  return button;
}

/** Copies a text and says so; where that is forbidden, shows it. @param {string} text @param {string} said @param {Pick<import('./index.js').Services, 'live'>} services */
export async function copy(text, said, { live }) {
  try {
    await navigator.clipboard.writeText(text);
    live.toast(said);
  } catch {
    live.toast(text);
  }
}

/** Copies the link to what is on the screen. @param {import('./index.js').Services} services */
export const copyLink = (services) => copy(location.href, services.t('copied'), services);
