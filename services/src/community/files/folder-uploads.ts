import { Injectable } from '@nestjs/common';
import type { AttachedFile } from '@paddock/contract/calls/files';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { SignedInCaller } from '../calls/caller.js';
import { FilesService } from './files.service.js';

/** The folders of the files tab, for uploads that name one. */
export interface UploadFolders {
  /** @throws NOT_FOUND, FORBIDDEN */
  check(caller: SignedInCaller, parent: string): Promise<void>;
  /** Puts an upload into the folder. */
  add(caller: SignedInCaller, parent: string, file: string): Promise<void>;
}

/** Uploads that name a folder. Where no process runs the files tab, no folder exists. */
@Injectable()
export class FolderUploads {
  private folders: UploadFolders | undefined;

  constructor(private readonly files: FilesService) {}

  register(folders: UploadFolders): void {
    this.folders = folders;
  }

  /** @throws NOT_FOUND, FORBIDDEN, CONFLICT for a name that the folder has; as `FilesService.upload` */
  async upload(caller: SignedInCaller, parent: string, file: IncomingFile): Promise<AttachedFile> {
    const { folders } = this;
    try {
      if (!folders) throw new PaddockError('NOT_FOUND', { fields: { parent: 'NOT_FOUND' } });
      await folders.check(caller, parent);
      const uploaded = await this.files.upload(caller, undefined, file);
      await folders.add(caller, parent, uploaded.id).catch(async (error: unknown) => {
        await this.files.remove(caller, uploaded.id);
        throw error;
      });
      return { ...uploaded, parent };
    } catch (error) {
      file.stream.resume();
      throw error;
    }
  }
}
