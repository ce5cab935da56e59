import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { withMissed } from '../statistics.mjs';
import { contentOf, startFiles } from './files-paddock.mjs';

const uploads = 400;
const restartMs = 30_000;
const nameOf = (number) => `part-${number}.bin`;

/**
 * Uploads into a folder and kills the services when a third has arrived: after their restart the folder shows only whole files, among
 * them each that was confirmed, and the rest can be sent again.
 * @param {import('../suites.mjs').BenchOptions} options
 */
export async function run({ folder }) {
  const files = await startFiles(folder, 50);
  try {
    const { item } = await files.call('POST', '/folders', { client_id: randomUUID(), name: 'Telemetry' });
    /** @type {Set<number>} */
    const confirmed = new Set();
    let isKilled = false;
    const send = async (number) => {
      const reply = await files.upload(nameOf(number), contentOf(number).content, item.id).catch(() => undefined);
      if (reply?.status === 200) confirmed.add(number);
      if (confirmed.size < uploads / 3 || isKilled) return;
      isKilled = true;
      process.kill(files.paddock.servicesPid(), 'SIGKILL');
    };
    await Promise.all(Array.from({ length: uploads }, (_, number) => send(number)));
    const shown = await afterRestart(() => shownIn(files, item.id));
    const damaged = await damagedOf(files, shown);
    const lost = [...confirmed].filter((number) => !shown.has(nameOf(number))).length;
    const missing = Array.from({ length: uploads }, (_, number) => number).filter(
      (number) => !shown.has(nameOf(number)),
    );
    for (const number of missing) await files.upload(nameOf(number), contentOf(number).content, item.id);
    const all = await shownIn(files, item.id);
    const whole = all.size - (await damagedOf(files, all));
    return [
      withMissed({
        what: `kill -9 during ${uploads} uploads of 1 MB`,
        metrics: { confirmed: confirmed.size, shown: shown.size, damaged, lost, 'whole in the end': whole },
        targets: { damaged: { max: 0 }, lost: { max: 0 }, 'whole in the end': { min: uploads } },
      }),
    ];
  } finally {
    await files.stop();
  }
}

/**
 * The addresses of a folder's files, by name.
 * @param {Awaited<ReturnType<typeof startFiles>>} files @param {string} id
 * @returns {Promise<Map<string, string>>}
 */
async function shownIn({ call }, id) {
  const { items, next } = await call('GET', `/folders/${id}/children?count=400`);
  if (next !== null) throw new Error('the folder has more than one page');
  return new Map(items.map(({ name, file }) => [name, file.path]));
}

/**
 * @param {Awaited<ReturnType<typeof startFiles>>} files
 * @param {Map<string, string>} shown
 */
async function damagedOf(files, shown) {
  let damaged = 0;
  for (const [name, path] of shown) {
    const { hash } = contentOf(Number(/\d+/.exec(name)?.[0]));
    if ((await files.hashAt(path)) !== hash) damaged++;
  }
  return damaged;
}

/** @template T @param {() => Promise<T>} read @returns {Promise<T>} */
async function afterRestart(read) {
  const end = performance.now() + restartMs;
  for (;;)
    try {
      return await read();
    } catch (error) {
      if (performance.now() > end) throw error;
      await wait(200);
    }
}
