import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { checkWebview } from '@paddock/contract/calls/webview';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { WebviewService } from './webview.service.js';

@Controller()
export class WebviewController {
  constructor(private readonly webview: WebviewService) {}

  @Answers(checkWebview)
  check(caller: SignedInCaller, input: CallArguments<typeof checkWebview>) {
    return this.webview.check(caller, input);
  }
}
