/** What a place of the page is handed, and what it hands back. Types only. */

/**
 * Where a tab puts what it shows, beside the board. Empty when a tab is mounted, and emptied after it.
 * @typedef {object} Slots
 * @property {HTMLElement} asked beside the board's title
 * @property {HTMLElement} panel at the right of the board; below it on a narrow screen
 * @property {HTMLElement} under below the board
 * @property {HTMLElement} dock the whole width, at the bottom
 * @property {HTMLElement} tools in the header: volume and the like
 */
/**
 * @typedef {object} Context
 * @property {import('../base/store.js').Store} store
 * @property {import('../base/api.js').Api} api
 * @property {import('../games/list.js').GameList} games what the server tells of its games: known before a place is mounted, if there is an answer
 * @property {import('../games/boards.js').Boards} boards positions as they look: the one in the URL is known before a place is mounted, if it can be read
 * @property {import('../languages/index.js').T} t
 * @property {import('../languages/index.js').Language} language whose texts `t` says: more of them come with what needs them
 * @property {import('../base/live.js').Live} live
 * @property {import('../base/connection.js').Connection} connection
 * @property {import('../base/memory.js').Memory} memory what outlasts the place
 * @property {import('../board/style.js').Style} style
 * @property {import('../base/keys.js').Keys} keys
 * @property {import('../board/index.js').BoardView} board of the tabs; a place without a board makes its own
 * @property {Slots} slots
 * @property {{ wanted: boolean }} autoplay WATCH: set by Space in another tab; to be taken back by who obeys
 */
/**
 * @typedef {object} Mounted
 * @property {() => void} unmount
 * @property {import('../base/keys.js').Actions} [keys]
 * @property {(text: string) => void} [typed] takes what is typed into the field of the position, and is none
 */
/** @typedef {(panel: HTMLElement, ctx: Context) => Mounted} Mount */

export {};
