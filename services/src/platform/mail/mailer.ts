import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { Logger } from '../logging/logger.js';
import { Loop } from '../outbox/loop.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { MailJob, MailJobRepository } from './mail-job.repository.js';
import type { MailTemplate, MailTemplates } from './mail-data.js';
import { mailText } from './mail-templates.js';
import { MailRefused, type MailTransport } from './mail-transport.js';

const mostAttempts = 8;
const longestPauseMs = 3_600_000;

export interface MailerSettings {
  from: string;
  /** How often the store is asked for mails that are due; a mail queued in this process is sent at once. */
  pollMs?: number;
  /** Pause after the first failed attempt; it doubles with each further one. */
  firstPauseMs?: number;
}

export interface QueuedMail<T extends MailTemplate> {
  /** Names the mail in its community, e.g. the event's id: with the same key it is sent once, however often it is queued. */
  key: string;
  to: string;
  template: T;
  data: MailTemplates[T];
  /** What it is written in; one without texts gets English. */
  language?: string;
}

/** Mails: stored before the request answers, sent soon after, tried again with growing pauses while the server does not take them. */
export class Mailer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  private stopped = false;

  constructor(
    private readonly jobs: MailJobRepository,
    private readonly transport: MailTransport,
    private readonly logger: Logger,
    private readonly settings: MailerSettings,
  ) {
    this.loop = new Loop(() => this.sendDue(), settings.pollMs ?? 2000);
  }

  /** Stores a mail; with a `session`, in its transaction. */
  async queue<T extends MailTemplate>(tenant: Tenant, mail: QueuedMail<T>, session?: ClientSession): Promise<void> {
    await this.jobs.add(tenant, mail, session);
    if (session) session.once('ended', () => this.wake());
    else this.wake();
  }

  onApplicationBootstrap() {
    this.wake();
  }

  async beforeApplicationShutdown() {
    this.stopped = true;
    await this.loop.stop();
    this.transport.close();
  }

  /** Sends what is due now. */
  wake(): void {
    this.loop.wake();
  }

  private async sendDue(): Promise<void> {
    try {
      for (;;) {
        const job = this.stopped ? null : await this.jobs.take(new Date());
        if (!job) return;
        await this.attempt(job);
      }
    } catch (err) {
      this.logger.error({ module: 'mail', err }, 'mails could not be read');
    }
  }

  /** A crash between the server's answer and `finish` sends again, under the same Message-ID. */
  private async attempt(job: MailJob): Promise<void> {
    const { _id, to, template, attempts } = job;
    const fields = { module: 'mail', community: job.community, workplace: job.workplace, template, job: _id, attempts };
    try {
      const text = mailText(template, job.data as unknown as MailTemplates[typeof template], job.language);
      await this.transport.send({ id: _id, to, from: this.settings.from, ...text });
      await this.jobs.finish(_id, 'sent');
      this.logger.info(fields, 'mail sent');
    } catch (err) {
      if (err instanceof MailRefused || attempts >= mostAttempts) {
        await this.jobs.finish(_id, 'failed');
        this.logger.error({ ...fields, err }, 'mail given up');
        return;
      }
      const pause = Math.min(longestPauseMs, (this.settings.firstPauseMs ?? 5000) * 2 ** (attempts - 1));
      await this.jobs.postpone(_id, new Date(Date.now() + pause));
      this.logger.warn({ ...fields, err }, 'mail not sent, will be tried again');
    }
  }
}
