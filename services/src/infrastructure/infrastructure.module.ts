import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { Deadline } from './calls/deadline.js';
import { ENVIRONMENT, type Environment } from './environment/environment.js';
import { LOGGER } from './environment/logger-token.js';
import { ErrorFilter } from './errors/error-filter.js';
import { CommunityAddress } from './links/community-address.js';
import { LinkTokens } from './links/link-tokens.js';
import { SignedLinks } from './links/signed-links.js';
import type { Logger } from './logging/logger.js';
import { Mongo } from './mongo/mongo.js';
import { Outbound } from './outbound/outbound.js';
import { JobRuns } from './processes/job-runs.js';
import { CommunityJobs } from './tenancy/community-jobs.js';

const shared = [LinkTokens, SignedLinks, CommunityAddress, JobRuns, CommunityJobs, ErrorFilter, Deadline];

/** What any product needs, in every process. */
@Global()
@Module({})
export class InfrastructureModule {
  static with(environment: Environment, logger: Logger): DynamicModule {
    const values = [
      { provide: ENVIRONMENT, useValue: environment },
      { provide: LOGGER, useValue: logger },
      { provide: Mongo, useFactory: () => new Mongo(environment).connect() },
      { provide: Outbound, useFactory: () => new Outbound(environment) },
    ];
    return {
      module: InfrastructureModule,
      providers: [...values, ...shared, { provide: APP_FILTER, useExisting: ErrorFilter }],
      exports: [...values, ...shared],
    };
  }
}
