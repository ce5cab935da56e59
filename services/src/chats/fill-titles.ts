import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { GroupListRepository } from '../community/conversations/group-list.repository.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { titleFields } from '../community/conversations/conversation-members.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';

const step = 500;

/**
 * Migrates groups of earlier releases, whose titles have no looks: titles are searched by terms (ADR 0051), folded by the rule of
 * ADR 0067, and unique by their looks. Before the process is ready, since a title in use must not be given again.
 */
@Injectable()
export class FillTitles implements OnApplicationBootstrap {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly groups: GroupListRepository,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
  ) {}

  async onApplicationBootstrap() {
    await this.mongo.dropFormerIndex('conversations', 'community_1_workplace_1_title_words_1');
    await this.mongo.dropFormerIndex('conversations', 'community_1_workplace_1_title_key_1');
    for (const { id } of this.communities.all())
      for (const place of await this.heads.workplaces(tenantOf(id)))
        for (let rows = await this.groups.withoutLooks(place, step); rows.length > 0;) {
          for (const { _id, title } of rows) await this.groups.setTitleFields(place, _id, titleFields(title));
          rows = await this.groups.withoutLooks(place, step);
        }
  }
}
