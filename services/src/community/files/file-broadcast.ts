import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { FileRepository } from './file.repository.js';
import { FilesService } from './files.service.js';

/** Notifies a member's windows of the progress of their video's processing. */
@Injectable()
export class FileBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly rows: FileRepository,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'files-realtime',
      kinds: ['FileProcessed'],
      handle: async ({ tenant, file }) => {
        const row = await this.rows.byId(tenant, file);
        if (!row) return;
        this.realtime.emitToEach(tenant, { user: row.owner }, 'updating_file', () => ({
          ...(row.place && { workplace: row.place }),
          file: this.files.uploaded(tenant, row),
        }));
      },
    });
  }
}
