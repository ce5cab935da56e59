import { Inject, Injectable } from '@nestjs/common';
import { manifest, type Manifest } from '@paddock/contract/core/manifest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';

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
}

const entry = 'mf-manifest.json';
const versionLike = /^\d/;
const integrityTable = z.record(z.string(), z.string().startsWith('sha384-'));
const channelTable = z.object({ previous: z.record(z.string(), z.string()).default({}) }).catchall(z.string());

/** Reads the registry's folders: `<mfe>/<version>/…`, immutable, and `<mfe>/channels.json`, moved atomically by a release. */
@Injectable()
export class ModuleRegistry {
  private readonly released = new Map<string, ReleasedModule>();

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** The file that changes when a channel moves. */
  channelsFile(id: string): string {
    return join(this.environment.registryDir, id, 'channels.json');
  }

  /** @throws Error that says what is missing. */
  resolve(id: string, versionOrChannel: string): ResolvedModule {
    if (versionLike.test(versionOrChannel)) return { module: this.version(id, versionOrChannel) };
    const channels = this.read(id, 'channels.json', channelTable);
    const version = channels[versionOrChannel];
    if (typeof version !== 'string') throw new Error(`${id} has no channel '${versionOrChannel}' in the registry`);
    const previous = channels.previous[versionOrChannel];
    return { module: this.version(id, version), ...(previous && { fallback: this.previous(id, previous) }) };
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
      manifest: this.read(id, `${version}/manifest.json`, manifest),
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
