import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { conversionStep } from '../../community/search/conversions.js';
import { beginsWith, termOf, wordsOf } from '../../community/search/words.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { byTime, shoutSchema, type ShoutRow } from './shout.schema.js';

/** Conversations of one search: MongoDB merges up to 200 index ranges in order, and sorts all matches of more. */
const mergedConversations = 200;
/** The newest shouts that are compared with frequent words, and those of a word that are compared with the others. */
const maxCompared = 500;
const newestFirst = { _id: -1 } as const;

interface Search {
  words: readonly string[];
  limit: number;
  withoutComments: boolean;
}

/** `more`: there are more than the limit, or there may be. */
export interface FoundShouts {
  rows: ShoutRow[];
  more: boolean;
}

/** Whether a word selects shouts: one letter would select nearly all. */
export const isSearchable = (word: string): boolean => Array.from(word).length > 1;

function hasWords(text: string, beginnings: readonly string[]): boolean {
  const words = wordsOf(text);
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

function chunks(all: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** Finds shouts by their terms. */
@Injectable()
export class ShoutSearchRepository extends TenantRepository<ShoutRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'shouts', shoutSchema, ['terms']);
  }

  /**
   * The newest shouts of these conversations with words of these beginnings. Rare words select; frequent ones are among the newest
   * shouts. At most {@link maxCompared} shouts in {@link mergedConversations} conversations are compared with several words (ADR 0051).
   */
  async search(tenant: Tenant, conversations: readonly string[], search: Search): Promise<FoundShouts> {
    const { limit } = search;
    const parts = chunks(conversations, mergedConversations);
    const found = await Promise.all(parts.map((part) => this.searchIn(tenant, part, search)));
    const rows = found.flatMap((part) => part.rows).sort((a, b) => (a._id < b._id ? 1 : -1));
    return { rows: rows.slice(0, limit), more: rows.length > limit || found.some(({ more }) => more) };
  }

  private async searchIn(
    tenant: Tenant,
    part: readonly string[],
    { words, limit, withoutComments }: Search,
  ): Promise<FoundShouts> {
    const conversation = { $in: [...part] };
    const { terms, isRare } = await this.rarestFirst(tenant, conversation, words);
    const all: TenantFilter<ShoutRow> = {
      $and: terms.map((one) => ({ terms: one })),
      ...(withoutComments && { in_reply_to: { $exists: false } }),
    };
    // The ends of words that are longer than terms are compared with the text.
    const areTerms = words.every((word) => termOf(word) === word);
    const wanted = areTerms ? limit + 1 : maxCompared;
    const selected = (rows: readonly ShoutRow[], isCut: boolean): FoundShouts => {
      const found = areTerms ? rows : rows.filter(({ text }) => hasWords(text, words));
      const more = found.length > limit || isCut || (!areTerms && rows.length === maxCompared);
      return { rows: found.slice(0, limit), more };
    };
    if (!isRare) {
      const first = { sort: newestFirst, limit: maxCompared, index: byTime };
      const newest = selected(await this.findAmong(tenant, { conversation }, first, all, wanted), false);
      if (newest.rows.length === limit && newest.more) return newest;
    }
    if (isRare || terms.length === 1)
      return selected(await this.find(tenant, { conversation, ...all }, { sort: newestFirst, limit: wanted }), false);
    const first = { sort: newestFirst, limit: maxCompared };
    return selected(await this.findAmong(tenant, { conversation, terms: terms[0]! }, first, all, wanted), true);
  }

  /** The conditions of the words, that of the rarest first; rare is a word of fewer shouts than are compared. */
  private async rarestFirst(tenant: Tenant, conversation: { $in: string[] }, words: readonly string[]) {
    const counted = await Promise.all(
      words.map(async (word) => {
        const terms = beginsWith(termOf(word));
        if (!isSearchable(word)) return { terms, count: Infinity };
        return { terms, count: await this.count(tenant, { conversation, terms }, { limit: maxCompared }) };
      }),
    );
    counted.sort((a, b) => a.count - b.count);
    return { terms: counted.map(({ terms }) => terms), isRare: counted[0]!.count < maxCompared };
  }

  /** The tenants of the community with any shouts. */
  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.tenantsWithRows(tenant);
  }

  /** Shouts that were stored with the former words instead of terms. */
  withoutTerms(tenant: Tenant, limit: number): Promise<ShoutRow[]> {
    return this.find(tenant, { words: { $gte: '' } }, { limit });
  }

  /**
   * Derives the terms of the shouts behind a place, in the order of threads and positions; returns the next place, undefined at the
   * end. Conversations and comments have a thread each, so a step takes several.
   */
  async convert(tenant: Tenant, after: string, termsIn: (text: string) => string[]): Promise<string | undefined> {
    let [thread = '', position = '0'] = after.split(' ');
    for (let left = conversionStep; left > 0;) {
      const filter = { thread, position: { $gt: Number(position) } };
      const options = { sort: { position: 1 }, limit: left } as const;
      const rows = await this.findParts(tenant, filter, ['text', 'terms', 'position'], options);
      const changed = rows
        .map(({ _id, text, terms }) => ({ _id, text, terms: termsIn(text), former: terms }))
        .filter(({ terms, former }) => !isDeepStrictEqual(terms, former));
      if (changed.length > 0) await this.setTerms(tenant, changed);
      left -= rows.length + 1;
      if (rows.length > 0) position = String(rows.at(-1)!.position);
      if (rows.length === options.limit) break;
      const [next] = await this.findParts(tenant, { thread: { $gt: thread } }, ['thread'], {
        sort: { thread: 1 },
        limit: 1,
      });
      if (!next) return undefined;
      [thread, position] = [next.thread, '0'];
    }
    return `${thread} ${position}`;
  }

  /** Leaves out shouts whose text has been edited since these rows were read: they have the terms of their new text. */
  async setTerms(tenant: Tenant, rows: readonly Pick<ShoutRow, '_id' | 'text' | 'terms'>[]): Promise<void> {
    const changes = rows.map(({ _id, text, terms }) => ({
      filter: { _id, text },
      update: { $set: { terms }, $unset: { words: '' as const } },
    }));
    await this.changeEach(tenant, changes, {});
  }
}
