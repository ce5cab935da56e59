import { AsyncLocalStorage } from 'node:async_hooks';

/** CPU seconds of the tools of the running stage. */
const ofStage = new AsyncLocalStorage();

/**
 * Runs a stage and measures its CPU time: that of the tools that it runs, with their descendants, or without tools that of this process.
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<{ result: T, cpu: number }>} in seconds
 */
export async function measureCpu(run) {
  const tools = { count: 0, seconds: 0 };
  const before = process.cpuUsage();
  const result = await ofStage.run(tools, run);
  const { user, system } = process.cpuUsage(before);
  return { result, cpu: tools.count > 0 ? tools.seconds : (user + system) / 1e6 };
}

/** @param {number} seconds */
export function addToolCpu(seconds) {
  const tools = ofStage.getStore();
  if (!tools) return;
  tools.count += 1;
  tools.seconds += seconds;
}

/** Runs a command as a child of a shell, which then writes to file descriptor 3 what its children took. */
export const shellWithTimes = ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh'];

/**
 * The CPU seconds of a shell's children, from what its builtin `times` prints: user and system time of the shell, and on the next line of
 * its children. Zero for a shell that was stopped.
 * @param {string} text such as `0m0.00s 0m0.00s\n1m2.50s 0m3.10s`
 */
export function childSeconds(text) {
  const times = text.trim().split('\n')[1] ?? '';
  return [...times.matchAll(/(\d+)m([\d.,]+)s/g)].reduce(
    (sum, [, minutes, seconds = '']) => sum + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
    0,
  );
}

/**
 * CPU seconds of a fixed piece of work: how slow this machine is now, since a busy neighbour makes each second of CPU do less. The
 * fastest of several, because one can be disturbed.
 */
export function pieceOfWork() {
  const attempt = () => {
    const before = process.cpuUsage();
    let text = '';
    for (let round = 0; round < 40; round++) {
      const rows = Array.from({ length: 2000 }, (_, index) => ({ id: (index * 7919) % 2003, name: `row ${index}` }));
      text = JSON.stringify(JSON.parse(JSON.stringify(rows)).sort((a, b) => a.id - b.id));
    }
    const { user, system } = process.cpuUsage(before);
    return text ? (user + system) / 1e6 : 0;
  };
  return Math.min(...Array.from({ length: 5 }, attempt));
}
