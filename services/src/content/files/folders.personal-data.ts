import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FileReadStates } from './file-read-states.js';
import { FolderItemRepository } from './folder-item.repository.js';

/** Exports the files and folders that a member made. They belong to the community and outlive their owner, by id only. */
@Injectable()
export class FoldersPersonalData implements OnModuleInit {
  constructor(
    private readonly rows: FolderItemRepository,
    private readonly states: FileReadStates,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'folders', async (tenant, { _id: user }) => ({
      folders: (await this.rows.ofOwner(tenant, user)).map(({ _id: id, workplace, name, parent, folder, created }) => ({
        ...{ id, workplace, name, parent, folder, created },
      })),
    }));
    this.extensions.provide('forget', 'folders', (tenant, { _id: user }) => this.states.forget(tenant, user));
  }
}
