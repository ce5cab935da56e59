import { Controller } from '@nestjs/common';
import {
  createClassified,
  deleteClassified,
  markAllClassifiedsRead,
  markClassifiedRead,
  readClassified,
  readClassifiedCategories,
  readClassifieds,
  readRenewal,
  renewByLink,
  renewClassified,
  updateClassified,
} from '@paddock/contract/calls/classifieds';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { ClassifiedRenewal } from './classified-renewal.js';
import { ClassifiedWriter } from './classified-writer.js';
import { ClassifiedsService } from './classifieds.service.js';

@Controller()
export class ClassifiedsController {
  constructor(
    private readonly classifieds: ClassifiedsService,
    private readonly writer: ClassifiedWriter,
    private readonly renewal: ClassifiedRenewal,
  ) {}

  @Answers(readClassifieds)
  list(caller: SignedInCaller, input: CallArguments<typeof readClassifieds>) {
    return this.classifieds.list(caller, input);
  }

  @Answers(readClassifiedCategories)
  categories(caller: SignedInCaller) {
    return this.classifieds.categories(caller);
  }

  @Answers(readClassified)
  read(caller: SignedInCaller, { id }: CallArguments<typeof readClassified>) {
    return this.classifieds.read(caller, id);
  }

  @Answers(createClassified)
  create(caller: SignedInCaller, input: CallArguments<typeof createClassified>) {
    return this.writer.create(caller, input);
  }

  @Answers(markAllClassifiedsRead)
  markAllRead(caller: SignedInCaller) {
    return this.classifieds.markAllRead(caller);
  }

  /** Ignores the browser's session: the token names the ad. */
  @Answers(readRenewal)
  readRenewal(caller: Caller, { renewal_token }: CallArguments<typeof readRenewal>) {
    return this.renewal.read(caller, renewal_token);
  }

  @Answers(renewByLink)
  renewByLink(caller: Caller, { renewal_token }: CallArguments<typeof renewByLink>) {
    return this.renewal.renew(caller, renewal_token);
  }

  @Answers(updateClassified)
  update(caller: SignedInCaller, input: CallArguments<typeof updateClassified>) {
    return this.writer.update(caller, input);
  }

  @Answers(deleteClassified)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteClassified>) {
    return this.writer.delete(caller, id);
  }

  @Answers(renewClassified)
  renew(caller: SignedInCaller, { id }: CallArguments<typeof renewClassified>) {
    return this.writer.renew(caller, id);
  }

  @Answers(markClassifiedRead)
  markRead(caller: SignedInCaller, { id }: CallArguments<typeof markClassifiedRead>) {
    return this.classifieds.markRead(caller, id);
  }
}
