import { Controller } from '@nestjs/common';
import {
  createLink,
  deleteLink,
  readLink,
  readLinks,
  updateLink,
  uploadLinkImage,
} from '@paddock/contract/calls/links';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import type { IncomingFile } from '../../infrastructure/calls/incoming-file.js';
import { LinkWriter } from './link-writer.js';
import { LinksService } from './links.service.js';

@Controller()
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly writer: LinkWriter,
  ) {}

  @Answers(readLinks)
  list(caller: SignedInCaller) {
    return this.links.list(caller);
  }

  @Answers(readLink)
  read(caller: SignedInCaller, { id }: CallArguments<typeof readLink>) {
    return this.links.read(caller, id);
  }

  @Answers(createLink)
  create(caller: SignedInCaller, input: CallArguments<typeof createLink>) {
    return this.writer.create(caller, input);
  }

  @Answers(updateLink)
  update(caller: SignedInCaller, input: CallArguments<typeof updateLink>) {
    return this.writer.update(caller, input);
  }

  @Answers(deleteLink)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteLink>) {
    return this.writer.delete(caller, id);
  }

  @Answers(uploadLinkImage)
  uploadImage(caller: SignedInCaller, _input: CallArguments<typeof uploadLinkImage>, file: IncomingFile) {
    return this.writer.uploadImage(caller, file);
  }
}
