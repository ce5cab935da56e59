import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Conversations } from '../../community/conversations/conversations.js';
import { FilesService } from '../../community/files/files.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { previewOf } from './shout-text.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { WrittenTogether } from './written-together.js';

/** A shout for which every rule was checked; position and files follow when it is written. */
export interface NewShout {
  row: Omit<NewRow<ShoutRow>, 'position'>;
  /** Addresses of uploaded files. */
  images: readonly string[];
  files: readonly string[];
}

interface Written {
  tenant: Tenant;
  shout: NewShout;
}

const maxAtOnce = 50;

/** Writes the shouts of a tenant, those that arrive at the same time in one transaction ({@link WrittenTogether}). */
@Injectable()
export class ShoutWriter {
  private readonly together = new WrittenTogether<Written, ShoutRow>(
    (written) =>
      this.mongo.transaction((session) =>
        this.store(
          written[0]!.tenant,
          written.map(({ shout }) => shout),
          session,
        ),
      ),
    (before) => before.length < maxAtOnce,
  );

  constructor(
    private readonly mongo: Mongo,
    private readonly conversations: Conversations,
    private readonly shouts: ShoutRepository,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
  ) {}

  /** Settles when the shout is durable, with its event. @throws FILE_NOT_FOUND, GROUP_NOT_FOUND, a duplicate key for a resend. */
  write(tenant: Tenant, shout: NewShout): Promise<ShoutRow> {
    return this.together.add(`${tenant.community} ${tenant.workplace}`, { tenant, shout });
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
