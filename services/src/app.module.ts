import { Module, type DynamicModule } from '@nestjs/common';
import { DemoModule } from './demo/demo.module.js';
import { DeploymentModule } from './deployment/deployment.module.js';
import { BadgesModule } from './community/badges/badges.module.js';
import type { Environment } from './infrastructure/environment/environment.js';
import { DeparturesModule } from './community/erasure/departures.module.js';
import { FilesModule } from './community/files/files.module.js';
import type { Logger } from './infrastructure/logging/logger.js';
import { MailModule } from './community/mail/mail.module.js';
import { MetricsModule } from './infrastructure/metrics/metrics.module.js';
import { NotificationsModule } from './community/notifications/notifications.module.js';
import { OutboxModule } from './infrastructure/outbox/outbox.module.js';
import { PlatformModule } from './community/community.module.js';
import { RateLimitsModule } from './infrastructure/rate-limits/rate-limits.module.js';
import { RealtimeModule } from './community/realtime/realtime.module.js';
import { chosenServices } from './service-modules.js';
import { Draining } from './serving/draining.js';

/** The process: the platform and the chosen services. */
@Module({})
export class AppModule {
  static with(environment: Environment, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      providers: [Draining],
      imports: [
        PlatformModule.with(environment, logger),
        MetricsModule,
        BadgesModule,
        OutboxModule,
        DeparturesModule,
        MailModule,
        FilesModule,
        RateLimitsModule,
        RealtimeModule,
        NotificationsModule,
        DeploymentModule,
        ...chosenServices(environment.services),
        ...(environment.demo ? [DemoModule] : []),
      ],
    };
  }
}
