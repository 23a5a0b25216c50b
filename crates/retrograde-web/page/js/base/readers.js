/** The server's answers as people read them: it answers programs and terminals, too. */

/** What only a terminal or a program takes: commands, their options, methods and paths of the API. */
const COMMAND = /retrograde [a-z]|(?:^|[^\p{L}\d-])--?[a-z]|\b(?:GET|POST|DELETE) \/|\/api\/v1/iu;
const CHINESE = /[\u3400-\u9fff]/;

/** Parts of a sentence with semicolons of their language; what is missing is left out. @param {(string | null | undefined)[]} parts */
export const joined = (parts) => parts.filter(Boolean).join(parts.some((part) => part && CHINESE.test(part)) ? '；' : '; ');

/** A name as a sentence or a button begins with it. @param {string} name */
export const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** A hint without the parts that name a command; null if nothing is left. @param {string} hint in JSON, without its quotes */
function withoutCommands(hint) {
  const parts = hint.split(/[;；] ?/).filter((part) => !COMMAND.test(part));
  return parts.length > 0 ? `"${joined(parts)}"` : null;
}

/** An answer in JSON, its tokens in quotes instead of back-ticks, its hints without commands. @param {string} text @returns {any} */
export const forReaders = (text) =>
  JSON.parse(text.replace(/"hint":"((?:[^"\\]|\\.)*)"/g, (_, hint) => `"hint":${withoutCommands(hint)}`).replace(/`([^`]*)`/g, '“$1”'));
