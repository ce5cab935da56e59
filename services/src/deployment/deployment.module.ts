import { Global, Module } from '@nestjs/common';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { BootController } from './boot/boot.controller.js';
import { BootService } from './boot/boot.service.js';
import { DeploymentService } from './deployment.service.js';
import { OverridesService } from './overrides/overrides.service.js';
import { ModuleRegistry } from './registry/module-registry.js';
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
    OverridesService,
    { provide: Communities, useExisting: DeploymentService },
  ],
  exports: [Communities, DeploymentService, ProvenReleases, ModuleRegistry, OverridesService],
})
export class DeploymentModule {}
