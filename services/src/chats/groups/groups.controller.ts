import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { browseGroups } from '@paddock/contract/calls/group-browsing';
import {
  createGroupLink,
  endGroupLink,
  joinGroupByLink,
  readGroupLink,
  verifyGroupLink,
} from '@paddock/contract/calls/group-links';
import {
  addGroupMembers,
  leaveGroup,
  liftGroupRemoval,
  removeGroupMember,
  setGroupOwner,
  setGroupReadOnly,
} from '@paddock/contract/calls/group-members';
import {
  acceptGroupRequest,
  askToJoinGroup,
  ignoreGroupRequest,
  readGroupRequests,
  verifyGroupRequest,
} from '@paddock/contract/calls/group-requests';
import {
  createGroup,
  deleteGroup,
  readGroup,
  readGroups,
  readGroupTitle,
  updateGroup,
} from '@paddock/contract/calls/groups';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { GroupBrowsing } from './group-browsing.js';
import { GroupLinkJoining } from './group-link-joining.js';
import { GroupLinksService } from './group-links.service.js';
import { GroupMembersService } from './group-members.service.js';
import { GroupRequestDecisions } from './group-request-decisions.js';
import { GroupRequestsService } from './group-requests.service.js';
import { GroupWritingService } from './group-writing.service.js';
import { GroupsService } from './groups.service.js';

@Controller()
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly writing: GroupWritingService,
    private readonly members: GroupMembersService,
    private readonly requests: GroupRequestsService,
    private readonly decisions: GroupRequestDecisions,
    private readonly links: GroupLinksService,
    private readonly linkJoining: GroupLinkJoining,
    private readonly browsing: GroupBrowsing,
  ) {}

  @Answers(readGroupTitle)
  readTitle(caller: SignedInCaller, input: CallArguments<typeof readGroupTitle>) {
    return this.groups.readTitle(caller, input);
  }

  @Answers(browseGroups)
  browse(caller: SignedInCaller, input: CallArguments<typeof browseGroups>) {
    return this.browsing.browse(caller, input);
  }

  @Answers(readGroups)
  readSelected(caller: SignedInCaller, input: CallArguments<typeof readGroups>) {
    return this.groups.readSelected(caller, input);
  }

  @Answers(readGroup)
  read(caller: SignedInCaller, input: CallArguments<typeof readGroup>) {
    return this.groups.read(caller, input);
  }

  @Answers(createGroup)
  create(caller: SignedInCaller, input: CallArguments<typeof createGroup>) {
    return this.writing.create(caller, input);
  }

  @Answers(updateGroup)
  update(caller: SignedInCaller, input: CallArguments<typeof updateGroup>) {
    return this.writing.update(caller, input);
  }

  @Answers(deleteGroup)
  delete(caller: SignedInCaller, { id }: CallArguments<typeof deleteGroup>) {
    return this.members.delete(caller, id);
  }

  @Answers(addGroupMembers)
  add(caller: SignedInCaller, input: CallArguments<typeof addGroupMembers>) {
    return this.members.add(caller, input);
  }

  @Answers(removeGroupMember)
  remove(caller: SignedInCaller, input: CallArguments<typeof removeGroupMember>) {
    return this.members.remove(caller, input);
  }

  @Answers(setGroupOwner)
  setOwner(caller: SignedInCaller, input: CallArguments<typeof setGroupOwner>) {
    return this.members.setOwner(caller, input);
  }

  @Answers(setGroupReadOnly)
  setReadOnly(caller: SignedInCaller, input: CallArguments<typeof setGroupReadOnly>) {
    return this.members.setReadOnly(caller, input);
  }

  @Answers(liftGroupRemoval)
  liftRemoval(caller: SignedInCaller, input: CallArguments<typeof liftGroupRemoval>) {
    return this.members.liftRemoval(caller, input);
  }

  @Answers(leaveGroup)
  leave(caller: SignedInCaller, input: CallArguments<typeof leaveGroup>) {
    return this.members.leave(caller, input);
  }

  @Answers(askToJoinGroup)
  ask(caller: SignedInCaller, input: CallArguments<typeof askToJoinGroup>) {
    return this.requests.ask(caller, input);
  }

  @Answers(readGroupRequests)
  readRequests(caller: SignedInCaller, input: CallArguments<typeof readGroupRequests>) {
    return this.requests.list(caller, input);
  }

  @Answers(verifyGroupRequest)
  verifyRequest(caller: Caller, input: CallArguments<typeof verifyGroupRequest>) {
    return this.decisions.verify(caller, input);
  }

  @Answers(acceptGroupRequest)
  acceptRequest(caller: Caller, input: CallArguments<typeof acceptGroupRequest>) {
    return this.decisions.decide(caller, input, 'granted');
  }

  @Answers(ignoreGroupRequest)
  ignoreRequest(caller: Caller, input: CallArguments<typeof ignoreGroupRequest>) {
    return this.decisions.decide(caller, input, 'denied');
  }

  @Answers(createGroupLink)
  createLink(caller: SignedInCaller, input: CallArguments<typeof createGroupLink>) {
    return this.links.create(caller, input);
  }

  @Answers(readGroupLink)
  readLink(caller: SignedInCaller, input: CallArguments<typeof readGroupLink>) {
    return this.links.read(caller, input);
  }

  @Answers(endGroupLink)
  endLink(caller: SignedInCaller, input: CallArguments<typeof endGroupLink>) {
    return this.links.end(caller, input);
  }

  @Answers(verifyGroupLink)
  verifyLink(caller: SignedInCaller, input: CallArguments<typeof verifyGroupLink>) {
    return this.linkJoining.verify(caller, input);
  }

  @Answers(joinGroupByLink)
  joinByLink(caller: SignedInCaller, input: CallArguments<typeof joinGroupByLink>) {
    return this.linkJoining.join(caller, input);
  }
}
