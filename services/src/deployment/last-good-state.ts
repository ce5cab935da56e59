import { deployment, language } from '@paddock/contract/core/deployment';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { deployedCommunity, type DeployedCommunity } from './read-deployments.js';
import type { ModuleRegistry } from './registry/module-registry.js';

const versions = z.object({ version: z.string(), fallback: z.string().optional() });
const stored = z.object({
  communities: z.array(
    z.object({
      configs: z.array(z.tuple([language, z.unknown()])).min(1),
      modules: z.array(versions.extend({ id: z.string() })),
    }),
  ),
  channels: z.array(z.tuple([z.string(), versions])),
});

/**
 * The last good state of every community and channel, in one file: a restart keeps serving it while a deployment file or a module's
 * release is spoilt. A community that this release of the product can no longer read is left out, and so is a module whose files are
 * gone.
 */
export class LastGoodState {
  private written = '';

  /** @param file its folder is created when needed */
  constructor(
    private readonly file: string,
    private readonly registry: ModuleRegistry,
  ) {}

  /** Fills the registry's channels and returns the communities; nothing of a missing or damaged file. */
  read(): DeployedCommunity[] {
    const parsed = stored.safeParse(this.parsed());
    if (!parsed.success) return [];
    for (const [channel, good] of parsed.data.channels) this.registry.lastGood.set(channel, good);
    return parsed.data.communities.flatMap(({ configs, modules }) => {
      const read = configs.map(([code, config]) => [code, deployment.safeParse(config).data] as const);
      const complete = read.flatMap(([code, config]) => (config ? [[code, config] as const] : []));
      if (complete.length < read.length) return [];
      return [
        deployedCommunity(
          new Map(complete),
          modules.flatMap((module) => this.module(module)),
        ),
      ];
    });
  }

  /** Writes the state if it changed: whole or not at all. */
  write(communities: readonly DeployedCommunity[]): void {
    const text = JSON.stringify({
      communities: communities.map(({ configs, modules }) => ({
        configs: [...configs],
        modules: modules.map(({ module: { id, version }, fallback }) => ({ id, version, fallback: fallback?.version })),
      })),
      channels: [...this.registry.lastGood],
    } satisfies z.input<typeof stored>);
    if (text === this.written) return;
    mkdirSync(dirname(this.file), { recursive: true });
    // In containers that share the folder, every process has the same id.
    const draft = `${this.file}.${randomUUID()}`;
    try {
      writeFileSync(draft, text, { flush: true });
      renameSync(draft, this.file);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    this.written = text;
  }

  private module({ id, ...versions }: { id: string; version: string; fallback?: string }) {
    try {
      return [this.registry.resolved(id, versions)];
    } catch {
      return [];
    }
  }

  private parsed(): unknown {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8'));
    } catch {
      return undefined;
    }
  }
}
