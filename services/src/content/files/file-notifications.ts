import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { FolderItemRepository } from './folder-item.repository.js';

/** Registers the notification of a new file, and withdraws it when the file is deleted. */
@Injectable()
export class FileNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly rows: FolderItemRepository,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.notifications.register<'FilePublished'>({
      name: 'file_new',
      events: ['FilePublished'],
      notification: { type: 'pn_file' },
      subject: ({ item }) => item,
      by: ({ actor }) => actor,
      recipients: ({ tenant }) => this.users.idsOf(tenant),
      contentFor: async ({ tenant, item, actor }) => {
        const row = await this.rows.byId(tenant, item);
        const author = row && (await this.users.byId(tenant, actor));
        return author
          ? { facts: { who: author.fullname, title: row.name }, address: `/main/files/${item}` }
          : undefined;
      },
    });
    this.outbox.subscribe({
      name: 'file-notifications-withdrawn',
      kinds: ['FoldersChanged'],
      durable: true,
      handle: async ({ tenant, gone = [] }) => {
        for (const item of gone) await this.notifications.withdraw(tenant, ['file_new'], item);
      },
    });
  }
}
