import { Module, type DynamicModule } from '@nestjs/common';
import { DemoModule } from './demo/demo.module.js';
import { DeploymentModule } from './deployment/deployment.module.js';
import { BadgesModule } from './community/badges/badges.module.js';
import type { Environment } from './infrastructure/environment/environment.js';
import { AccountErasureModule } from './community/erasure/account-erasure.module.js';
import { FilesModule } from './community/files/files.module.js';
import type { Logger } from './infrastructure/logging/logger.js';
import { MailModule } from './community/mail/mail.module.js';
import { MetricsModule } from './infrastructure/metrics/metrics.module.js';
import { NotificationsModule } from './community/notifications/notifications.module.js';
import { PaymentsModule } from './community/payments/payments.module.js';
import { OutboxModule } from './infrastructure/outbox/outbox.module.js';
import { CommunityModule } from './community/community.module.js';
import { InfrastructureModule } from './infrastructure/infrastructure.module.js';
import { ProcessesModule } from './infrastructure/processes/processes.module.js';
import { OperationsModule } from './deployment/operations/operations.module.js';
import { UploadsModule } from './deployment/uploads/uploads.module.js';
import { PreviewsModule } from './deployment/previews/previews.module.js';
import { RateLimitsModule } from './infrastructure/rate-limits/rate-limits.module.js';
import { RealtimeModule } from './community/realtime/realtime.module.js';
import { chosenServices } from './service-modules.js';
import { Draining } from './serving/draining.js';

/**
 * The whole process: infrastructure, community and the services. A process that answers the calls of some services only runs the others
 * nevertheless: each process sends every event to its own windows.
 */
@Module({})
export class AppModule {
  static async with(
    environment: Environment,
    logger: Logger,
    services: readonly string[] = [],
  ): Promise<DynamicModule> {
    return {
      module: AppModule,
      providers: [Draining],
      imports: [
        InfrastructureModule.with(environment, logger),
        CommunityModule,
        MetricsModule,
        BadgesModule,
        OutboxModule,
        AccountErasureModule,
        MailModule,
        FilesModule,
        RateLimitsModule,
        RealtimeModule,
        NotificationsModule,
        PaymentsModule,
        DeploymentModule,
        ProcessesModule,
        OperationsModule,
        UploadsModule,
        PreviewsModule,
        ...(await chosenServices(services)),
        ...(environment.demo ? [DemoModule] : []),
      ],
    };
  }
}
