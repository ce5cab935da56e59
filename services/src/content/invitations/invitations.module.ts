import { Module } from '@nestjs/common';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { InvitedMembers } from './invited-members.js';

@Module({
  controllers: [InvitationsController],
  providers: [InvitationRepository, InvitationsService, InvitedMembers],
})
export class InvitationsModule {}
