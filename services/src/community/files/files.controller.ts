import { Controller } from '@nestjs/common';
import { uploadSignUpImage } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { rootFolder } from '@paddock/contract/calls/folders';
import { deleteFile, readFile, uploadFile, uploadProfileImage } from '@paddock/contract/calls/files';
import { missingAccess } from '@paddock/contract/calls/users';
import { Answers } from '../calls/answers.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Caller, SignedInCaller } from '../calls/caller.js';
import { FilesService } from './files.service.js';
import { FolderUploads } from './folder-uploads.js';

@Controller()
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly folders: FolderUploads,
  ) {}

  @Answers(uploadFile)
  upload(caller: SignedInCaller, { parent }: CallArguments<typeof uploadFile>, file: IncomingFile) {
    return parent && parent !== rootFolder
      ? this.folders.upload(caller, parent, file)
      : this.files.upload(caller, parent, file);
  }

  @Answers(readFile)
  read(caller: SignedInCaller, { id }: CallArguments<typeof readFile>) {
    return this.files.read(caller, id);
  }

  @Answers(deleteFile)
  async remove(caller: SignedInCaller, { id }: CallArguments<typeof deleteFile>) {
    await this.files.remove(caller, id);
    return { ok: true as const };
  }

  /**
   * With a token the caller's own picture, without one a picture for a sign-up.
   *
   * @throws ACCESS_FORBIDDEN, ACCESS_DENIED for a member whom an admin has turned away
   */
  @Answers<typeof uploadProfileImage | typeof uploadSignUpImage>(uploadProfileImage, uploadSignUpImage)
  uploadProfileImage(caller: Caller, _input: CallArguments<typeof uploadSignUpImage>, file: IncomingFile) {
    const { tenant, user, config } = caller;
    const missing = user && missingAccess(user, config);
    if (missing === 'ACCESS_FORBIDDEN' || missing === 'ACCESS_DENIED') {
      file.stream.resume();
      throw new PaddockError(missing);
    }
    return user ? this.files.uploadProfileImage({ tenant, user }, file) : this.files.uploadSignUpImage(tenant, file);
  }
}
