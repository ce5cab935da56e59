import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../users/user.repository.js';
import { ConversionRepository } from './conversion.repository.js';

/** Number of the rule by which terms and keys are derived (ADR 0067). Raise it with the rule. */
const rule = 5;
/** Records of one step. */
export const conversionStep = 200;
const pauseMs = 20;
const retryMs = 60_000;
/** The row of a community that needs no conversion. */
const whole = `all ${rule}`;

/** Derives the search terms and sort keys of one kind of record again. */
interface Conversion {
  readonly name: string;
  /** The tenants of a community that have such records. */
  readonly places: (community: Tenant) => Promise<Tenant[]>;
  /**
   * Converts the next {@link conversionStep} records behind a place in their order; returns the new place, undefined at the end.
   * Repeatable.
   */
  readonly step: (place: Tenant, after: string) => Promise<string | undefined>;
}

/**
 * Converts the records of earlier releases after a change of the rule, in the background while the community is used. Progress is
 * stored, so that the next start goes on where the last one ended. Two processes may convert at once.
 */
@Injectable()
export class Conversions implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly registered: Conversion[] = [];
  private running: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly progress: ConversionRepository,
    private readonly communities: Communities,
    private readonly users: UserRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In `onModuleInit`. */
  register(conversion: Conversion): void {
    this.registered.push(conversion);
  }

  /** Empty communities begin with the current rule. Before the demo content fills them. */
  async onModuleInit() {
    for (const { id } of this.communities.all())
      if (!(await this.users.hasAny(tenantOf(id)))) await this.finish(tenantOf(id), whole);
  }

  onApplicationBootstrap() {
    this.running = this.run().catch((error: unknown) => {
      this.logger.error({ module: 'search', error }, 'conversion failed');
      if (!this.isStopped) this.retry = setTimeout(() => this.onApplicationBootstrap(), retryMs).unref();
    });
  }

  async beforeApplicationShutdown() {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.running;
  }

  /** Converts what is left. */
  async run(): Promise<void> {
    for (const { id } of this.communities.all()) {
      const community = tenantOf(id);
      if ((await this.progress.of(community, whole))?.done) continue;
      for (const conversion of this.registered)
        for (const place of await conversion.places(community)) await this.convert(conversion, place);
      if (this.isStopped) return;
      await this.finish(community, whole);
      this.logger.info({ module: 'search', community: id }, 'records converted');
    }
  }

  private async convert({ name, step }: Conversion, place: Tenant): Promise<void> {
    const key = `${name} ${rule}`;
    const row = await this.progress.of(place, key);
    for (let after = row?.after ?? '', done = row?.done ?? false; !done && !this.isStopped;) {
      const next = await step(place, after);
      if (next === undefined) done = true;
      else after = next;
      await this.progress.store(place, key, { after, done });
      await wait(pauseMs, undefined, { ref: false });
    }
  }

  private finish(place: Tenant, key: string): Promise<void> {
    return this.progress.store(place, key, { after: '', done: true });
  }
}
