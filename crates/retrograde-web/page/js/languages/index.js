/**
 * What the page says, by language. A text is a string with `{names}`, or a function of the parameters where grammar needs one. Of the
 * catalogues, those of the language and the places that are shown are loaded.
 */

/** @typedef {Record<string, any>} Params */
/** @typedef {string | ((params: any, unit: import('./depth.js').Unit) => string)} Text */
/** @typedef {Record<string, Text>} Catalogue */
/** @typedef {'en' | 'zh'} Lang */
/** @typedef {'page' | 'tabs' | 'log' | 'watch' | 'learn' | 'tables' | 'pasted' | 'puzzles'} Part `page`: what all places need; `tabs`: all but Home, and the sheet of keys; `log`: whoever shows a log */
/** @typedef {(key: string, params?: Params) => string} T says the text of a key */

/** @type {Record<Lang, Record<Part, () => Promise<{ default: Catalogue }>>>} */
const CATALOGUES = {
  en: { page: () => import('./en.js'), tabs: () => import('./tabs-en.js'), log: () => import('./log-en.js'), watch: () => import('./watch-en.js'), learn: () => import('./learn-en.js'), tables: () => import('./tables-en.js'), pasted: () => import('./pasted-en.js'), puzzles: () => import('./puzzles-en.js') },
  zh: { page: () => import('./zh.js'), tabs: () => import('./tabs-zh.js'), log: () => import('./log-zh.js'), watch: () => import('./watch-zh.js'), learn: () => import('./learn-zh.js'), tables: () => import('./tables-zh.js'), pasted: () => import('./pasted-zh.js'), puzzles: () => import('./puzzles-zh.js') },
};

/** The language that the browser asks for, as far as we speak it. @returns {Lang} */
export const browserLang = () => (navigator.languages.find((tag) => /^(zh|en)\b/i.test(tag)) ?? 'en').toLowerCase().startsWith('zh') ? 'zh' : 'en';

export class Language {
  /** @type {Record<Lang, Catalogue>} */
  #texts = { en: {}, zh: {} };
  #current;
  /** How depths are counted. @type {import('./depth.js').Unit} */
  unit = 'plies';

  /** @param {Lang} [lang] the language of what is asked before the first texts are there */
  constructor(lang = 'en') {
    this.#current = lang;
  }

  get current() {
    return this.#current;
  }

  /** Speaks a language from now on, with the texts of these parts. @param {Lang} lang @param {Part[]} parts @returns {Promise<void>} */
  async speak(lang, parts) {
    const catalogues = await Promise.all(parts.map((part) => CATALOGUES[lang][part]()));
    for (const { default: texts } of catalogues) Object.assign(this.#texts[lang], texts);
    this.#current = lang;
  }

  /** Learns words of the server's, where the page has none. @param {Lang} lang @param {Catalogue} words */
  learn(lang, words) {
    this.#texts[lang] = { ...words, ...this.#texts[lang] };
  }

  /**
   * The text of a key. A word of the server's that the page does not know, of a game that is not ours, is said as it is: `over.no-fuel` as
   * "no fuel". The page's own keys all have texts, by a test.
   * @type {T}
   */
  t = (key, params = {}) => {
    const text = this.#texts[this.#current][key] ?? key.slice(key.indexOf('.') + 1).replaceAll('-', ' ');
    return typeof text === 'function' ? text(params, this.unit) : text.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ''));
  };

  /** True if there is a text. @param {string} key */
  has = (key) => key in this.#texts[this.#current];
}
