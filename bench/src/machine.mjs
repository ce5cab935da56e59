import { cpus, loadavg, release, totalmem } from 'node:os';

/** The machine of a measurement, with its load at the time. */
export function machine() {
  const all = cpus();
  return {
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    memory_mb: Math.round(totalmem() / 2 ** 20),
    kernel: release(),
    node: process.versions.node,
    load_1m: Math.round(Number(loadavg()[0]) * 100) / 100,
  };
}
