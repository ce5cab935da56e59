import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Conversions } from '../../community/search/conversions.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { searchTerms } from './shout-text.js';
import { ShoutSearchRepository } from './shout-search.repository.js';

/** The former index on whole words. */
const formerIndex = 'community_1_workplace_1_conversation_1_words_1';
const step = 500;

/**
 * Migrates shouts that were stored with words instead of terms (ADR 0051), so that searches find them; those with terms of an earlier
 * rule are converted in the background.
 */
@Injectable()
export class FillTerms implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly shouts: ShoutSearchRepository,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
    private readonly conversions: Conversions,
  ) {}

  onModuleInit() {
    this.conversions.register({
      name: 'shouts',
      places: (community) => this.shouts.workplaces(community),
      step: (place, after) => this.shouts.convert(place, after, searchTerms),
    });
  }

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
