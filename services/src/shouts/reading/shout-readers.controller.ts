import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { markViewed, readLikers, readMemberShouts, readViews, shareShout } from '@paddock/contract/calls/shout-readers';
import { readAudience } from '@paddock/contract/calls/shouts';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Audience } from './audience.js';
import { Likers } from './likers.js';
import { MemberShouts } from './member-shouts.js';
import { ShareLinks } from './share-links.js';
import { ViewCounts } from './view-counts.js';

@Controller()
export class ShoutReadersController {
  constructor(
    private readonly audience: Audience,
    private readonly memberShouts: MemberShouts,
    private readonly likers: Likers,
    private readonly views: ViewCounts,
    private readonly links: ShareLinks,
  ) {}

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
}
