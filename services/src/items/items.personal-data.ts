import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { ItemRepository } from './item.repository.js';

/** Items that a member wrote as an admin. They are the community's and stay when their author goes, of whom they hold an id. */
@Injectable()
export class ItemsPersonalData implements OnModuleInit {
  constructor(
    private readonly items: ItemRepository,
    private readonly answers: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.answers.provide('export', 'items', async (tenant, { _id }) => ({
      items: (await this.items.ofAuthor(tenant, _id)).map(
        ({ _id: id, workplace, type, subtype, title, description, created, updated }) => ({
          ...{ id, workplace, type, subtype, title, description, created, updated },
        }),
      ),
    }));
  }
}
