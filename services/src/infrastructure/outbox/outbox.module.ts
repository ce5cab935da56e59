import { Global, Module } from '@nestjs/common';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { LOGGER } from '../environment/logger-token.js';
import type { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { Mongo } from '../mongo/mongo.js';
import { ChangedRows } from './changed-rows.js';
import { CommitLog } from './commit-log.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.js';
import { testTimes } from './sole-process.js';

@Global()
@Module({
  providers: [
    {
      provide: OutboxRepository,
      inject: [Mongo, ENVIRONMENT],
      useFactory: (mongo: Mongo, { test }: Environment) => new OutboxRepository(mongo, test ? testTimes : undefined),
    },
    CommitLog,
    ChangedRows,
    {
      provide: Outbox,
      inject: [OutboxRepository, LOGGER, Metrics],
      useFactory: (rows: OutboxRepository, logger: Logger, metrics: Metrics) =>
        new Outbox(rows, logger, (subscriber, event) =>
          metrics.outboxDelay.observe({ subscriber }, (Date.now() - event.at.getTime()) / 1000),
        ),
    },
  ],
  exports: [Outbox, CommitLog, ChangedRows],
})
export class OutboxModule {}
