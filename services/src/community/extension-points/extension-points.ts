import { Injectable } from '@nestjs/common';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { HomeSections } from '@paddock/contract/calls/home';
import type { Item } from '@paddock/contract/calls/items';
import type { Activity } from '@paddock/contract/calls/profiles';
import type { ShoutCard } from '@paddock/contract/calls/shouts';
import type { Permission } from '@paddock/contract/core/permissions';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../calls/caller.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';
import type { Reportable } from './reportable.js';

/** Identifiers of a deleted member; kept until every service has erased its data. */
export type DeletedMember = Pick<UserRow, '_id' | 'username_key' | 'held_email'>;

/** A home page as its members see it: the picture's address is signed for the caller. */
export type HomeItem = Pick<Item, 'description' | 'image_url' | 'crop' | 'url' | 'event'>;

/** What decides access by plan: `amount` in minor units. */
export interface PlanTerms {
  title: string;
  amount: number;
}

/** What a member may do with the comments of a record that they may read. */
export interface SubjectAccess {
  /** The record's title, for notifications. */
  title: string;
  /** Deletes comments of others. */
  manages: boolean;
  can_comment: boolean;
  reason?: 'read_only';
}

/** A kind of record that carries a thread of comments: an event, a notice. */
export interface CommentSubject {
  /** What reading the record needs: its thread is off where the record is. */
  readonly permission: Permission;
  /** The page with the record's comments, below the hash. */
  address(id: string): string;
  /** By user id, for those of these members who may read the record now. */
  access(tenant: Tenant, users: readonly UserRow[], id: string): Promise<ReadonlyMap<string, SubjectAccess>>;
  /**
   * Readers whom the caller may know as such, to mention beside the authors of the comments; undefined when all members of the
   * workplace may read the record.
   */
  knownReaders(caller: SignedInCaller, id: string): Promise<readonly string[] | undefined>;
  /** Counts comments in the caller's transaction; false for a record that no longer exists. */
  count(tenant: Tenant, id: string, added: number, session: ClientSession): Promise<boolean>;
}

/**
 * The extension points: functions (for `reportable` an object of them) that one service provides and others call without importing
 * it. A caller must work without a provider, since not every process runs every service.
 */
export interface ExtensionPointTypes {
  /** The unread count on a tab's badge; of a notices tab by its namespace. */
  badge: (tenant: Tenant, user: UserRow, namespace: string) => Promise<number>;
  /** Searches the shouts that the user may read; returns the newest first. `more`: there are others, or there may be. */
  search_shouts: (
    tenant: Tenant,
    user: UserRow,
    query: string,
    limit: number,
  ) => Promise<{ shouts: ShoutCard[]; more: boolean }>;
  /**
   * What a tab contributes to the home page of a caller; the provider's name is the tab. It decides what the caller may see. `event` is
   * the event that the admins feature.
   */
  home_section: (caller: SignedInCaller, featured: { event?: string | undefined }) => Promise<HomeSections>;
  /** An event by its id, if the caller may see it. */
  event: (caller: SignedInCaller, id: string) => Promise<PaddockEvent | undefined>;
  /** A kind of record that carries comments; the provider's name is the kind. */
  comment_subject: CommentSubject;
  /** Ids of the members with a comment on a record. */
  commenters: (tenant: Tenant, kind: string, id: string) => Promise<string[]>;
  /**
   * Notes, in the transaction of a sign-up, that the new member comes by an invitation; it counts after verification and approval. Ignores
   * an invalid or used token: one can sign up without.
   */
  accept_invitation: (tenant: Tenant, token: string, user: string, session: ClientSession) => Promise<void>;
  /** The home page that admins wrote for the workplace; undefined after its validity. */
  home_item: (caller: SignedInCaller) => Promise<HomeItem | undefined>;
  /** The community's plans by id, hidden ones too. */
  plans: (tenant: Tenant) => Promise<ReadonlyMap<string, PlanTerms>>;
  /** Reads the member's purchases of a plan again where they were made. */
  verify_subscription: (tenant: Tenant, user: string) => Promise<void>;
  /** Titles of a dynamic list's entries, in their order: the values that a sign-up or profile field of that subtype accepts. */
  list_choices: (tenant: Tenant, subtype: string) => Promise<string[]>;
  /** The newest activities of a member, given by id, that the caller may see; at most so many. */
  activities: (caller: SignedInCaller, member: string, count: number) => Promise<Activity[]>;
  /**
   * Adds the first rows of a tab to a workplace of a demo community, if the tab has none there, as written by this member. The provider's
   * name is the tab.
   */
  demo: (tenant: Tenant, author: string) => Promise<void>;
  /** Content that members can report; the service owns the content and its deletion. */
  reportable: Reportable;
  /**
   * The member's data in the whole community, for the data export: JSON values by file name without extension. A value that can be
   * long is an async iterable, which is read piece by piece.
   */
  export: (tenant: Tenant, user: UserRow) => Promise<Record<string, unknown>>;
  /**
   * Erases the data of a member in the whole community, after the member's own record was deleted. Must be repeatable: it runs
   * again after a failure half way, and after a success.
   */
  forget: (tenant: Tenant, member: DeletedMember) => Promise<void>;
}

@Injectable()
export class ExtensionPoints {
  private readonly providers = new Map<string, ExtensionPointTypes[keyof ExtensionPointTypes]>();

  /** Registers a provider at start. `service` is the service's folder. */
  provide<K extends keyof ExtensionPointTypes>(point: K, service: string, provider: ExtensionPointTypes[K]): void {
    this.providers.set(`${point}/${service}`, provider);
  }

  /** The providers in this process, by service. */
  all<K extends keyof ExtensionPointTypes>(point: K): Map<string, ExtensionPointTypes[K]> {
    const prefix = `${point}/`;
    const found = [...this.providers].filter(([key]) => key.startsWith(prefix));
    return new Map(found.map(([key, provider]) => [key.slice(prefix.length), provider as ExtensionPointTypes[K]]));
  }
}
