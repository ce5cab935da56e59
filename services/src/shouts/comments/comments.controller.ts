import { Controller } from '@nestjs/common';
import { readSubjectComments, suggestSubjectMentions } from '@paddock/contract/calls/comments';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { MentionSuggestions } from '../reading/mention-suggestions.js';
import { CommentsService } from './comments.service.js';

@Controller()
export class CommentsController {
  constructor(
    private readonly reading: CommentsService,
    private readonly mentions: MentionSuggestions,
  ) {}

  @Answers(readSubjectComments)
  list(caller: SignedInCaller, input: CallArguments<typeof readSubjectComments>) {
    return this.reading.list(caller, input);
  }

  @Answers(suggestSubjectMentions)
  async suggest(caller: SignedInCaller, input: CallArguments<typeof suggestSubjectMentions>) {
    return { users: await this.mentions.suggestOn(caller, input) };
  }
}
