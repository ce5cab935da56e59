import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import { MailJobRepository } from '../../infrastructure/mail/mail-job.repository.js';

/** What is kept of mails to a member: for thirty days that they were sent, no longer what stood in them. */
@Injectable()
export class MailsPersonalData implements OnModuleInit {
  constructor(
    private readonly jobs: MailJobRepository,
    private readonly answers: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.answers.provide('export', 'mails', async ({ community }, user) => {
      // An address that was given and never proved can be somebody else's.
      const jobs = user.email_verified ? await this.jobs.to(community, user.email) : [];
      return { mails: jobs.map(({ template, to, state, created }) => ({ mail: template, to, state, created })) };
    });
    this.answers.provide('forget', 'mails', async ({ community }, { held_email }) => {
      // Mails to another account's address are that account's, whoever gave it too.
      if (held_email) await this.jobs.forget(community, held_email);
    });
  }
}
