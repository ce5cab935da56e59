import { Injectable } from '@nestjs/common';
import type { readActivities } from '@paddock/contract/calls/profiles';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';

/** What a member did lately, from the services of this process: each decides what the caller may see. */
@Injectable()
export class MemberActivities {
  constructor(
    private readonly visibility: UserVisibility,
    private readonly extensions: ExtensionPoints,
  ) {}

  /** @throws USER_NOT_FOUND */
  async list(
    caller: SignedInCaller,
    { id, count }: CallArguments<typeof readActivities>,
  ): Promise<CallReply<typeof readActivities>> {
    const member = await this.visibility.find(caller, id);
    const parts = [...this.extensions.all('activities').values()].map((part) => part(caller, id, count));
    const joined = { kind: 'joined' as const, id, created: member.created.toISOString() };
    const all = [...(await Promise.all(parts)).flat(), joined];
    const newest = all.sort((a, b) => (a.created < b.created ? 1 : a.created > b.created ? -1 : 0));
    return { activities: newest.slice(0, count) };
  }
}
