import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import { MailJobRepository } from '../../infrastructure/mail/mail-job.repository.js';

/** Stored mails to a member: for thirty days the fact that they were sent, without their content. */
@Injectable()
export class MailsPersonalData implements OnModuleInit {
  constructor(
    private readonly jobs: MailJobRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'mails', async ({ community }, user) => {
      // An unverified address may belong to another person.
      const jobs = user.email_verified ? await this.jobs.to(community, user.email) : [];
      return { mails: jobs.map(({ template, to, state, created }) => ({ mail: template, to, state, created })) };
    });
    this.extensions.provide('forget', 'mails', async ({ community }, { held_email }) => {
      // Mails to another account's address belong to that account, although this member entered it too.
      if (held_email) await this.jobs.forget(community, held_email);
    });
  }
}
