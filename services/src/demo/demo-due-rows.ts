import type { ClientSession } from 'mongodb';
import { ledgerSchema } from '../community/payments/ledger.schema.js';
import { TestObjectRepository } from '../community/payments/test-provider/test-object.repository.js';
import { duePaymentSchema } from '../content/dues/due-payment.schema.js';
import { DueReceiptNumbers } from '../content/dues/due-receipt-numbers.js';
import { dueSchema } from '../content/dues/due.schema.js';
import type { Mongo } from '../infrastructure/mongo/mongo.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { BulkRepository } from './bulk.repository.js';
import type { DemoDues } from './demo-dues.js';

/** Stores the dues of a workplace with their payments, the ledger's rows of these, and the provider's side. */
export class DemoDueRows {
  private readonly dues;
  private readonly payments;
  private readonly ledger;
  private readonly provided;
  private readonly receipts;

  constructor(mongo: Mongo) {
    this.dues = new BulkRepository(mongo, 'dues', dueSchema);
    this.payments = new BulkRepository(mongo, 'due_payments', duePaymentSchema);
    this.ledger = new BulkRepository(mongo, 'ledger', ledgerSchema);
    this.provided = new TestObjectRepository(mongo);
    this.receipts = new DueReceiptNumbers(mongo);
  }

  async addAll(tenant: Tenant, { dues, payments, ledger, provided }: DemoDues, session: ClientSession): Promise<void> {
    await this.dues.addAll(tenant, dues, session);
    await this.payments.addAll(tenant, payments, session);
    await this.ledger.addAll(tenant, ledger, session);
    await this.provided.putAll(provided, session);
  }

  /** The next receipt gets the number behind those of the demo. */
  async drawReceipts(community: Tenant, count: number, session: ClientSession): Promise<void> {
    if (count > 0) await this.receipts.draw(community, count, { session });
  }
}
