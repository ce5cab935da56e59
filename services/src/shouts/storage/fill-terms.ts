import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { searchTerms } from '../writing/shout-text.js';
import { ShoutSearchRepository } from './shout-search.repository.js';

/** The former index on whole words. */
const formerIndex = 'community_1_workplace_1_conversation_1_words_1';
const step = 500;

/** Migrates shouts that were stored with words instead of terms (ADR 0051), so that searches find them. */
@Injectable()
export class FillTerms implements OnApplicationBootstrap {
  constructor(
    private readonly shouts: ShoutSearchRepository,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
  ) {}

  async onApplicationBootstrap() {
    await this.mongo.dropFormerIndex('shouts', formerIndex);
    for (const { id } of this.communities.all())
      for (const place of await this.shouts.workplaces(tenantOf(id)))
        for (let rows = await this.shouts.withoutTerms(place, step); rows.length > 0;) {
          await this.shouts.setTerms(
            place,
            rows.map(({ _id, text }) => ({ _id, text, terms: searchTerms(text) })),
          );
          rows = await this.shouts.withoutTerms(place, step);
        }
  }
}
