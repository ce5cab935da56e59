import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { dayMs, hourMs, minuteMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../errors/paddock-error.js';
import type { Logger } from '../logging/logger.js';
import { Loop } from '../outbox/loop.js';
import type { RateLimits } from '../rate-limits/rate-limits.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { MailTemplate, MailTemplates } from './mail-data.js';
import { leaseMs, type MailJob, type MailJobRepository } from './mail-job.repository.js';
import { mailLimits } from './mail-limits.js';
import type { Look } from './mail-page.js';
import { mailText } from './mail-templates.js';
import { MailRefused, type MailTransport } from './mail-transport.js';

const maxPauseMs = hourMs;
/** A mail is given up after the server was unavailable this long. */
const maxOutageMs = dayMs;
/** Number of mails sent concurrently. */
const lanes = 4;

export interface MailerSettings {
  from: string;
  /** The look of a community's mails. */
  lookOf?: (community: string) => Look;
  /** How often the store is checked for mails of processes that ended; mails queued in this process are sent at once. */
  pollMs?: number;
  /** Pause after the first failed attempt, doubled with each further one. */
  firstPauseMs?: number;
}

export interface QueuedMail<T extends MailTemplate> {
  /**
   * Names the mail in its community, e.g. the event's id: a mail with the same key is sent once, however often it is queued.
   */
  key: string;
  to: string;
  template: T;
  data: MailTemplates[T];
  /** The member's language; without texts in it, English. */
  language?: string | undefined;
}

/**
 * Mails: stored before the request returns, sent soon after, retried with growing pauses while the server is unavailable. If a
 * process dies between the server's reply and storing the result, the mail is sent again, under the same Message-ID (ADR 0014).
 */
export class Mailer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  private readonly sending = new Set<Promise<void>>();
  private readonly awaited = new WeakSet<ClientSession>();
  private stopped = false;

  constructor(
    private readonly jobs: MailJobRepository,
    private readonly transport: MailTransport,
    private readonly limits: Pick<RateLimits, 'take'>,
    private readonly logger: Logger,
    private readonly settings: MailerSettings,
  ) {
    this.loop = new Loop(() => this.sendDue(), settings.pollMs ?? 15_000);
  }

  /**
   * Stores a mail; with a `session`, in its transaction. An address over the limit of this kind ({@link mailLimits}) silently
   * gets no more, so that the caller's reply does not reveal it.
   */
  async queue<T extends MailTemplate>(tenant: Tenant, mail: QueuedMail<T>, session?: ClientSession): Promise<void> {
    // A repeated mail takes nothing from the limit. In a transaction the caller handles the duplicate.
    if (!session && (await this.jobs.has(tenant, mail.key))) return;
    if (!(await this.isWithinLimit(tenant, mail))) return;
    const data = mail.data as unknown as Record<string, unknown>;
    const { minutes } = data;
    const lifetimeMs = typeof minutes === 'number' ? minutes * minuteMs : maxOutageMs;
    await this.jobs.add(tenant, { ...mail, data, bulk: mail.template === 'notice', lifetimeMs }, session);
    if (!session) return this.wake();
    // A transaction may queue many mails.
    if (this.awaited.has(session)) return;
    this.awaited.add(session);
    session.once('ended', () => this.wake());
  }

  onApplicationBootstrap() {
    this.wake();
  }

  async beforeApplicationShutdown() {
    this.stopped = true;
    await this.loop.stop();
    await Promise.all(this.sending);
    this.transport.close();
  }

  /** Sends due mails now. */
  wake(): void {
    this.loop.wake();
  }

  private async isWithinLimit(tenant: Tenant, { template, to }: QueuedMail<MailTemplate>): Promise<boolean> {
    try {
      await this.limits.take(`mail.${template}`, mailLimits[template], tenant.community, to.toLowerCase());
      return true;
    } catch (error) {
      if (!(error instanceof PaddockError)) throw error;
      this.logger.warn({ module: 'mail', ...tenant, template }, 'mail dropped: limit of the address');
      return false;
    }
  }

  private async sendDue(): Promise<void> {
    try {
      for (;;) {
        if (this.sending.size === lanes) await Promise.race(this.sending);
        const job = this.stopped ? null : await this.jobs.take(new Date());
        if (!job) return;
        // Not awaited: mails queued meanwhile do not wait for a slow server.
        const sent: Promise<void> = this.attempt(job)
          .catch((err: unknown) =>
            this.logger.error({ module: 'mail', job: job._id, err }, 'result of a mail could not be stored'),
          )
          .finally(() => this.sending.delete(sent));
        this.sending.add(sent);
      }
    } catch (err) {
      this.logger.error({ module: 'mail', err }, 'mails could not be read');
    }
  }

  private async attempt(job: MailJob): Promise<void> {
    const { _id, template, attempts } = job;
    const fields = { module: 'mail', community: job.community, workplace: job.workplace, template, job: _id, attempts };
    if (job.until <= new Date()) return this.giveUp(job, fields, undefined);
    const leaseTimer = setInterval(() => void this.extendLease(_id), leaseMs / 3);
    try {
      await this.send(job);
      await this.jobs.finish(job, 'sent');
      this.logger.info(fields, 'mail sent');
    } catch (err) {
      if (err instanceof MailRefused) return await this.giveUp(job, fields, err);
      const pause = Math.min(maxPauseMs, (this.settings.firstPauseMs ?? 5000) * 2 ** (attempts - 1));
      await this.jobs.postpone(_id, new Date(Date.now() + pause));
      this.loop.wakeIn(pause);
      this.logger.warn({ ...fields, err }, 'mail not sent, will be tried again');
    } finally {
      clearInterval(leaseTimer);
    }
  }

  private async send({ _id, to, template, data, language, community }: MailJob): Promise<void> {
    const look = this.settings.lookOf?.(community);
    const text = mailText(template, data as unknown as MailTemplates[typeof template], language, look);
    const { unsubscribe, calendar, calendar_method: method, attachment, attachment_name: name } = data;
    await this.transport.send({
      id: _id,
      to,
      from: this.settings.from,
      ...text,
      ...(typeof unsubscribe === 'string' && { unsubscribe }),
      ...(typeof calendar === 'string' && { calendar: { method: String(method), file: calendar } }),
      ...(typeof attachment === 'string' && { attachment: { name: String(name), content: attachment } }),
    });
  }

  /** A server may take longer than the lease: extends it so that no other process starts. */
  private async extendLease(id: string): Promise<void> {
    await this.jobs.postpone(id, new Date(Date.now() + leaseMs)).catch((err: unknown) => {
      this.logger.warn({ module: 'mail', job: id, err }, 'lease of a mail could not be extended');
    });
  }

  private async giveUp(job: MailJob, fields: object, err: unknown): Promise<void> {
    await this.jobs.finish(job, 'failed');
    this.logger.error({ ...fields, err }, 'mail given up');
  }
}
