import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { titleFields } from '../community/conversations/conversation-members.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { tenantOf } from '../infrastructure/tenancy/tenant.js';

const step = 500;

/** Migrates groups that were stored with the words of their titles instead of terms (ADR 0051), so that searches find them. */
@Injectable()
export class FillTitleTerms implements OnApplicationBootstrap {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
  ) {}

  async onApplicationBootstrap() {
    await this.mongo.dropFormerIndex('conversations', 'community_1_workplace_1_title_words_1');
    for (const { id } of this.communities.all())
      for (const place of await this.heads.workplaces(tenantOf(id)))
        for (let rows = await this.heads.withoutTitleTerms(place, step); rows.length > 0;) {
          await this.heads.setTitleTerms(
            place,
            rows.map((row) => ({ ...row, ...titleFields(row.title) })),
          );
          rows = await this.heads.withoutTitleTerms(place, step);
        }
  }
}
