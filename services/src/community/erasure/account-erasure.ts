import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { hourMs } from '@paddock/contract/core/durations';
import type { ClientSession } from 'mongodb';
import { type DeletedMember, ExtensionPoints } from '../extension-points/extension-points.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { DomainEvent } from '../../infrastructure/outbox/domain-events.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type Departure, AccountErasureRepository } from './account-erasure.repository.js';

const pollMs = 15_000;
/** By then requests that began before the deletion have ended, and no process caches the member (ADR 0012). */
const settledMs = 2000;
/** How often a process reports the services it runs. */
const keepEveryMs = hourMs;

/**
 * Erases the data of deleted accounts (ADR 0018): each process calls its own services until they succeed, also after restarts.
 * After the last service of the last process it publishes AccountDeleted.
 */
@Injectable()
export class AccountErasure implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private kept = 0;
  private readonly loop = new Loop(() => this.work(), pollMs);

  constructor(
    private readonly rows: AccountErasureRepository,
    private readonly extensions: ExtensionPoints,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({ name: 'departures', kinds: ['MemberLeaving'], handle: () => this.loop.wake() });
  }

  async onApplicationBootstrap() {
    await this.keep();
    this.loop.wake();
  }

  async beforeApplicationShutdown() {
    await this.loop.stop();
  }

  /** Starts the erasure, in the transaction that removes the member's record. */
  async begin(
    tenant: Tenant,
    { _id, username_key, held_email }: DeletedMember,
    session: ClientSession,
    places?: DomainEvent<'MemberLeaving'>['places'],
  ): Promise<void> {
    await this.rows.begin(
      tenant,
      { _id, username_key, ...(held_email && { held_email }) },
      await this.rows.keeping(),
      session,
    );
    await this.outbox.add(session, { kind: 'MemberLeaving', tenant, user: _id, ...(places && { places }) });
  }

  private async keep(): Promise<void> {
    await this.rows.keep([...this.extensions.all('forget').keys()]);
    this.kept = Date.now();
  }

  private async work(): Promise<void> {
    try {
      if (Date.now() - this.kept > keepEveryMs) await this.keep();
      const departures = await this.rows.open();
      const isSettled = ({ created }: Departure) => Date.now() - created.getTime() >= settledMs;
      for (const departure of departures.filter(isSettled)) await this.goOn(departure);
      if (!departures.every(isSettled)) this.loop.wakeIn(settledMs);
    } catch (err) {
      this.logger.error({ module: 'departures', err }, 'departures could not be read');
    }
  }

  /** A service that fails delays no other. */
  private async goOn({ _id, community, leaver, done }: Departure): Promise<void> {
    const tenant = tenantOf(community);
    for (const [service, forget] of this.extensions.all('forget')) {
      if (done.includes(service)) continue;
      try {
        await forget(tenant, leaver);
        await this.rows.markDone(_id, service);
      } catch (err) {
        this.logger.error(
          { module: 'departures', community, user: _id, service, err },
          'a member is not forgotten yet',
        );
      }
    }
    await this.mongo.transaction(async (session) => {
      if (await this.rows.finish(_id, session))
        await this.outbox.add(session, { kind: 'AccountDeleted', tenant, user: _id });
    });
  }
}
