/** Compares what windows received with what members sent. */
export class Deliveries {
  /** @type {Map<string, { at: number, receivers: ReadonlySet<number>, received: Map<number, number> }>} */
  #sent = new Map();
  #strange = 0;

  /**
   * @param {string} id of a sent text, which no other one has
   * @param {number} at when it was sent
   * @param {Iterable<number>} receivers the windows that should get it
   */
  sent(id, at, receivers) {
    this.#sent.set(id, { at, receivers: new Set(receivers), received: new Map() });
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

  /** Whether each window has all texts. */
  get isComplete() {
    return [...this.#sent.values()].every(({ receivers, received }) => received.size === receivers.size);
  }

  /** `times`: milliseconds from sending; `lost` and `doubled`: windows without the text and with more than one; `strange`: not for the window. */
  result() {
    const all = [...this.#sent.values()].flatMap(({ received }) => [...received.values()]);
    const expected = [...this.#sent.values()].reduce((sum, { receivers }) => sum + receivers.size, 0);
    return {
      times: all.filter((time) => time < Infinity),
      lost: expected - all.length,
      doubled: all.filter((time) => time === Infinity).length,
      strange: this.#strange,
    };
  }
}
