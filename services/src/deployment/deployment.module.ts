import { Global, Module } from '@nestjs/common';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { BootController } from './boot/boot.controller.js';
import { BootService } from './boot/boot.service.js';
import { DeploymentService } from './deployment.service.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { SessionReleases } from './overrides/session-releases.js';
import { ModuleRegistry } from './registry/module-registry.js';
import { RolloutReportRepository } from './rollouts/rollout-report.repository.js';
import { RolloutsService } from './rollouts/rollouts.service.js';
import { ProvenReleases } from './registry/proven-releases.js';
import { RegistryMirror } from './registry/registry-mirror.js';

/** The communities with their config and modules. Part of every process. */
@Global()
@Module({
  controllers: [BootController],
  providers: [
    {
      provide: RegistryMirror,
      inject: [ENVIRONMENT, LOGGER],
      useFactory: (environment: Environment, logger: Logger) => new RegistryMirror(environment, logger).start(),
    },
    {
      provide: ModuleRegistry,
      // After the mirror's first copy.
      inject: [ENVIRONMENT, RegistryMirror],
      useFactory: (environment: Environment) => new ModuleRegistry(environment),
    },
    DeploymentService,
    ProvenReleases,
    BootService,
    RolloutReportRepository,
    RolloutsService,
    SessionReleases,
    { provide: Communities, useExisting: DeploymentService },
  ],
  exports: [
    Communities,
    DeploymentService,
    ProvenReleases,
    ModuleRegistry,
    RegistryMirror,
    RolloutsService,
    SessionReleases,
  ],
})
export class DeploymentModule {}
