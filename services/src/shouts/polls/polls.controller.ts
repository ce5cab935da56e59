import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readVoters, votePoll } from '@paddock/contract/calls/polls';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PollsService } from './polls.service.js';

@Controller()
export class PollsController {
  constructor(private readonly polls: PollsService) {}

  @Answers(votePoll)
  vote(caller: SignedInCaller, input: CallArguments<typeof votePoll>) {
    return this.polls.vote(caller, input);
  }

  @Answers(readVoters)
  voters(caller: SignedInCaller, input: CallArguments<typeof readVoters>) {
    return this.polls.voters(caller, input);
  }
}
