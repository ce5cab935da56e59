import { Inject, Injectable } from '@nestjs/common';
import type { Manifest } from '@paddock/contract/core/manifest';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { didYouMean } from '../deployment-problem.js';
import { MissingCalls, missingCalls } from './missing-calls.js';
import { rolloutTable } from './rollout-table.js';
import { releasedManifest } from './released-manifest.js';

/** A released version of a module. Its files never change. */
export interface ReleasedModule {
  id: string;
  version: string;
  /** Where its files are served: `/<mfe>/<version>/`. */
  base: string;
  /** The Module Federation manifest below `base`. */
  entry: string;
  manifest: Manifest;
  /** Path below `base` → `sha384-…`. */
  integrity: Record<string, string>;
  /** `sha384-…` of the file with that table. */
  integrityHash: string;
}

/** A release that a percentage of a channel's members gets. */
export interface Rollout {
  module: ReleasedModule;
  percent: number;
  /** Reports are counted from then on. */
  started: string;
  /** Since when the community gives the channel's release to all members again. */
  returned?: string;
}

/** The module version that a deployment's entry resolves to. */
export interface ResolvedModule {
  module: ReleasedModule;
  /** The channel's previous version, which the shell falls back to. */
  fallback?: ReleasedModule;
  /** Why the registry's present state is not used, while an earlier release is. */
  problem?: string;
  /** A release that a part of the members gets in its place. */
  rollout?: Rollout;
  /** The channel's present release, if it waits for services with these calls. */
  held?: { version: string; calls: string[] };
}

/** Versions by module and channel: `mfe-chats/stable` → what the channel last resolved to. */
export type ChannelVersions = Record<string, { version: string; fallback?: string }>;

const entry = 'mf-manifest.json';
const versionLike = /^\d/;
const integrityTable = z.record(z.string(), z.string().startsWith('sha384-'));
/** A line of `log.jsonl`; a move of a channel names it, and so does a rollout. */
const releaseLine = z.object({
  at: z.iso.datetime(),
  version: z.string(),
  channel: z.string().optional(),
  rollout: z.string().optional(),
});
const channelTable = z.object({ previous: z.record(z.string(), z.string()).default({}) }).catchall(z.string());

/** Reads the registry's folders: `<mfe>/<version>/…`, immutable, and `<mfe>/channels.json`, moved atomically by a release. */
@Injectable()
export class ModuleRegistry {
  /** What each channel last resolved to: a spoilt channel file or release keeps its last good state. */
  readonly lastGood = new Map<string, ChannelVersions[string]>();
  private readonly released = new Map<string, ReleasedModule>();
  /** Milliseconds, by id and version. */
  private readonly releaseTimes = new Map<string, number>();

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** The files that change when a channel moves or a rollout changes; every release moves a channel. */
  channelsFiles(): string[] {
    const { registryDir } = this.environment;
    return foldersOf(registryDir).flatMap((name) =>
      ['channels.json', 'rollouts.json'].map((file) => join(registryDir, name, file)),
    );
  }

  /**
   * The release of a channel or version. For a channel whose release is spoilt, or needs calls that these services do not have, the last
   * one that was in use, else the channel's former one.
   *
   * @throws Error that says what is missing, when there is no earlier release either
   */
  resolve(id: string, versionOrChannel: string): ResolvedModule {
    if (versionLike.test(versionOrChannel)) return this.resolved(id, { version: versionOrChannel });
    const channel = `${id}/${versionOrChannel}`;
    try {
      const present = this.channel(id, versionOrChannel);
      const resolved = this.resolved(id, present);
      this.lastGood.set(channel, present);
      return { ...resolved, ...this.rollout(id, versionOrChannel, present.version) };
    } catch (error) {
      const kept = this.earlier(id, versionOrChannel);
      if (!kept) throw error;
      const held = error instanceof MissingCalls && { version: error.version, calls: [...error.calls] };
      return { ...kept, problem: (error as Error).message, ...(held && { held }) };
    }
  }

  /** The rollout of a channel that points to `from`, or why it is not in force. */
  private rollout(id: string, channel: string, from: string): Pick<ResolvedModule, 'rollout' | 'problem'> {
    if (!existsSync(join(this.environment.registryDir, id, 'rollouts.json'))) return {};
    try {
      const stored = this.read(id, 'rollouts.json', rolloutTable)[channel];
      if (!stored || stored.from !== from || stored.version === from || stored.percent === 0) return {};
      const { version, percent, started } = stored;
      return { rollout: { module: this.version(id, version), percent, started } };
    } catch (error) {
      return { problem: (error as Error).message };
    }
  }

  /** What a channel showed before, if its files and calls are there. */
  private earlier(id: string, channel: string): ResolvedModule | undefined {
    const good = this.lastGood.get(`${id}/${channel}`);
    const former = () => this.channel(id, channel).fallback;
    for (const version of [() => good?.version, () => good?.fallback, former]) {
      try {
        const named = version();
        if (named !== undefined)
          return this.resolved(id, { version: named, ...(named === good?.version && { fallback: good.fallback }) });
      } catch {
        // The next one may be there.
      }
    }
    return undefined;
  }

  /** @throws Error that says what is missing. */
  resolved(id: string, { version, fallback }: ChannelVersions[string]): ResolvedModule {
    return { module: this.version(id, version), ...(fallback && { fallback: this.previous(id, fallback) }) };
  }

  /** Whether the files of a release are there; what was read of a removed one is remembered. */
  has(id: string, version: string): boolean {
    return this.releaseTime(id, version) !== undefined;
  }

  /**
   * True for a version that a window must not go on with while `present` is deployed: a later release, which the community has left, or
   * one whose files are gone.
   */
  isRecalled(present: Pick<ReleasedModule, 'id' | 'version'>, version: string): boolean {
    if (version === present.version) return false;
    const released = this.releaseTime(present.id, version);
    return released === undefined || released > (this.releaseTime(present.id, present.version) ?? Infinity);
  }

  /** When a version was released: by the log of its module, in a registry without one by its folder. Undefined if it is not there. */
  private releaseTime(id: string, version: string): number | undefined {
    const folder = join(this.environment.registryDir, id, version);
    const stats = versionLike.test(version) ? statSync(folder, { throwIfNoEntry: false }) : undefined;
    if (!stats) return undefined;
    const key = `${id}/${version}`;
    const time = this.releaseTimes.get(key) ?? loggedTime(join(folder, '../log.jsonl'), version) ?? stats.mtimeMs;
    this.releaseTimes.set(key, time);
    return time;
  }

  private channel(id: string, name: string): ChannelVersions[string] {
    const channels = this.read(id, 'channels.json', channelTable);
    const version = channels[name];
    if (typeof version !== 'string') {
      const names = Object.keys(channels).filter((one) => one !== 'previous');
      throw new Error(`${id} has no channel '${name}' in the registry${didYouMean(name, names)}`);
    }
    return { version, fallback: channels.previous[name] };
  }

  private version(id: string, version: string): ReleasedModule {
    const key = `${id}/${version}`;
    const known = this.released.get(key);
    if (known) return known;
    const { calls, ...manifest } = this.read(id, `${version}/manifest.json`, releasedManifest);
    const missing = missingCalls(calls);
    if (missing.length > 0) throw new MissingCalls(id, version, missing);
    const module = {
      id,
      version,
      base: `/${key}/`,
      entry,
      manifest,
      integrity: this.read(id, `${version}/integrity.json`, integrityTable),
      integrityHash: sha384(readFileSync(join(this.environment.registryDir, key, 'integrity.json'))),
    };
    this.released.set(key, module);
    return module;
  }

  /** A missing or broken previous version must not keep the current one from being served. */
  private previous(id: string, version: string): ReleasedModule | undefined {
    try {
      return this.version(id, version);
    } catch {
      return undefined;
    }
  }

  private read<T>(id: string, file: string, schema: z.ZodType<T>): T {
    const { registryDir } = this.environment;
    let text: string;
    try {
      text = readFileSync(join(registryDir, id, file), 'utf8');
    } catch {
      const isModule = existsSync(join(registryDir, id));
      if (!isModule) throw new Error(`the registry has no module '${id}'${didYouMean(id, foldersOf(registryDir))}`);
      throw new Error(`${id}/${file} is not in the registry; release the module, or name a version that is there`);
    }
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw new Error(`${id}/${file} in the registry is broken; release the module again`);
    }
  }
}

/** When a log says that a version was released. A killed command may have left a line incomplete. */
function loggedTime(log: string, version: string): number | undefined {
  if (!existsSync(log)) return undefined;
  for (const line of readFileSync(log, 'utf8').split('\n'))
    try {
      const entry = releaseLine.parse(JSON.parse(line));
      if (entry.version === version && entry.channel === undefined && entry.rollout === undefined)
        return Date.parse(entry.at);
    } catch {
      // Not a line of ours.
    }
  return undefined;
}

const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** None while the folder cannot be read, such as on a network drive that is away: the last good state stays in force. */
function foldersOf(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
  } catch {
    return [];
  }
}
