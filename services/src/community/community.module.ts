import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ServiceAnswers } from './extension-points/service-answers.js';
import { ConversationStateRepository } from './conversations/conversation-state.repository.js';
import { ConversationRepository } from './conversations/conversation.repository.js';
import { KeptConversations } from './conversations/kept-conversations.js';
import { Conversations } from './conversations/conversations.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import { ErrorFilter } from '../infrastructure/errors/error-filter.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { MembershipRepository } from './memberships/membership.repository.js';
import { Sight } from './memberships/sight.js';
import { CommunityAddress } from '../infrastructure/links/community-address.js';
import { LinkTokens } from '../infrastructure/links/link-tokens.js';
import { StandingLinks } from '../infrastructure/links/standing-links.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbound } from '../infrastructure/outbound/outbound.js';
import { SessionRepository } from './sessions/session.repository.js';
import { SessionService } from './sessions/session.service.js';
import { LastAdmin } from './users/last-admin.js';
import { UserCards } from './users/user-cards.js';
import { UserRepository } from './users/user.repository.js';

const shared = [
  UserRepository,
  UserCards,
  LastAdmin,
  MembershipRepository,
  Sight,
  SessionRepository,
  SessionService,
  ConversationRepository,
  ConversationStateRepository,
  KeptConversations,
  Conversations,
  ServiceAnswers,
  LinkTokens,
  StandingLinks,
  CommunityAddress,
];

/** What every service builds on, in every process. */
@Global()
@Module({})
export class PlatformModule {
  static with(environment: Environment, logger: Logger): DynamicModule {
    const values = [
      { provide: ENVIRONMENT, useValue: environment },
      { provide: LOGGER, useValue: logger },
      { provide: Mongo, useFactory: () => new Mongo(environment).connect() },
      { provide: Outbound, useFactory: () => new Outbound(environment) },
    ];
    return {
      module: PlatformModule,
      providers: [...values, ...shared, { provide: APP_FILTER, useClass: ErrorFilter }],
      exports: [...values, ...shared],
    };
  }
}
