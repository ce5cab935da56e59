import { Controller } from '@nestjs/common';
import { uploadSignUpImage } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { deleteFile, readFile, uploadFile, uploadProfileImage } from '@paddock/contract/calls/files';
import { Answers } from '../calls/answers.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import type { Caller, SignedInCaller } from '../calls/caller.js';
import { FilesService } from './files.service.js';

@Controller()
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Answers(uploadFile)
  upload(caller: SignedInCaller, { parent }: CallArguments<typeof uploadFile>, file: IncomingFile) {
    return this.files.upload(caller, parent, file);
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

  /** With a token the caller's own picture, without one a picture for a sign-up. */
  @Answers<typeof uploadProfileImage | typeof uploadSignUpImage>(uploadProfileImage, uploadSignUpImage)
  uploadProfileImage(caller: Caller, _input: CallArguments<typeof uploadSignUpImage>, file: IncomingFile) {
    const { tenant, user } = caller;
    return user ? this.files.uploadProfileImage({ tenant, user }, file) : this.files.uploadSignUpImage(tenant, file);
  }
}
