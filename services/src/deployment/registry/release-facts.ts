import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';

const line = z.object({
  at: z.iso.datetime(),
  by: z.string(),
  version: z.string(),
  commit: z.string().optional(),
  channel: z.string().optional(),
  before: z.string().optional(),
  rollout: z.string().optional(),
  recall: z.boolean().optional(),
});
export type RegistryAct = z.output<typeof line>;

/** The log of a module in the registry (ADR 0083), the oldest act first, without lines that a killed command left incomplete. */
export async function registryLog(registryDir: string, id: string): Promise<RegistryAct[]> {
  const text = await readFile(join(registryDir, id, 'log.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').flatMap((json) => {
    try {
      return [line.parse(JSON.parse(json))];
    } catch {
      return [];
    }
  });
}

/** Whether an act only released a version, without moving a channel. */
export const isRelease = (act: RegistryAct, version: string) =>
  act.version === version && act.channel === undefined && act.rollout === undefined;

/** The number of releases that are offered for an override. */
const maxReleases = 12;

/** The newest releases of a module in the registry with the channels that point to them, the newest first. */
export async function newestReleases(registryDir: string, id: string) {
  const folder = join(registryDir, id);
  const log = await registryLog(registryDir, id);
  // A folder that is being replaced has none.
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d/.test(name));
  const dated = await Promise.all(
    names.map(async (version) => {
      const act = log.find((one) => isRelease(one, version));
      return { version, at: act ? Date.parse(act.at) : await changedAt(join(folder, version)) };
    }),
  );
  const pointing = Object.entries(await channelsOf(folder));
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(0, maxReleases)
    .map(({ version }) => ({
      version,
      channels: pointing.flatMap(([channel, target]) => (target === version ? [channel] : [])),
    }));
}

/** 0 for a version that was pruned meanwhile. */
const changedAt = (file: string) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

/** A table that cannot be read has no channels. */
async function channelsOf(folder: string): Promise<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(join(folder, 'channels.json'), 'utf8')));
  } catch {
    return {};
  }
}

const assets = z.object({ sync: z.array(z.string()) });
const firstLoad = z.object({
  metaData: z.object({ remoteEntry: z.object({ path: z.string(), name: z.string() }) }),
  exposes: z.array(z.object({ assets: z.object({ js: assets, css: assets }) })),
});

/** The gzip bytes that a release loads before its first screen; undefined for a release without compressed files. */
export async function firstLoadBytes(registryDir: string, { id, version }: { id: string; version: string }) {
  const folder = join(registryDir, id, version);
  try {
    const { metaData, exposes } = firstLoad.parse(JSON.parse(await readFile(join(folder, 'mf-manifest.json'), 'utf8')));
    const { path, name } = metaData.remoteEntry;
    const files = exposes.flatMap((expose) => [...expose.assets.js.sync, ...expose.assets.css.sync]);
    const sizes = [...new Set([posix.join(path, name), ...files])].map(async (file) => {
      const compressed = await stat(join(folder, `${file}.gz`)).catch(() => stat(join(folder, file)));
      return compressed.size;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch {
    return undefined;
  }
}
