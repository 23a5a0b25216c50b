/**
 * What the page says, by language. A text is a string with `{names}`, or a function of the parameters where grammar needs one.
 */

import en from './en.js';
import zh from './zh.js';

/** @typedef {Record<string, any>} Params */
/** @typedef {string | ((params: any) => string)} Text */
/** @typedef {Record<string, Text>} Catalogue */
/** @typedef {'en' | 'zh'} Lang */
/** @typedef {(key: string, params?: Params) => string} T says the text of a key */

/** @type {Record<Lang, Catalogue>} */
const catalogues = { en: { ...en }, zh: { ...zh } };

/** @type {Lang} */
let current = 'en';

/** The language that the browser asks for, as far as we speak it. @returns {Lang} */
export const browserLang = () => (navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag)) ?? 'en').toLowerCase().startsWith('zh') ? 'zh' : 'en';

/** @param {Lang} lang */
export function setLang(lang) {
  current = lang;
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
}

export const lang = () => current;

/**
 * Adds a module's own texts.
 * @param {{ en: Catalogue, zh: Catalogue }} texts
 */
export function addTexts(texts) {
  Object.assign(catalogues.en, texts.en);
  Object.assign(catalogues.zh, texts.zh);
}

/**
 * The text of a key; English, if there is none. A word of the server's that the page does not know, of a game that is not ours, is said
 * as it is: `over.no-fuel` as "no fuel". The page's own keys all have texts, by a test.
 * @param {string} key
 * @param {Params} [params]
 */
export function t(key, params = {}) {
  const text = catalogues[current][key] ?? catalogues.en[key] ?? key.slice(key.indexOf('.') + 1).replaceAll('-', ' ');
  return typeof text === 'function' ? text(params) : text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
}

/** True if there is a text. @param {string} key */
export const hasText = (key) => key in catalogues.en;

/** A number with the language's separators. @param {number} n */
export const number = (n) => n.toLocaleString(current === 'zh' ? 'zh-CN' : 'en-GB').replaceAll(',', ' ');
