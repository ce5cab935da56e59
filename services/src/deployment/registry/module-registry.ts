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

/** What a deployment's entry for a module leads to. */
export interface ResolvedModule {
  module: ReleasedModule;
  /** The version that the channel pointed at before, for the shell to fall back to. */
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

  /** The file whose change means that a channel moved. */
  channelsFile(id: string): string {
    return join(this.environment.registryDir, id, 'channels.json');
  }

  /** @throws Error with a sentence that says what is missing. */
  resolve(id: string, versionOrChannel: string): ResolvedModule {
    if (versionLike.test(versionOrChannel)) return { module: this.version(id, versionOrChannel) };
    const channels = this.read(id, 'channels.json', channelTable);
    const version = channels[versionOrChannel];
    if (typeof version !== 'string') throw new Error(`${id} has no channel '${versionOrChannel}' in the registry`);
    const previous = channels.previous[versionOrChannel];
    return { module: this.version(id, version), ...(previous && { fallback: this.former(id, previous) }) };
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

  /** A former version that is gone or spoilt is no reason not to serve the current one. */
  private former(id: string, version: string): ReleasedModule | undefined {
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
      throw new Error(`${id}/${file} in the registry is spoilt; release the module again`);
    }
  }
}
