import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { host } from './loaded-paddock.mjs';

/**
 * Starts a process that generates load: `generator.mjs`, or another file of this folder that takes jobs as it does.
 * @param {{ port: number }} loaded
 */
export function startGenerator({ port }, file = new URL('./generator.mjs', import.meta.url)) {
  const generator = fork(fileURLToPath(file));
  const died = once(generator, 'exit').then(() => Promise.reject(new Error('A load generator ended.')));
  died.catch(() => undefined);
  return {
    measure: async (job) => {
      generator.send({ port, host, ...job });
      const [result] = await Promise.race([once(generator, 'message'), died]);
      if (result.failed) throw new Error(result.failed);
      return result;
    },
    stop: () => generator.disconnect(),
  };
}

/** Reads in rounds until `burst` ends; returns the milliseconds of each request. */
export async function readWhile(burst, read) {
  /** @type {number[]} */
  const times = [];
  let isOver = false;
  const over = burst.finally(() => (isOver = true));
  while (!isOver) times.push(...(await read()).times);
  await over;
  return times;
}
