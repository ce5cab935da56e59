import { Global, Module } from '@nestjs/common';
import { LOGGER } from '../environment/logger-token.js';
import type { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { ChangedRows } from './changed-rows.js';
import { CommitLog } from './commit-log.js';
import { OutboxRepository } from './outbox.repository.js';
import { Outbox } from './outbox.js';

@Global()
@Module({
  providers: [
    OutboxRepository,
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
