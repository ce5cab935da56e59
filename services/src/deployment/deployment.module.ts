import { Global, Module } from '@nestjs/common';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { BootController } from './boot/boot.controller.js';
import { BootService } from './boot/boot.service.js';
import { DeploymentService } from './deployment.service.js';
import { SessionReleases } from './overrides/session-releases.js';
import { ModuleRegistry } from './registry/module-registry.js';
import { RolloutReportRepository } from './rollouts/rollout-report.repository.js';
import { RolloutsService } from './rollouts/rollouts.service.js';
import { ProvenReleases } from './registry/proven-releases.js';

/** The communities with their config and modules. Part of every process. */
@Global()
@Module({
  controllers: [BootController],
  providers: [
    ModuleRegistry,
    DeploymentService,
    ProvenReleases,
    BootService,
    RolloutReportRepository,
    RolloutsService,
    SessionReleases,
    { provide: Communities, useExisting: DeploymentService },
  ],
  exports: [Communities, DeploymentService, ProvenReleases, ModuleRegistry, RolloutsService, SessionReleases],
})
export class DeploymentModule {}
