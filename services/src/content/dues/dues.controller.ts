import { Controller } from '@nestjs/common';
import {
  checkPayment,
  createDue,
  createPaymentIntent,
  deleteDue,
  exportPayments,
  markDuePaid,
  readDue,
  readDueMembers,
  readDues,
  readReceipt,
  refundDue,
  remindDue,
  updateDue,
} from '@paddock/contract/calls/dues';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { DueAdminPayments } from './due-admin-payments.js';
import { DueBoard } from './due-board.js';
import { DueExport } from './due-export.js';
import { DuePayments } from './due-payments.js';
import { DueReceipts } from './due-receipts.js';
import { DueReminders } from './due-reminders.js';
import { DueWriter } from './due-writer.js';
import { DuesService } from './dues.service.js';

@Controller()
export class DuesController {
  constructor(
    private readonly dues: DuesService,
    private readonly board: DueBoard,
    private readonly writer: DueWriter,
    private readonly payments: DuePayments,
    private readonly admins: DueAdminPayments,
    private readonly receipts: DueReceipts,
    private readonly reminders: DueReminders,
    private readonly exporting: DueExport,
  ) {}

  @Answers(readDues)
  list(caller: SignedInCaller) {
    return this.dues.list(caller);
  }

  @Answers(exportPayments)
  export(caller: SignedInCaller, input: CallArguments<typeof exportPayments>) {
    return this.exporting.csv(caller, input);
  }

  @Answers(readDue)
  read(caller: SignedInCaller, { id }: CallArguments<typeof readDue>) {
    return this.dues.read(caller, id);
  }

  @Answers(createDue)
  create(caller: SignedInCaller, input: CallArguments<typeof createDue>) {
    return this.writer.create(caller, input);
  }

  @Answers(updateDue)
  update(caller: SignedInCaller, input: CallArguments<typeof updateDue>) {
    return this.writer.update(caller, input);
  }

  @Answers(deleteDue)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteDue>) {
    return this.writer.delete(caller, id);
  }

  @Answers(createPaymentIntent)
  pay(caller: SignedInCaller, input: CallArguments<typeof createPaymentIntent>) {
    return this.payments.begin(caller, input);
  }

  @Answers(checkPayment)
  async check(caller: SignedInCaller, { id }: CallArguments<typeof checkPayment>) {
    await this.payments.check(caller, id);
    return { due: (await this.dues.read(caller, id)).due };
  }

  @Answers(readReceipt)
  receipt(caller: SignedInCaller, input: CallArguments<typeof readReceipt>) {
    return this.receipts.read(caller, input);
  }

  @Answers(readDueMembers)
  members(caller: SignedInCaller, input: CallArguments<typeof readDueMembers>) {
    return this.board.read(caller, input);
  }

  @Answers(markDuePaid)
  markPaid(caller: SignedInCaller, input: CallArguments<typeof markDuePaid>) {
    return this.admins.markPaid(caller, input);
  }

  @Answers(refundDue)
  refund(caller: SignedInCaller, input: CallArguments<typeof refundDue>) {
    return this.admins.refund(caller, input);
  }

  @Answers(remindDue)
  remind(caller: SignedInCaller, input: CallArguments<typeof remindDue>) {
    return this.reminders.remindNow(caller, input);
  }
}
