import { Module } from '@nestjs/common';
import { OperationsModule } from '../operations/operations.module.js';
import { PreviewsController } from './previews.controller.js';
import { PreviewsService } from './previews.service.js';

/** Previews of changed deployments. */
@Module({ imports: [OperationsModule], controllers: [PreviewsController], providers: [PreviewsService] })
export class PreviewsModule {}
