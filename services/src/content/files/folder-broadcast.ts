import { Injectable, type OnModuleInit } from '@nestjs/common';
import { everybodyId } from '../../community/conversations/conversation-ids.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';

/** Tells the windows of a workplace that files or folders have changed; each reads its list again. */
@Injectable()
export class FolderBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'folders-realtime',
      kinds: ['FoldersChanged'],
      handle: ({ tenant }) => {
        const { workplace } = tenant;
        this.realtime.emitTo(tenant, { conversation: everybodyId(tenant) }, 'updating_folders', { workplace });
      },
    });
  }
}
