import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ExtensionPoints } from './extension-points/extension-points.js';
import { CommentSubjects } from './conversations/comment-subjects.js';
import { ConversationStateRepository } from './conversations/conversation-state.repository.js';
import { ConversationRepository } from './conversations/conversation.repository.js';
import { SeenByOthers } from './conversations/seen-by-others.js';
import { ConversationPositions } from './conversations/conversation-positions.js';
import { GroupListRepository } from './conversations/group-list.repository.js';
import { ConversationMembers } from './conversations/conversation-members.js';
import { ConversationRights } from './conversations/conversation-rights.js';
import { Conversations } from './conversations/conversations.js';
import { FormerMemberRepository } from './memberships/former-member.repository.js';
import { MembershipRepository } from './memberships/membership.repository.js';
import { UserVisibility } from './memberships/user-visibility.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { SessionUses } from './sessions/session-uses.js';
import { CallGuard } from './calls/call-guard.js';
import { CallRoutes } from './calls/call-routes.js';
import { Callers } from './calls/callers.js';
import { Turns } from './calls/turns.js';
import { AccountAddressRepository } from './users/account-address.repository.js';
import { ProfileRepository } from './users/profile.repository.js';
import { LastAdmin } from './users/last-admin.js';
import { MemberBans } from './users/member-bans.js';
import { ConversionRepository } from './search/conversion.repository.js';
import { Conversions } from './search/conversions.js';
import { UserCards } from './users/user-cards.js';
import { UserRepository } from './users/user.repository.js';
import { Workplaces } from './workplaces/workplaces.js';

const shared = [
  Workplaces,
  UserRepository,
  AccountAddressRepository,
  ProfileRepository,
  UserCards,
  LastAdmin,
  MemberBans,
  MembershipRepository,
  FormerMemberRepository,
  UserVisibility,
  SessionRepository,
  SessionService,
  SessionUses,
  Turns,
  Callers,
  CallGuard,
  CallRoutes,
  ConversationRepository,
  ConversationStateRepository,
  GroupListRepository,
  SeenByOthers,
  CommentSubjects,
  ConversationRights,
  Conversations,
  ConversationPositions,
  ConversationMembers,
  ExtensionPoints,
  ConversionRepository,
  Conversions,
];

/** What services share about the community, available in every process. */
@Global()
@Module({ imports: [DiscoveryModule], providers: shared, exports: shared })
export class CommunityModule {}
