import { Injectable } from '@nestjs/common';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { isDeleted, ShoutAccess } from '../reading/shout-access.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { EventShouts } from './event-shouts.js';

/** A shout that a recipient may read now, with what a notification says about it. */
interface ReadableShout {
  row: ShoutRow;
  access: ConversationAccess;
  /** The author's name. */
  who: string;
  /** The group's title; empty in a direct chat. */
  where: string;
  /** Below the hash. */
  address: string;
}

/** Shouts as recipients of notifications may read them. */
@Injectable()
export class ReadableShouts {
  constructor(
    private readonly shouts: EventShouts,
    private readonly users: UserRepository,
    private readonly shoutAccess: ShoutAccess,
  ) {}

  async present(tenant: Tenant, id: string): Promise<ShoutRow | null> {
    const row = await this.shouts.byId(tenant, id);
    return row && !isDeleted(row) ? row : null;
  }

  /** Undefined if the member may not read it now. */
  async read(tenant: Tenant, id: string, reader: UserRow): Promise<ReadableShout | undefined> {
    const row = await this.present(tenant, id);
    const author = row && (await this.users.byId(tenant, row.author));
    const access = author && (await this.shoutAccess.accessTo(tenant, reader, row));
    if (!access) return undefined;
    const { kind, title } = access.conversation;
    return {
      row,
      access,
      who: author.fullname,
      where: kind === 'direct' ? '' : title,
      address: addressOf(row, access),
    };
  }
}

/**
 * A shout in its conversation, or by itself for an author who posted into a group from outside; for a comment, the shout or the record
 * with all its comments.
 */
const addressOf = ({ _id, in_reply_to }: ShoutRow, { entry_id, comments_address, reads }: ConversationAccess) =>
  comments_address !== undefined
    ? `${comments_address}?comment=${_id}`
    : in_reply_to === undefined
      ? reads
        ? `/main/conversation/${entry_id}?shout=${_id}`
        : `/main/shout/${_id}`
      : `/main/shout/${in_reply_to}?comment=${_id}`;
