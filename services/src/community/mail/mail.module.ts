import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { Communities, communityOfHost } from '../../infrastructure/tenancy/communities.js';
import { serveDevMail } from '../../infrastructure/mail/dev-mail-page.js';
import { MailJobRepository } from '../../infrastructure/mail/mail-job.repository.js';
import { FileTransport, type MailTransport, smtpTransport } from '../../infrastructure/mail/mail-transport.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { LinkMails } from './link-mails.js';
import { WelcomeMail } from './welcome-mail.js';
import { MailsPersonalData } from './mails.personal-data.js';

const TRANSPORT = Symbol('mail transport');

@Global()
@Module({
  providers: [
    MailJobRepository,
    MailsPersonalData,
    {
      provide: TRANSPORT,
      inject: [ENVIRONMENT],
      useFactory: ({ smtpUrl, dataDir }: Environment): MailTransport =>
        smtpUrl ? smtpTransport(smtpUrl) : new FileTransport(join(dataDir, 'mail')),
    },
    {
      provide: Mailer,
      inject: [MailJobRepository, TRANSPORT, RateLimits, LOGGER, ENVIRONMENT, Communities],
      useFactory: (
        jobs: MailJobRepository,
        transport: MailTransport,
        limits: RateLimits,
        logger: Logger,
        { mailFrom }: Environment,
        communities: Communities,
      ) =>
        new Mailer(jobs, transport, limits, logger, {
          from: mailFrom,
          lookOf: (community) => ({ accent: communities.find(community)?.look.accent }),
        }),
    },
    LinkMails,
    WelcomeMail,
  ],
  exports: [LinkMails, Mailer, MailJobRepository],
})
export class MailModule implements OnModuleInit {
  constructor(
    @Inject(TRANSPORT) private readonly transport: MailTransport,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly adapter: HttpAdapterHost,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    if (this.transport instanceof FileTransport && !this.environment.production)
      serveDevMail(
        this.adapter.httpAdapter.getInstance<FastifyInstance>(),
        this.transport,
        (host) => communityOfHost(host, this.communities.all(), true) !== undefined,
      );
  }
}
