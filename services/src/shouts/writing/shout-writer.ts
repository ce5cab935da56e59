import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Conversations } from '../../community/conversations/conversations.js';
import { FilesService } from '../../community/files/files.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import { WriteBatcher } from '../../infrastructure/mongo/write-batcher.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LinkPreviews } from '../links/link-previews.js';
import { PollEndRepository } from '../polls/poll-end.repository.js';
import { previewOf } from './shout-text.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** A checked shout; the write adds its position and files. */
export interface NewShout {
  row: Omit<NewRow<ShoutRow>, 'position'>;
  /** URLs of uploaded files. */
  images: readonly string[];
  files: readonly string[];
}

interface PendingShout {
  tenant: Tenant;
  shout: NewShout;
}

const maxBatch = 50;

/** Writes shouts; concurrent ones of a tenant share a transaction ({@link WriteBatcher}). */
@Injectable()
export class ShoutWriter {
  private readonly batcher = new WriteBatcher<PendingShout, ShoutRow>(
    (batch) =>
      this.mongo.transaction((session) =>
        this.store(
          batch[0]!.tenant,
          batch.map(({ shout }) => shout),
          session,
        ),
      ),
    (batch) => batch.length < maxBatch,
  );

  constructor(
    private readonly mongo: Mongo,
    private readonly conversations: Conversations,
    private readonly shouts: ShoutRepository,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
    private readonly previews: LinkPreviews,
    private readonly pollEnds: PollEndRepository,
  ) {}

  /** Resolves when the shout and its event are durable. @throws FILE_NOT_FOUND, GROUP_NOT_FOUND; a duplicate key error for a resend */
  write(tenant: Tenant, shout: NewShout): Promise<ShoutRow> {
    return this.batcher.add(`${tenant.community} ${tenant.workplace}`, { tenant, shout });
  }

  private async store(tenant: Tenant, shouts: readonly NewShout[], session: ClientSession): Promise<ShoutRow[]> {
    const created = new Date();
    const heads = shouts.map(({ row: { _id: id, conversation, author: user, text } }) => {
      return { id, conversation, user, text: previewOf(text), created };
    });
    const positions = await this.conversations.advance(tenant, heads, { session });
    const rows: ShoutRow[] = [];
    for (const [index, { row, ...attached }] of shouts.entries()) {
      const attach = (addresses: readonly string[], imagesOnly = false) =>
        this.files.attach(tenant, row.author, addresses, { kind: 'shout', id: row._id }, { session, imagesOnly });
      const images = await attach(attached.images, true);
      const files = await attach(attached.files);
      rows.push({ ...row, ...ownerOf(tenant), images, files, created, position: positions[index]! });
    }
    await this.shouts.addAll(tenant, rows, { session });
    for (const row of rows) await this.previews.queue(tenant, row, session);
    for (const { _id, conversation, author, poll } of rows)
      if (poll?.end) await this.pollEnds.add(tenant, { _id, conversation, author, end: poll.end }, { session });
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
