import { Injectable, type OnModuleInit } from '@nestjs/common';
import { WorkplaceWindows } from '../../community/realtime/workplace-windows.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';

/** Notifies the windows of a workplace that files or folders have changed; each reads its list again. */
@Injectable()
export class FolderBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly windows: WorkplaceWindows,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'folders-realtime',
      kinds: ['FoldersChanged'],
      handle: ({ tenant }) => this.windows.send(tenant, 'updating_folders', { workplace: tenant.workplace }),
    });
  }
}
