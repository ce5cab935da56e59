import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  deleteShout,
  editShout,
  likeShout,
  postShout,
  readAudience,
  readComments,
  readShout,
  readShouts,
  suggestMentions,
  unlikeShout,
} from '@paddock/contract/calls/shouts';
import { clickLink } from '@paddock/contract/calls/shout-links';
import { markViewed, readLikers, readMemberShouts, readViews, shareShout } from '@paddock/contract/calls/shout-readers';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { LinkClicks } from './links/link-clicks.js';
import { LikesService } from './writing/likes.service.js';
import { PostingService } from './writing/posting.service.js';
import { RevisingService } from './writing/revising.service.js';
import { Audience } from './reading/audience.js';
import { Likers } from './reading/likers.js';
import { MemberShouts } from './reading/member-shouts.js';
import { ShareLinks } from './reading/share-links.js';
import { ViewCounts } from './reading/view-counts.js';
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
    private readonly audience: Audience,
    private readonly clicks: LinkClicks,
    private readonly memberShouts: MemberShouts,
    private readonly likers: Likers,
    private readonly views: ViewCounts,
    private readonly links: ShareLinks,
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

  @Answers(readMemberShouts)
  ofMember(caller: SignedInCaller, input: CallArguments<typeof readMemberShouts>) {
    return this.memberShouts.list(caller, input);
  }

  @Answers(readLikers)
  readLikers(caller: SignedInCaller, input: CallArguments<typeof readLikers>) {
    return this.likers.list(caller, input);
  }

  @Answers(readViews)
  readViews(caller: SignedInCaller, input: CallArguments<typeof readViews>) {
    return this.views.read(caller, input);
  }

  @Answers(markViewed)
  markViewed(caller: SignedInCaller, input: CallArguments<typeof markViewed>) {
    return this.views.mark(caller, input);
  }

  @Answers(shareShout)
  share(caller: SignedInCaller, input: CallArguments<typeof shareShout>) {
    return this.links.of(caller, input);
  }

  @Answers(readAudience)
  readAudience(caller: SignedInCaller, { id }: CallArguments<typeof readAudience>) {
    return this.audience.of(caller, id);
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
