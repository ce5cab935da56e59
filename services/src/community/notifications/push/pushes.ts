import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { LOGGER } from '../../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../../infrastructure/logging/logger.js';
import { Loop } from '../../../infrastructure/outbox/loop.js';
import { tenantOf, type Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { isOnline } from '../../users/user-cards.js';
import { UserRepository } from '../../users/user.repository.js';
import type { NotificationRow } from '../notification.schema.js';
import { NotificationRepository } from '../notification.repository.js';
import { PushDeviceRepository } from './push-device.repository.js';
import type { Reachable } from './push-device.schema.js';
import { type PushJob, PushJobRepository } from './push-job.repository.js';
import { PushMessages } from './push-messages.js';
import { PushSender } from './push-sender.js';

const pollMs = 5000;
/** A member with an open window may read the notification there first. */
const onlineDelayMs = 3000;
/** Messages on their way, all in all and to one push service. */
const lanes = 96;
const lanesPerOrigin = 32;
const roomPollMs = 100;
const maxAttempts = 4;
const firstPauseMs = 5000;

/** Pushes notifications to devices: stored with the notification, sent after the commit, each to each device once. */
@Injectable()
export class Pushes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.sendDue(), pollMs);
  private readonly sending = new Set<Promise<void>>();
  private readonly perOrigin = new Map<string, number>();
  private readonly awaited = new WeakSet<ClientSession>();
  private onRoom: () => void = () => undefined;
  private stopped = false;

  constructor(
    private readonly jobs: PushJobRepository,
    private readonly devices: PushDeviceRepository,
    private readonly notifications: NotificationRepository,
    private readonly users: UserRepository,
    private readonly messages: PushMessages,
    private readonly sender: PushSender,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a message for each device of these members, in the transaction that adds or renews their notifications. */
  async add(
    session: ClientSession,
    tenant: Tenant,
    posted: readonly Pick<NotificationRow, '_id' | 'user' | 'order'>[],
  ): Promise<void> {
    const users = posted.map(({ user }) => user);
    const devices = await this.devices.reachable(tenant, users, { session });
    if (devices.length === 0) return;
    const now = new Date();
    const owners = new Map((await this.users.byIds(tenant, users)).map((row) => [row._id, row]));
    const jobs = devices.flatMap(({ _id: device, user, endpoint }) => {
      const notification = posted.find((one) => one.user === user);
      if (!notification) return [];
      const owner = owners.get(user);
      const due = new Date(now.getTime() + (owner && isOnline(owner, now) ? onlineDelayMs : 0));
      const { _id, order } = notification;
      return [{ device, user, notification: _id, order, origin: new URL(endpoint).origin, due }];
    });
    await this.jobs.addAll(tenant, jobs, session);
    if (jobs.some(({ due }) => due > now)) this.loop.wakeIn(onlineDelayMs + 50);
    // A retry of the transaction repeats this with the same session.
    if (this.awaited.has(session)) return;
    this.awaited.add(session);
    session.once('ended', () => this.loop.wake());
  }

  onApplicationBootstrap() {
    this.loop.wake();
  }

  async beforeApplicationShutdown() {
    this.stopped = true;
    await this.loop.stop();
    await Promise.all(this.sending);
  }

  private async sendDue(): Promise<void> {
    try {
      while (!this.stopped) {
        if (lanes - this.sending.size < lanesPerOrigin / 2) await Promise.race(this.sending);
        // Half of an origin's lanes at a time, so that it never has more than all of them.
        const busy = [...this.perOrigin].filter(([, count]) => count > lanesPerOrigin / 2).map(([origin]) => origin);
        const jobs = await this.jobs.take(new Date(), lanesPerOrigin / 2, busy);
        if (jobs.length > 0) await this.start(jobs);
        else if (busy.length === 0) return;
        else await this.room();
      }
    } catch (err) {
      this.logger.error({ module: 'push', err }, 'push messages could not be read');
    }
  }

  /** Waits until an origin has lanes again; others' messages may come before. */
  private room(): Promise<void> {
    return new Promise((resolve) => {
      this.onRoom = resolve;
      setTimeout(resolve, roomPollMs);
    });
  }

  private async start(jobs: readonly PushJob[]): Promise<void> {
    for (const community of new Set(jobs.map((job) => job.community))) {
      const tenant = tenantOf(community);
      const own = jobs.filter((job) => job.community === community);
      const [devices, notifications] = await Promise.all([
        this.devices.byIds(tenant, [...new Set(own.map(({ device }) => device))]),
        this.notifications.byIds(tenant, [...new Set(own.map(({ notification }) => notification))]),
      ]);
      for (const job of own) this.run(tenant, job, devices.get(job.device), notifications.get(job.notification));
    }
  }

  private run(tenant: Tenant, job: PushJob, device: Reachable | undefined, notification: NotificationRow | undefined) {
    const { origin } = job;
    this.perOrigin.set(origin, (this.perOrigin.get(origin) ?? 0) + 1);
    const sent: Promise<void> = this.attempt(tenant, job, device, notification)
      // The job stays; another attempt follows when its lease ends.
      .catch((err: unknown) => this.logger.error({ module: 'push', job: job._id, err }, 'push message failed'))
      .finally(() => {
        this.sending.delete(sent);
        const count = this.perOrigin.get(origin)! - 1;
        if (count > 0) this.perOrigin.set(origin, count);
        else this.perOrigin.delete(origin);
        if (count === lanesPerOrigin / 2) this.onRoom();
      });
    this.sending.add(sent);
  }

  private async attempt(
    tenant: Tenant,
    job: PushJob,
    device: Reachable | undefined,
    notification: NotificationRow | undefined,
  ): Promise<void> {
    const message = device && notification && (await this.messages.for(tenant, job, device, notification));
    const outcome = message ? await this.sender.send(device, message) : ({ state: 'refused' } as const);
    if (outcome.state === 'gone' && device) await this.devices.loseEndpoint(tenant, device._id, device);
    if (outcome.state !== 'later' || job.attempts >= maxAttempts) return this.jobs.done(job._id);
    const pauseMs = outcome.pauseMs ?? firstPauseMs * 4 ** (job.attempts - 1);
    await this.jobs.postpone(job._id, new Date(Date.now() + pauseMs));
    this.loop.wakeIn(pauseMs + 10);
  }
}
