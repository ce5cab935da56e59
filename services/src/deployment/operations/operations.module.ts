import { Module } from '@nestjs/common';
import { OverridesService } from '../overrides/overrides.service.js';
import { CommunityFiles } from './community-files.js';
import { DeployedModules } from './deployed-modules.js';
import { DeployedService } from './deployed.service.js';
import { FileChangesService } from './file-changes.service.js';
import { OperationsController } from './operations.controller.js';
import { StatusService } from './status.service.js';

/** The pages of those who run the system. */
@Module({
  controllers: [OperationsController],
  providers: [StatusService, CommunityFiles, DeployedModules, DeployedService, FileChangesService, OverridesService],
  exports: [FileChangesService],
})
export class OperationsModule {}
