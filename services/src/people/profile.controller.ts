import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { findMember, readProfile } from '@paddock/contract/calls/people';
import { blockMember, readActivities, readAdmins, setRole, unblockMember } from '@paddock/contract/calls/profiles';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { MemberActivities } from './member-activities.js';
import { MemberBlocks } from './member-blocks.js';
import { MemberRoles } from './member-roles.js';
import { ProfileService } from './profile.service.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly memberActivities: MemberActivities,
    private readonly blocks: MemberBlocks,
    private readonly roles: MemberRoles,
  ) {}

  @Answers(findMember)
  named(caller: SignedInCaller, { username }: CallArguments<typeof findMember>) {
    return this.profiles.named(caller, username);
  }

  @Answers(readProfile)
  profile(caller: SignedInCaller, input: CallArguments<typeof readProfile>) {
    return this.profiles.read(caller, input);
  }

  @Answers(readActivities)
  activities(caller: SignedInCaller, input: CallArguments<typeof readActivities>) {
    return this.memberActivities.list(caller, input);
  }

  @Answers(blockMember)
  async block(caller: SignedInCaller, { id }: CallArguments<typeof blockMember>) {
    await this.blocks.block(caller, id);
    return this.profiles.readAfterChange(caller, id);
  }

  @Answers(unblockMember)
  async unblock(caller: SignedInCaller, { id }: CallArguments<typeof unblockMember>) {
    await this.blocks.unblock(caller, id);
    return this.profiles.readAfterUnblock(caller, id);
  }

  @Answers(readAdmins)
  admins(caller: SignedInCaller) {
    return this.roles.list(caller);
  }

  @Answers(setRole)
  async setRole(caller: SignedInCaller, input: CallArguments<typeof setRole>) {
    await this.roles.set(caller, input);
    return this.profiles.readAfterChange(caller, input.id);
  }
}
