/** A slow link to a host: what goes through it takes half a round trip each way, and all of it shares the rate. */

import { connect, createServer } from 'node:net';

/** @typedef {import('node:net').Socket} Socket */
/** @typedef {{ bitsPerSecond: number, roundTrip: number }} Speed the round trip in milliseconds */

/** Timers count in whole milliseconds: an end comes so much later than what is before it. */
const AFTER = 5;

export class Link {
  /** Where the host is, through the link. */
  origin = '';
  #server;
  #speed;
  /** Until when the link carries what it has. */
  #free = 0;

  /** @param {number} port of the host @param {Speed} speed */
  constructor(port, speed) {
    this.#speed = speed;
    // To open a connection takes a round trip.
    this.#server = createServer((client) => setTimeout(() => {
      const host = connect(port, '127.0.0.1');
      this.#carry(client, host);
      this.#carry(host, client);
    }, speed.roundTrip));
  }

  /** @param {string} origin of the host @param {Speed} speed */
  static async open(origin, speed) {
    const { port, pathname } = new URL(origin);
    const link = new Link(Number(port), speed);
    await new Promise((listening) => link.#server.listen(0, '127.0.0.1', () => listening(undefined)));
    const address = /** @type {import('node:net').AddressInfo} */ (link.#server.address());
    link.origin = `http://127.0.0.1:${address.port}${pathname}`;
    return link;
  }

  close() {
    this.#server.close();
  }

  /** @param {Socket} from @param {Socket} to */
  #carry(from, to) {
    const { bitsPerSecond, roundTrip } = this.#speed;
    from.on('data', (data) => {
      const now = performance.now();
      this.#free = Math.max(this.#free, now) + (data.length * 8 * 1000) / bitsPerSecond;
      const left = this.#free - now;
      from.pause();
      setTimeout(() => from.resume(), left);
      setTimeout(() => to.writable && to.write(data), left + roundTrip / 2);
    });
    from.on('end', () => setTimeout(() => to.end(), Math.max(0, this.#free - performance.now()) + roundTrip / 2 + AFTER));
    from.on('error', () => to.destroy());
  }
}
