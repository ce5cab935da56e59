/** Compares what windows received with what members sent. */
export class Deliveries {
  /** @type {Map<string, { at: number, by: number, receivers: ReadonlySet<number>, received: Map<number, number>, path: string }>} */
  #sent = new Map();
  #strange = 0;

  /**
   * @param {string} id of a sent text, which no other one has
   * @param {{ at: number, by: number, receivers: Iterable<number>, path?: string }} sent when, by which window, to which ones, and the
   * path of the call that finds it later
   */
  sent(id, { at, by, receivers, path = '' }) {
    this.#sent.set(id, { at, by, receivers: new Set(receivers), received: new Map(), path });
  }

  /** A text that was refused reaches no window. @param {string} id */
  refused(id) {
    this.#sent.delete(id);
  }

  /** @param {string} id @param {number} window @param {number} at */
  received(id, window, at) {
    const one = this.#sent.get(id);
    if (!one?.receivers.has(window)) this.#strange++;
    else one.received.set(window, one.received.has(window) ? Infinity : at - one.at);
  }

  /** A window without an event finds the text by a call: it has no time of delivery. @param {string} id @param {number} window */
  found(id, window) {
    const received = this.#sent.get(id)?.received;
    if (received && !received.has(window)) received.set(window, NaN);
  }

  /** The texts that a window has not received. @param {number} window */
  missing(window) {
    return this.all().filter(({ receivers, received }) => receivers.has(window) && !received.has(window));
  }

  all() {
    return [...this.#sent].map(([id, one]) => ({ id, ...one }));
  }

  /** Whether each window has all texts. */
  get isComplete() {
    return [...this.#sent.values()].every(({ receivers, received }) => received.size === receivers.size);
  }

  /**
   * `times`: milliseconds from sending; `lost` and `doubled`: windows without the text and with more than one; `strange`: not for
   * the window.
   */
  result() {
    const all = [...this.#sent.values()].flatMap(({ received }) => [...received.values()]);
    const expected = [...this.#sent.values()].reduce((sum, { receivers }) => sum + receivers.size, 0);
    return {
      times: all.filter((time) => Number.isFinite(time)),
      lost: expected - all.length,
      doubled: all.filter((time) => time === Infinity).length,
      strange: this.#strange,
    };
  }
}
