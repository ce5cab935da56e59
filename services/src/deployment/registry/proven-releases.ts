import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isRecalled } from '@paddock/build/rspack/release/received-release.mjs';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type Row } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { DeploymentService, rolloutKey } from '../deployment.service.js';
import { ModuleRegistry, type ReleasedModule, type ResolvedModule } from './module-registry.js';
import { registryLog } from './release-facts.js';

/** The releases of a module that members' windows have shown in a community. */
interface ProvenRow extends Row {
  module: string;
  /** In the order of their first mount. */
  versions: string[];
  /** Releases that failed in members' windows, with the last error code. */
  failures: ReleaseFailure[];
  /** The rollout that the community returned from last (ADR 0094). */
  returned?: RolloutReturn;
}

interface RolloutReturn {
  version: string;
  /** When the rollout started. */
  started: string;
  at: Date;
}

interface ReleaseFailure {
  version: string;
  code: string;
  count: number;
  last: Date;
}

/** Older ones are of no use as a fall-back. */
const maxProvenReleases = 10;

const schema = communitySchema<ProvenRow>({
  module: { type: String, required: true },
  versions: { type: [String], required: true },
  failures: {
    type: [
      {
        _id: false,
        version: { type: String, required: true },
        code: { type: String, required: true },
        count: { type: Number, required: true },
        last: { type: Date, required: true },
      },
    ],
    required: true,
  },
  returned: {
    type: {
      _id: false,
      version: { type: String, required: true },
      started: { type: String, required: true },
      at: { type: Date, required: true },
    },
    default: undefined,
  },
});
schema.index({ community: 1, module: 1 }, { unique: true });

/**
 * The releases known to work, by community and module, from clients' reports of successful mounts. A module falls back to the release
 * that was proven last before the present one: neither a bad release between them nor a recalled one is ever offered.
 */
@Injectable()
export class ProvenReleases extends TenantRepository<ProvenRow> implements OnApplicationBootstrap {
  private readonly proven = new Map<string, readonly string[]>();
  /** A write of the file that has not begun. */
  private waiting?: Promise<void>;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    mongo: Mongo,
    private readonly deployments: DeploymentService,
    private readonly registry: ModuleRegistry,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {
    super(mongo, 'proven_releases', schema);
  }

  async onApplicationBootstrap() {
    await Promise.all(this.deployments.all().map(({ id }) => this.load(id)));
    await this.write();
    this.deployments.changes.subscribe(({ community }) => void this.load(community).catch(() => undefined));
  }

  isProven(community: string, { id, version }: ReleasedModule): boolean {
    return this.of(community, id).includes(version);
  }

  /** The release to fall back to; before any report, the channel's former one. */
  fallbackOf(community: string, { module, fallback }: ResolvedModule): ReleasedModule | undefined {
    const versions = this.of(community, module.id);
    if (versions.length === 0) return fallback;
    const at = versions.indexOf(module.version);
    const earlier = versions.slice(0, at < 0 ? undefined : at).reverse();
    for (const version of earlier) {
      try {
        return this.registry.resolved(module.id, { version }).module;
      } catch {
        // It was pruned.
      }
    }
    return undefined;
  }

  /** Records a mount, if the version is the present one of the community. */
  async add(community: string, id: string, version: string): Promise<void> {
    const present = this.deployments
      .state(community)
      ?.modules.some(({ module }) => module.id === id && module.version === version);
    if (!present || this.of(community, id).includes(version)) return;
    const tenant = await this.withRow(community, id);
    const row = await this.change(
      tenant,
      { module: id, versions: { $ne: version } },
      { $push: { versions: { $each: [version], $slice: -maxProvenReleases } } as never },
    );
    if (row) this.proven.set(`${community}/${id}`, row.versions);
    else await this.load(community);
    await this.write();
  }

  /** Records the failure of a release that the community uses. */
  async addFailure(community: string, id: string, { version, code }: Pick<ReleaseFailure, 'version' | 'code'>) {
    const tenant = await this.withRow(community, id);
    const last = new Date();
    const again = () =>
      this.change(
        tenant,
        { module: id, 'failures.version': version },
        {
          $inc: { 'failures.$.count': 1 },
          $set: { 'failures.$.code': code, 'failures.$.last': last },
        },
      );
    const first = () =>
      this.change(
        tenant,
        { module: id, 'failures.version': { $ne: version } },
        { $push: { failures: { $each: [{ version, code, count: 1, last }], $slice: -maxProvenReleases } } as never },
      );
    // Of several first reports at once, one adds the entry and the others find it.
    if (!(await again()) && !(await first())) await again();
    await this.write();
  }

  /** Records that a community returns from a rollout; a rollout of the same release that starts later is another one. */
  async recordReturn(community: string, id: string, { version, started }: Omit<RolloutReturn, 'at'>): Promise<void> {
    const tenant = await this.withRow(community, id);
    const returned = { version, started, at: new Date() };
    await this.change(tenant, { module: id, 'returned.started': { $ne: started } }, { $set: { returned } as never });
  }

  /** The rollouts that a community has returned from, as {@link rolloutKey}, and when. */
  async returns(community: string): Promise<readonly (readonly [key: string, at: string])[]> {
    const rows = await this.find(tenantOf(community, ''), {});
    return rows.flatMap(({ module, returned }) =>
      returned ? [[rolloutKey(community, module, returned), returned.at.toISOString()] as const] : [],
    );
  }

  /** What members' windows reported of each module. */
  async reports(community: string): Promise<readonly Pick<ProvenRow, 'module' | 'versions' | 'failures'>[]> {
    return this.find(tenantOf(community, ''), {});
  }

  /** Ensures that the module has a row in the community. */
  private async withRow(community: string, module: string) {
    const tenant = tenantOf(community, '');
    const first = { _id: newId(), versions: [], failures: [] };
    await this.change(tenant, { module }, { $setOnInsert: first as never }, { upsert: true });
    return tenant;
  }

  /** Writes the file. Calls during a write share the next one: thousands of windows may report one failure. */
  private write(): Promise<void> {
    this.waiting ??= this.writing.then(() => {
      this.waiting = undefined;
      this.writing = this.writeFile().catch(() => undefined);
      return this.writing;
    });
    return this.waiting;
  }

  /** Writes the releases of all communities to a file of the data folder, for commands that run without the database. */
  private async writeFile(): Promise<void> {
    const rows = await Promise.all(this.deployments.all().map(({ id }) => this.find(tenantOf(id, ''), {})));
    const list = rows.flat().map(({ community, module, versions, failures = [] }) => ({
      community,
      module,
      versions,
      ...(failures.length > 0 && { failures }),
    }));
    const file = join(this.environment.dataDir, 'deployed', 'proven.json');
    const draft = `${file}.${randomUUID()}`;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, JSON.stringify(list), { flush: true });
    await rename(draft, file);
  }

  /**
   * Reads a community's releases. Those that it has left for an earlier one are forgotten, and those that were recalled in any
   * community.
   */
  private async load(community: string): Promise<void> {
    const tenant = tenantOf(community, '');
    const modules = this.deployments.state(community)?.modules ?? [];
    for (const row of await this.find(tenant, {})) {
      const present = modules.find(({ module }) => module.id === row.module)?.module.version ?? '';
      const log = await registryLog(this.environment.registryDir, row.module);
      const at = row.versions.indexOf(present);
      const versions = row.versions
        .slice(0, at < 0 ? undefined : at + 1)
        .filter((version) => version === present || !isRecalled(log, version));
      if (versions.length < row.versions.length)
        await this.change(tenant, { module: row.module }, { $set: { versions } });
      this.proven.set(`${community}/${row.module}`, versions);
    }
  }

  private of(community: string, module: string): readonly string[] {
    return this.proven.get(`${community}/${module}`) ?? [];
  }
}
