import { Controller } from '@nestjs/common';
import { uploadSignUpImage } from '@paddock/contract/account';
import type { CallArguments } from '@paddock/contract/call';
import { uploadFile, uploadProfileImage } from '@paddock/contract/files';
import { Answers } from '../calls/answers.js';
import type { Caller, IncomingFile, SignedInCaller } from '../calls/caller.js';
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

  @Answers(uploadSignUpImage)
  uploadSignUpImage({ tenant }: Caller, _input: CallArguments<typeof uploadSignUpImage>, file: IncomingFile) {
    return this.files.uploadSignUpImage(tenant, file);
  }
}
