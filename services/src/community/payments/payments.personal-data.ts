import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import { Ledger } from './ledger.js';

/** Exports a member's rows of the ledger. Erasure keeps them: accounts must be kept, and the id then leads to no person (ADR 0018). */
@Injectable()
export class PaymentsPersonalData implements OnModuleInit {
  constructor(
    private readonly ledger: Ledger,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'ledger', async (tenant, { _id: user }) => {
      const rows = [];
      // Not the admin who noted it, nor the ids of the provider.
      for await (const { by: _by, intent: _intent, key: _key, ...row } of this.ledger.rows(tenant, { user }))
        rows.push(row);
      return { payments: rows };
    });
  }
}
