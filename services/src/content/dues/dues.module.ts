import { Module } from '@nestjs/common';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { DueAccess } from './due-access.js';
import { DueAdminPayments } from './due-admin-payments.js';
import { DueBoard } from './due-board.js';
import { DueBroadcast } from './due-broadcast.js';
import { DueClock } from './due-clock.js';
import { DueEvents } from './due-events.js';
import { DueExport } from './due-export.js';
import { DueFieldRules } from './due-field-rules.js';
import { DueNotifications } from './due-notifications.js';
import { DueOwing } from './due-owing.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import { DuePayments } from './due-payments.js';
import { DueProvider } from './due-provider.js';
import { DueReceiptMails } from './due-receipt-mails.js';
import { DueReceiptNumbers } from './due-receipt-numbers.js';
import { DueReceipts } from './due-receipts.js';
import { DueReconciliation } from './due-reconciliation.js';
import { DueReminders } from './due-reminders.js';
import { DueRepository } from './due.repository.js';
import { DueRoster } from './due-roster.js';
import { DueSettlement } from './due-settlement.js';
import { DueStop } from './due-stop.js';
import { DueViews } from './due-views.js';
import { DueWriter } from './due-writer.js';
import { DuesController } from './dues.controller.js';
import { DuesPersonalData } from './dues.personal-data.js';
import { DuesService } from './dues.service.js';

@Module({
  controllers: [DuesController],
  providers: [
    KeyedMutex,
    DueRepository,
    DuePaymentRepository,
    DueReceiptNumbers,
    DueRoster,
    DueOwing,
    DueAccess,
    DueViews,
    DueProvider,
    DueSettlement,
    DuesService,
    DueBoard,
    DueFieldRules,
    DueStop,
    DueWriter,
    DuePayments,
    DueAdminPayments,
    DueEvents,
    DueReconciliation,
    DueClock,
    DueReminders,
    DueReceipts,
    DueReceiptMails,
    DueExport,
    DueNotifications,
    DueBroadcast,
    DuesPersonalData,
  ],
})
export class DuesModule {}
