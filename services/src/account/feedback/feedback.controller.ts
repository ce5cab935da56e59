import { Controller } from '@nestjs/common';
import { markFeedbackRead, readFeedback, removeFeedback, sendFeedback } from '@paddock/contract/calls/feedback';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FeedbackService } from './feedback.service.js';

@Controller()
export class FeedbackController {
  constructor(private readonly feedback: FeedbackService) {}

  @Answers(sendFeedback)
  send(caller: SignedInCaller, input: CallArguments<typeof sendFeedback>) {
    return this.feedback.send(caller, input);
  }

  @Answers(readFeedback)
  list(caller: SignedInCaller, input: CallArguments<typeof readFeedback>) {
    return this.feedback.list(caller, input);
  }

  @Answers(markFeedbackRead)
  markRead(caller: SignedInCaller, input: CallArguments<typeof markFeedbackRead>) {
    return this.feedback.markRead(caller, input);
  }

  @Answers(removeFeedback)
  remove(caller: SignedInCaller, input: CallArguments<typeof removeFeedback>) {
    return this.feedback.remove(caller, input);
  }
}
