import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { LOGGER } from '../environment/logger-token.js';
import type { Logger } from '../logging/logger.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { Communities, communityOfHost } from '../tenancy/communities.js';
import { serveDevMail } from './dev-mail-page.js';
import { MailJobRepository } from './mail-job.repository.js';
import { FileTransport, type MailTransport, smtpTransport } from './mail-transport.js';
import { Mailer } from './mailer.js';
import { WelcomeMail } from './welcome-mail.js';
import { MemberMails } from './member-mails.js';

const TRANSPORT = Symbol('mail transport');

@Global()
@Module({
  providers: [
    MailJobRepository,
    MemberMails,
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
    WelcomeMail,
  ],
  exports: [Mailer],
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
