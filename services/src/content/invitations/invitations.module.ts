import { Module } from '@nestjs/common';
import { InvitableGroups } from './invitable-groups.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { InvitedMembers } from './invited-members.js';

@Module({
  controllers: [InvitationsController],
  providers: [InvitationRepository, InvitableGroups, InvitationsService, InvitedMembers],
})
export class InvitationsModule {}
