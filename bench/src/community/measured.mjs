import { mappedMb, residentMb } from '../process-use.mjs';
import { quantile, rounded } from '../statistics.mjs';

/**
 * Runs a job and returns its metrics, with the CPU time and the database commands of each request.
 * @param {import('./large-paddock.mjs').LargePaddock} loaded
 * @param {{ measure(job: object): Promise<any> }} generator
 * @param {Omit<import('../generator.mjs').Job, 'port' | 'host'>} job
 */
export async function measureLoad(loaded, generator, job) {
  const before = { cpu: loaded.cpu(), commands: await loaded.commands() };
  loaded.profile();
  const { seconds, times, kinds, bytes } = await generator.measure(job);
  loaded.profile();
  const after = { cpu: loaded.cpu(), commands: await loaded.commands() };
  const count = times.length;
  const services = (after.cpu.services - before.cpu.services) / count;
  const database = (after.cpu.database - before.cpu.database) / count;
  const totals = Object.entries(after.commands).map(([name, total]) => total - (before.commands[name] ?? 0));
  return {
    kinds: /** @type {Record<string, number[]>} */ (kinds),
    metrics: {
      'requests/s': rounded(count / seconds),
      'p50 ms': quantile(times, 0.5),
      'p99 ms': quantile(times, 0.99),
      'CPU ms': services + database,
      services,
      database,
      commands: totals.reduce((sum, total) => sum + total, 0) / count,
      KB: bytes / count / 1024,
    },
  };
}

/**
 * Resident memory of services and database together; `MB of files` is its part that belongs to mapped files, `own MB` the rest.
 * @param {Pick<import('./large-paddock.mjs').LargePaddock, 'paddock'>} loaded
 */
export function memory({ paddock }) {
  const database = paddock.databasePid();
  const pids = [paddock.servicesPid(), ...(database === undefined ? [] : [database])];
  const [services, ofDatabase = 0] = pids.map((pid) => residentMb(pid) - mappedMb(pid));
  const files = pids.reduce((sum, pid) => sum + mappedMb(pid), 0);
  const own = Number(services) + ofDatabase;
  return {
    MB: rounded(own + files),
    'MB of files': rounded(files),
    'own MB': rounded(own),
    'own MB of the database': rounded(ofDatabase),
  };
}
