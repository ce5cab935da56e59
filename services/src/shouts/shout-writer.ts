import { Injectable } from '@nestjs/common';
import { type ClientSession, MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { Conversations } from '../platform/conversations/conversations.js';
import { FilesService } from '../platform/files/files.service.js';
import { Mongo } from '../platform/mongo/mongo.js';
import type { NewRow } from '../platform/mongo/tenant-repository.js';
import { Outbox } from '../platform/outbox/outbox.js';
import type { Tenant } from '../platform/tenancy/tenant.js';
import { previewOf } from './shout-text.js';
import { ShoutRepository } from './shout.repository.js';
import type { ShoutRow } from './shout.schema.js';

/** A shout for which every rule was checked; position and files follow when it is written. */
export interface NewShout {
  row: Omit<NewRow<ShoutRow>, 'position'>;
  /** Addresses of uploaded files. */
  images: readonly string[];
  files: readonly string[];
}

interface Waiting extends NewShout {
  done: (row: ShoutRow) => void;
  failed: (error: unknown) => void;
}

const mostAtOnce = 50;

/**
 * Writes the shouts of a tenant that arrive while another write is under way together, in one transaction: a commit costs the
 * same for one shout as for many, and two transactions on one conversation would conflict and be tried again. What cannot
 * be written together is written one by one, so that nobody's shout fails for another's reason.
 */
@Injectable()
export class ShoutWriter {
  private readonly queues = new Map<string, Waiting[]>();

  constructor(
    private readonly mongo: Mongo,
    private readonly conversations: Conversations,
    private readonly shouts: ShoutRepository,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
  ) {}

  /** Settles when the shout is durable, with its event. @throws FILE_NOT_FOUND, GROUP_NOT_FOUND, a duplicate key for a resend. */
  write(tenant: Tenant, shout: NewShout): Promise<ShoutRow> {
    const key = `${tenant.community} ${tenant.workplace}`;
    return new Promise((done, failed) => {
      const queue = this.queues.get(key);
      if (queue) queue.push({ ...shout, done, failed });
      else {
        const started = [{ ...shout, done, failed }];
        this.queues.set(key, started);
        void this.work(tenant, key, started);
      }
    });
  }

  private async work(tenant: Tenant, key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const together = queue.splice(0, mostAtOnce);
      if (!(await this.tried(tenant, together))) for (const one of together) await this.tried(tenant, [one]);
    }
    this.queues.delete(key);
  }

  /** False when several failed together, which says nothing of each, unless the database is away: that is everybody's reason. */
  private async tried(tenant: Tenant, shouts: readonly Waiting[]): Promise<boolean> {
    try {
      const rows = await this.mongo.transaction((session) => this.store(tenant, shouts, session));
      shouts.forEach(({ done }, index) => done(rows[index]!));
    } catch (error) {
      const isAway = error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
      if (shouts.length > 1 && !isAway) return false;
      shouts.forEach(({ failed }) => failed(error));
    }
    return true;
  }

  private async store(tenant: Tenant, shouts: readonly NewShout[], session: ClientSession): Promise<ShoutRow[]> {
    const created = new Date();
    const heads = shouts.map(({ row: { _id: id, conversation, author: user, text } }) => {
      return { id, conversation, user, text: previewOf(text), created };
    });
    const positions = await this.conversations.advance(tenant, heads, { session });
    const rows: ShoutRow[] = [];
    for (const [index, { row, ...attached }] of shouts.entries()) {
      const attach = (addresses: readonly string[]) =>
        this.files.attach(tenant, row.author, addresses, { kind: 'shout', id: row._id }, { session });
      const images = await attach(attached.images);
      const files = await attach(attached.files);
      rows.push({ ...row, ...ownerOf(tenant), images, files, created, position: positions[index]! });
    }
    await this.shouts.addAll(tenant, rows, { session });
    await this.outbox.add(
      session,
      ...rows.map(
        ({ _id: shout, conversation, author, mentions }) =>
          ({
            kind: 'ShoutPosted',
            tenant,
            conversation,
            author,
            shout,
            ...(mentions.length === 0 && { mentioned: false as const }),
          }) as const,
      ),
    );
    return rows;
  }
}

const ownerOf = ({ community, workplace }: Tenant) => ({ community, workplace });
