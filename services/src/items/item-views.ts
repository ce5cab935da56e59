import { Injectable } from '@nestjs/common';
import type { Item } from '@paddock/contract/calls/items';
import { payLabel } from '@paddock/contract/core/money';
import type { Caller } from '../community/calls/caller.js';
import { FileLinks } from '../infrastructure/file-links/file-links.js';
import type { ItemRow } from './item.schema.js';

/** Converts items to the contract's shape. */
@Injectable()
export class ItemViews {
  constructor(private readonly files: FileLinks) {}

  of({ tenant, user }: Caller, rows: readonly ItemRow[]): Item[] {
    return rows.map((row) => {
      const { amount, currency, image, crop, end } = row;
      return {
        id: row._id,
        type: row.type,
        ...(row.subtype && { subtype: row.subtype }),
        title: row.title,
        description: row.description,
        amount,
        currency,
        interval: row.interval,
        ...(amount !== undefined && currency && { priceText: payLabel(amount, currency) }),
        additional_id: row.additional_id,
        hidden: row.hidden,
        url: row.url,
        ...(image && user && { image_url: this.files.fileAddress(tenant, user._id, image, 'original') }),
        ...(image && crop && { crop }),
        ...(end && { end: end.toISOString() }),
        event: row.event,
        updated: row.updated.toISOString(),
      };
    });
  }
}
