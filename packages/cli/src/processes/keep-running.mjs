import { setTimeout as wait } from 'node:timers/promises';

const maxDeaths = 5;
const withinMs = 60_000;
const firstPauseMs = 250;

/**
 * Starts a child, and restarts it when it ends unexpectedly, after a pause that doubles with each death within a minute.
 * @template {{ child: import('./children.mjs').Child }} T
 * @param {() => Promise<T>} start
 * @param {(sentence: string) => void} say
 */
export async function keepRunning(start, say) {
  /** @type {number[]} */
  const deaths = [];
  /** @type {(sentence: string) => void} */
  let giveUp = () => undefined;
  /** @type {Promise<string>} resolves with a sentence when the child has died too often */
  const ended = new Promise((resolve) => (giveUp = resolve));
  let stopping = new AbortController();
  let current = await start();
  let restarting = Promise.resolve();
  const watch = (/** @type {T} */ started) => {
    const { signal } = stopping;
    void started.child.ended.then((sentence) => {
      if (!signal.aborted) restarting = restartAfter(sentence, signal);
    });
  };
  watch(current);

  /**
   * @param {string} why
   * @param {AbortSignal} signal
   */
  async function restartAfter(why, signal) {
    for (let sentence = why; ;) {
      const now = performance.now();
      deaths.push(now);
      while (now - (deaths[0] ?? now) > withinMs) deaths.shift();
      if (deaths.length >= maxDeaths) return giveUp(`${sentence}, the fifth time within a minute`);
      const pause = firstPauseMs * 2 ** (deaths.length - 1);
      say(`${sentence}; restarting in ${pause / 1000} s.`);
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        current = await start();
        if (!signal.aborted) watch(current);
        const { name } = current.child;
        return say(`${name} ${name.endsWith('s') ? 'are' : 'is'} running again.`);
      } catch (error) {
        sentence = /** @type {Error} */ (error).message.replace(/\.$/, '');
      }
    }
  }

  return {
    current: () => current,
    ended,
    /** Stops the child until {@link restart}, if that is called. */
    async stop() {
      stopping.abort();
      await restarting;
      await current.child.stop();
    },
    async restart() {
      stopping = new AbortController();
      current = await start();
      watch(current);
    },
  };
}
