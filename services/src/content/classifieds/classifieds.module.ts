import { Module } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { ClassifiedAccess } from './classified-access.js';
import { ClassifiedBroadcast } from './classified-broadcast.js';
import { ClassifiedConversion } from './classified-conversion.js';
import { ClassifiedExpiry } from './classified-expiry.js';
import { ClassifiedNotifications } from './classified-notifications.js';
import { ClassifiedRenewal } from './classified-renewal.js';
import { ClassifiedRepository } from './classified.repository.js';
import { ClassifiedViews } from './classified-views.js';
import { ClassifiedWriter } from './classified-writer.js';
import { ClassifiedsController } from './classifieds.controller.js';
import { ClassifiedsPersonalData } from './classifieds.personal-data.js';
import { ClassifiedsService } from './classifieds.service.js';
import { ClassifiedReadStates } from './classified-read-states.js';
import { ReportableClassifieds } from './reportable-classifieds.js';

@Module({
  controllers: [ClassifiedsController],
  providers: [
    ClassifiedRepository,
    ClassifiedReadStates,
    KeyedMutex,
    ClassifiedAccess,
    ClassifiedViews,
    ClassifiedsService,
    ClassifiedWriter,
    ClassifiedRenewal,
    ClassifiedNotifications,
    ClassifiedBroadcast,
    ClassifiedExpiry,
    ClassifiedConversion,
    ReportableClassifieds,
    ClassifiedsPersonalData,
  ],
})
export class ClassifiedsModule {}
