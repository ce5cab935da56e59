import { Inject, Injectable } from '@nestjs/common';
import type { Manifest } from '@paddock/contract/core/manifest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
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
}

/** The module version that a deployment's entry resolves to. */
export interface ResolvedModule {
  module: ReleasedModule;
  /** The channel's previous version, which the shell falls back to. */
  fallback?: ReleasedModule;
  /** Why the registry's present state is not used, while the channel's last good state is. */
  problem?: string;
}

/** Versions by module and channel: `mfe-chats/stable` → what the channel last resolved to. */
export type ChannelVersions = Record<string, { version: string; fallback?: string }>;

const entry = 'mf-manifest.json';
const versionLike = /^\d/;
const integrityTable = z.record(z.string(), z.string().startsWith('sha384-'));
const channelTable = z.object({ previous: z.record(z.string(), z.string()).default({}) }).catchall(z.string());

/** Reads the registry's folders: `<mfe>/<version>/…`, immutable, and `<mfe>/channels.json`, moved atomically by a release. */
@Injectable()
export class ModuleRegistry {
  /** What each channel last resolved to: a spoilt channel file or release keeps its last good state. */
  readonly lastGood = new Map<string, ChannelVersions[string]>();
  private readonly released = new Map<string, ReleasedModule>();

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** The files that change when a channel moves; every release moves one. */
  channelsFiles(): string[] {
    const { registryDir } = this.environment;
    const ids = readdirSync(registryDir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return ids.map(({ name }) => join(registryDir, name, 'channels.json'));
  }

  /** @throws Error that says what is missing, when the channel has no last good state either. */
  resolve(id: string, versionOrChannel: string): ResolvedModule {
    if (versionLike.test(versionOrChannel)) return this.resolved(id, { version: versionOrChannel });
    const channel = `${id}/${versionOrChannel}`;
    const good = this.lastGood.get(channel);
    try {
      const present = this.channel(id, versionOrChannel);
      const resolved = this.resolved(id, present);
      this.lastGood.set(channel, present);
      return resolved;
    } catch (error) {
      if (!good) throw error;
      return { ...this.resolved(id, good), problem: (error as Error).message };
    }
  }

  /** @throws Error that says what is missing. */
  resolved(id: string, { version, fallback }: ChannelVersions[string]): ResolvedModule {
    return { module: this.version(id, version), ...(fallback && { fallback: this.previous(id, fallback) }) };
  }

  private channel(id: string, name: string): ChannelVersions[string] {
    const channels = this.read(id, 'channels.json', channelTable);
    const version = channels[name];
    if (typeof version !== 'string') throw new Error(`${id} has no channel '${name}' in the registry`);
    return { version, fallback: channels.previous[name] };
  }

  private version(id: string, version: string): ReleasedModule {
    const key = `${id}/${version}`;
    const known = this.released.get(key);
    if (known) return known;
    const module = {
      id,
      version,
      base: `/${key}/`,
      entry,
      manifest: this.read(id, `${version}/manifest.json`, releasedManifest),
      integrity: this.read(id, `${version}/integrity.json`, integrityTable),
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
    let text: string;
    try {
      text = readFileSync(join(this.environment.registryDir, id, file), 'utf8');
    } catch {
      throw new Error(`${id}/${file} is not in the registry; release the module, or name a version that is there`);
    }
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      throw new Error(`${id}/${file} in the registry is broken; release the module again`);
    }
  }
}
