import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/call';
import { uploadFile, uploadProfileImage } from '@paddock/contract/files';
import { Answers } from '../calls/answers.js';
import type { IncomingFile, SignedInCaller } from '../calls/caller.js';
import { FilesService } from './files.service.js';

@Controller()
export class FilesController {
  constructor(private readonly files: FilesService) {}

  @Answers(uploadFile)
  upload(caller: SignedInCaller, { parent }: CallArguments<typeof uploadFile>, file: IncomingFile) {
    return this.files.upload(caller, parent, file);
  }

  @Answers(uploadProfileImage)
  uploadProfileImage(caller: SignedInCaller, _input: CallArguments<typeof uploadProfileImage>, file: IncomingFile) {
    return this.files.uploadProfileImage(caller, file);
  }
}
