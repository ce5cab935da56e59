import type { ReportKind } from '@paddock/contract/calls/moderation';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { SignedInCaller } from '../calls/caller.js';
import type { UserRow } from '../users/user.schema.js';

/** Reported content at one moment, by ids. */
export interface ReportableContent {
  /** The member whose content it is; of a report about a member, that member. */
  author?: string | undefined;
  /** Another member who answers for it, such as an event's organizer. */
  organizer?: string | undefined;
  title?: string;
  text: string;
  /** The conversation of a shout. `subject`: a comment on a record such as an event. It and a private one have no title. */
  where?: { kind: 'everybody' | 'group' | 'direct' | 'subject'; title: string };
  /** Ids of stored files. */
  images: readonly string[];
  files: readonly string[];
  created?: Date;
}

/** A neighbour of reported content in its conversation. */
export interface Neighbour {
  author: string;
  text: string;
  created: Date;
}

/** What a service offers for one kind of content, so that the queue of reports needs none of its code. */
export interface Reportable {
  readonly kind: ReportKind;
  /**
   * The content, for its reporter.
   *
   * @throws the same as reading it; FORBIDDEN for the caller's own
   */
  find(caller: SignedInCaller, id: string): Promise<ReportableContent>;
  /** The content as it is now; undefined once it is gone. */
  now(tenant: Tenant, id: string): Promise<ReportableContent | undefined>;
  /** The neighbours that admins may read anyway. */
  around?(tenant: Tenant, id: string): Promise<{ before?: Neighbour; after?: Neighbour }>;
  /** @throws where this admin may not remove the content; not for content that is gone */
  checkRemoval(tenant: Tenant, admin: UserRow, id: string): Promise<void>;
  /** Removes it as a deletion by an admin. Repeatable. */
  remove(tenant: Tenant, admin: string, id: string): Promise<void>;
}
