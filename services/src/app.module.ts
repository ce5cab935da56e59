import { Module, type DynamicModule } from '@nestjs/common';
import { DemoModule } from './demo/demo.module.js';
import { DeploymentModule } from './deployment/deployment.module.js';
import { BadgesModule } from './platform/badges/badges.module.js';
import type { Environment } from './platform/environment/environment.js';
import { DeparturesModule } from './platform/departures/departures.module.js';
import { FilesModule } from './platform/files/files.module.js';
import type { Logger } from './platform/logging/logger.js';
import { MailModule } from './platform/mail/mail.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { NotificationsModule } from './platform/notifications/notifications.module.js';
import { OutboxModule } from './platform/outbox/outbox.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { RateLimitsModule } from './platform/rate-limits/rate-limits.module.js';
import { RealtimeModule } from './platform/realtime/realtime.module.js';
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
