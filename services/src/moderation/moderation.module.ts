import { Module } from '@nestjs/common';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { AdminActs } from './admin-acts.js';
import { AuditTrail } from './audit-trail.js';
import { AuditRepository } from './audit.repository.js';
import { CaseViews } from './case-views.js';
import { ModerationController } from './moderation.controller.js';
import { ModerationPersonalData } from './moderation.personal-data.js';
import { QueueService } from './queue.service.js';
import { Removals } from './removals.js';
import { ReportBroadcast } from './report-broadcast.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { ReportNotifications } from './report-notifications.js';
import { ReportRepository } from './report.repository.js';
import { Reportables } from './reportables.js';
import { ReportingService } from './reporting.service.js';

@Module({
  controllers: [ModerationController],
  providers: [
    ReportCaseRepository,
    ReportRepository,
    AuditRepository,
    KeyedMutex,
    Reportables,
    ReportingService,
    CaseViews,
    QueueService,
    Removals,
    AuditTrail,
    AdminActs,
    ReportNotifications,
    ReportBroadcast,
    ModerationPersonalData,
  ],
})
export class ModerationModule {}
