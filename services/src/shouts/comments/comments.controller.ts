import { Controller } from '@nestjs/common';
import { postSubjectComment, readSubjectComments, suggestSubjectMentions } from '@paddock/contract/calls/comments';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { MentionSuggestions } from '../reading/mention-suggestions.js';
import { PostingService } from '../writing/posting.service.js';
import { CommentsService } from './comments.service.js';

@Controller()
export class CommentsController {
  constructor(
    private readonly reading: CommentsService,
    private readonly posting: PostingService,
    private readonly mentions: MentionSuggestions,
  ) {}

  @Answers(readSubjectComments)
  list(caller: SignedInCaller, input: CallArguments<typeof readSubjectComments>) {
    return this.reading.list(caller, input);
  }

  @Answers(postSubjectComment)
  post(caller: SignedInCaller, input: CallArguments<typeof postSubjectComment>) {
    return this.posting.postOn(caller, input);
  }

  @Answers(suggestSubjectMentions)
  async suggest(caller: SignedInCaller, input: CallArguments<typeof suggestSubjectMentions>) {
    return { users: await this.mentions.suggestOn(caller, input) };
  }
}
