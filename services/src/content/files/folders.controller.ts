import { Controller } from '@nestjs/common';
import {
  addFile,
  createFolder,
  deleteFolderItem,
  markAllFilesRead,
  markFileRead,
  readBin,
  readFolder,
  readFolderItem,
  readVersions,
  restoreFolderItem,
  restoreVersion,
  searchFolders,
  updateFolderItem,
} from '@paddock/contract/calls/folders';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FolderBin } from './folder-bin.js';
import { FoldersService } from './folders.service.js';
import { FolderWriter } from './folder-writer.js';

@Controller()
export class FoldersController {
  constructor(
    private readonly folders: FoldersService,
    private readonly writer: FolderWriter,
    private readonly deleted: FolderBin,
  ) {}

  @Answers(readFolder)
  list(caller: SignedInCaller, input: CallArguments<typeof readFolder>) {
    return this.folders.list(caller, input);
  }

  @Answers(searchFolders)
  search(caller: SignedInCaller, input: CallArguments<typeof searchFolders>) {
    return this.folders.search(caller, input);
  }

  @Answers(readBin)
  bin(caller: SignedInCaller) {
    return this.deleted.list(caller);
  }

  @Answers(readFolderItem)
  read(caller: SignedInCaller, { id }: CallArguments<typeof readFolderItem>) {
    return this.folders.read(caller, id);
  }

  @Answers(readVersions)
  versions(caller: SignedInCaller, { id }: CallArguments<typeof readVersions>) {
    return this.folders.versions(caller, id);
  }

  @Answers(createFolder)
  create(caller: SignedInCaller, input: CallArguments<typeof createFolder>) {
    return this.writer.createFolder(caller, input);
  }

  @Answers(addFile)
  add(caller: SignedInCaller, input: CallArguments<typeof addFile>) {
    return this.writer.add(caller, input);
  }

  @Answers(markAllFilesRead)
  markAllRead(caller: SignedInCaller) {
    return this.folders.markAllRead(caller);
  }

  @Answers(updateFolderItem)
  update(caller: SignedInCaller, input: CallArguments<typeof updateFolderItem>) {
    return this.writer.update(caller, input);
  }

  @Answers(deleteFolderItem)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteFolderItem>) {
    return this.deleted.discard(caller, id);
  }

  @Answers(restoreFolderItem)
  restore(caller: SignedInCaller, { id }: CallArguments<typeof restoreFolderItem>) {
    return this.deleted.restore(caller, id);
  }

  @Answers(markFileRead)
  markRead(caller: SignedInCaller, { id }: CallArguments<typeof markFileRead>) {
    return this.folders.markRead(caller, id);
  }

  @Answers(restoreVersion)
  restoreVersion(caller: SignedInCaller, input: CallArguments<typeof restoreVersion>) {
    return this.writer.restoreVersion(caller, input);
  }
}
