import { Controller } from '@nestjs/common';
import { endPreview, startPreview } from '@paddock/contract/calls/previews';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PreviewsService } from './previews.service.js';

@Controller()
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Answers(startPreview)
  start(caller: SignedInCaller, input: CallArguments<typeof startPreview>) {
    return this.previews.start(caller, input);
  }

  @Answers(endPreview)
  end(caller: SignedInCaller) {
    return this.previews.end(caller);
  }
}
