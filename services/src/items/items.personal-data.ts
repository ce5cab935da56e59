import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { ItemRepository } from './item.repository.js';

/**
 * Exports the items that a member wrote as an admin. Items belong to the community and outlive their author; they hold only the
 * author's id.
 */
@Injectable()
export class ItemsPersonalData implements OnModuleInit {
  constructor(
    private readonly items: ItemRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'items', async (tenant, { _id }) => ({
      items: (await this.items.ofAuthor(tenant, _id)).map(
        ({ _id: id, workplace, type, subtype, title, description, created, updated }) => ({
          ...{ id, workplace, type, subtype, title, description, created, updated },
        }),
      ),
    }));
  }
}
