import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readComments,
  readShout,
  readShouts,
  suggestMentions,
  unlikeShout,
} from '@paddock/contract/calls/shouts';
import { clickLink } from '@paddock/contract/calls/shout-links';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { LinkClicks } from './links/link-clicks.js';
import { LikesService } from './writing/likes.service.js';
import { PostingService } from './writing/posting.service.js';
import { RevisingService } from './writing/revising.service.js';
import { MentionSuggestions } from './reading/mention-suggestions.js';
import { ShoutsService } from './reading/shouts.service.js';

@Controller()
export class ShoutsController {
  constructor(
    private readonly shouts: ShoutsService,
    private readonly posting: PostingService,
    private readonly revising: RevisingService,
    private readonly likes: LikesService,
    private readonly mentions: MentionSuggestions,
    private readonly clicks: LinkClicks,
  ) {}

  @Answers(readShouts)
  list(caller: SignedInCaller, input: CallArguments<typeof readShouts>) {
    return this.shouts.list(caller, input);
  }

  @Answers(readShout)
  read(caller: SignedInCaller, input: CallArguments<typeof readShout>) {
    return this.shouts.read(caller, input);
  }

  @Answers(readComments)
  comments(caller: SignedInCaller, input: CallArguments<typeof readComments>) {
    return this.shouts.comments(caller, input);
  }

  @Answers(suggestMentions)
  async suggest(caller: SignedInCaller, { id, query }: CallArguments<typeof suggestMentions>) {
    return { users: await this.mentions.suggest(caller, id, query) };
  }

  @Answers(postShout)
  post(caller: SignedInCaller, input: CallArguments<typeof postShout>) {
    return this.posting.post(caller, input);
  }

  @Answers(editShout)
  edit(caller: SignedInCaller, input: CallArguments<typeof editShout>) {
    return this.revising.edit(caller, input);
  }

  @Answers(deleteShout)
  delete(caller: SignedInCaller, input: CallArguments<typeof deleteShout>) {
    return this.revising.delete(caller, input);
  }

  @Answers(likeShout)
  like(caller: SignedInCaller, { id }: CallArguments<typeof likeShout>) {
    return this.likes.like(caller, id);
  }

  @Answers(unlikeShout)
  unlike(caller: SignedInCaller, { id }: CallArguments<typeof unlikeShout>) {
    return this.likes.unlike(caller, id);
  }

  @Answers(clickLink)
  clickLink(caller: SignedInCaller, input: CallArguments<typeof clickLink>) {
    return this.clicks.count(caller, input);
  }
}
