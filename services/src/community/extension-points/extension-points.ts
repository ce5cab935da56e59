import { Injectable } from '@nestjs/common';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { Item } from '@paddock/contract/calls/items';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../calls/caller.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';

/** What services know a member by who goes. Kept until the last of them has forgotten. */
export type DeletedMember = Pick<UserRow, '_id' | 'username_key' | 'held_email'>;

/** A home page as its members see it: the picture's address is signed for the caller. */
export type HomeItem = Pick<Item, 'description' | 'image_url' | 'url' | 'event'>;

/**
 * What a service can offer the others without being imported by them: each key with its question and answer. A service
 * that needs an answer asks for the key and does without it when nobody offers it.
 */
export interface ExtensionPointTypes {
  /** Unread things behind a tab's badge. */
  badge: (tenant: Tenant, user: UserRow) => Promise<number>;
  /** Shouts with a word, newest first, only what the user may read. */
  search_shouts: (tenant: Tenant, user: UserRow, query: string, limit: number) => Promise<ShoutCard[]>;
  /** The event that the caller may see and that is on now, else the next that begins within `ms`. */
  featured_event: (caller: SignedInCaller, ms: number) => Promise<PaddockEvent | undefined>;
  /** An event by its id, if the caller may see it. */
  event: (caller: SignedInCaller, id: string) => Promise<PaddockEvent | undefined>;
  /** What admins wrote for the workplace's home page, as long as it holds. */
  home_item: (caller: SignedInCaller) => Promise<HomeItem | undefined>;
  /** One line about a record, for mails and pushes; nothing when the user may not read it. */
  preview: (tenant: Tenant, user: UserRow, id: string) => Promise<string | undefined>;
  /** Titles of a dynamic list's entries, in their order: what a sign-up or profile field of that subtype may hold. */
  list_choices: (tenant: Tenant, subtype: string) => Promise<string[]>;
  /**
   * Everything kept about a member in the whole community, for their data export: JSON by the file's name without its ending. What can
   * be long is an async iterable, which is read piece by piece.
   */
  export: (tenant: Tenant, user: UserRow) => Promise<Record<string, unknown>>;
  /**
   * Removes what is kept about a member who goes, in the whole community. Their record is gone already. It may be asked again after it
   * failed half way, or was done.
   */
  forget: (tenant: Tenant, leaver: DeletedMember) => Promise<void>;
}

@Injectable()
export class ExtensionPoints {
  private readonly offered = new Map<string, ExtensionPointTypes[keyof ExtensionPointTypes]>();

  /** Offers an answer, at start. `service` is the service's folder. */
  provide<K extends keyof ExtensionPointTypes>(kind: K, service: string, answer: ExtensionPointTypes[K]): void {
    this.offered.set(`${kind}/${service}`, answer);
  }

  /** What the services of this process offer, by service. */
  all<K extends keyof ExtensionPointTypes>(kind: K): Map<string, ExtensionPointTypes[K]> {
    const prefix = `${kind}/`;
    const found = [...this.offered].filter(([key]) => key.startsWith(prefix));
    return new Map(found.map(([key, answer]) => [key.slice(prefix.length), answer as ExtensionPointTypes[K]]));
  }
}
