import { setTimeout as wait } from 'node:timers/promises';

const maxDeaths = 5;
const withinMs = 60_000;
const firstPauseMs = 250;

/**
 * Starts a child, and starts it again when it ends by itself: after a pause that doubles with each death of the last minute.
 * @template {{ child: import('./children.mjs').Child }} T
 * @param {() => Promise<T>} start
 * @param {(sentence: string) => void} say
 */
export async function keepRunning(start, say) {
  /** @type {number[]} */
  const deaths = [];
  /** @type {(sentence: string) => void} */
  let giveUp = () => undefined;
  /** @type {Promise<string>} resolves with a sentence when the child died too often */
  const ended = new Promise((resolve) => (giveUp = resolve));
  let stopping = new AbortController();
  let current = await start();
  let restarting = Promise.resolve();
  const watch = (/** @type {T} */ one) => {
    const { signal } = stopping;
    void one.child.ended.then((sentence) => {
      if (!signal.aborted) restarting = startAgain(sentence, signal);
    });
  };
  watch(current);

  /**
   * @param {string} why
   * @param {AbortSignal} signal
   */
  async function startAgain(why, signal) {
    for (let sentence = why; ;) {
      const now = performance.now();
      deaths.push(now);
      while (now - (deaths[0] ?? now) > withinMs) deaths.shift();
      if (deaths.length >= maxDeaths) return giveUp(`${sentence}, the fifth time within a minute`);
      const pause = firstPauseMs * 2 ** (deaths.length - 1);
      say(`${sentence}; starting again in ${pause / 1000} s.`);
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        current = await start();
        if (!signal.aborted) watch(current);
        return say(`${current.child.name} runs again.`);
      } catch (error) {
        sentence = /** @type {Error} */ (error).message.replace(/\.$/, '');
      }
    }
  }

  return {
    current: () => current,
    ended,
    /** Ends the child for good, or until {@link restart}. */
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
