import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readInvitableGroups, sendInvitations, verifyInvitation } from '@paddock/contract/calls/invitations';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { InvitationsService } from './invitations.service.js';

@Controller()
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Answers(sendInvitations)
  send(caller: SignedInCaller, input: CallArguments<typeof sendInvitations>) {
    return this.invitations.send(caller, input);
  }

  @Answers(verifyInvitation)
  verify(caller: Caller, input: CallArguments<typeof verifyInvitation>) {
    return this.invitations.verify(caller, input);
  }

  @Answers(readInvitableGroups)
  groups(caller: SignedInCaller) {
    return this.invitations.groups(caller);
  }
}
