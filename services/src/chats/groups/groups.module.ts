import { Module } from '@nestjs/common';
import { DeletedGroupRepository } from './deleted-group.repository.js';
import { GroupAccess } from './group-access.js';
import { GroupBroadcast } from './group-broadcast.js';
import { GroupBrowsing } from './group-browsing.js';
import { GroupDeletion } from './group-deletion.js';
import { GroupDeparture } from './group-departure.js';
import { GroupErasure } from './group-erasure.js';
import { GroupJoining } from './group-joining.js';
import { GroupLinkJoining } from './group-link-joining.js';
import { GroupLinkRepository } from './group-link.repository.js';
import { GroupLinksService } from './group-links.service.js';
import { GroupMemberLists } from './group-member-lists.js';
import { GroupMembersService } from './group-members.service.js';
import { GroupNotifications } from './group-notifications.js';
import { GroupRequestCases } from './group-request-cases.js';
import { GroupRequestDecisions } from './group-request-decisions.js';
import { GroupRequestMails } from './group-request-mails.js';
import { GroupRequestRepository } from './group-request.repository.js';
import { GroupRequestsService } from './group-requests.service.js';
import { GroupWritingService } from './group-writing.service.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';

@Module({
  controllers: [GroupsController],
  providers: [
    DeletedGroupRepository,
    GroupAccess,
    GroupBroadcast,
    GroupBrowsing,
    GroupDeletion,
    GroupDeparture,
    GroupErasure,
    GroupJoining,
    GroupMemberLists,
    GroupLinkJoining,
    GroupLinkRepository,
    GroupLinksService,
    GroupMembersService,
    GroupNotifications,
    GroupRequestCases,
    GroupRequestDecisions,
    GroupRequestMails,
    GroupRequestRepository,
    GroupRequestsService,
    GroupWritingService,
    GroupsService,
  ],
  exports: [GroupDeparture, GroupRequestRepository],
})
export class GroupsModule {}
