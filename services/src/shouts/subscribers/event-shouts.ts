import { Injectable } from '@nestjs/common';
import { LoadTogether } from '../../infrastructure/cache/load-together.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Threads } from '../reading/threads.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

export type ShoutEvent = Delivered<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated' | 'ShoutDeleted'>;

/** The shouts that events are about. */
@Injectable()
export class EventShouts {
  /** Events of different conversations are handled side by side. */
  private readonly rows = new LoadTogether<ShoutRow>(
    async (tenant, ids) => new Map((await this.shouts.byIds(tenant, ids)).map((row) => [row._id, row])),
  );

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly threads: Threads,
    private readonly committed: CommitLog,
  ) {}

  byId(tenant: Tenant, id: string): Promise<ShoutRow | null> {
    return this.rows.get(tenant, id);
  }

  /** The shout or comment of an event, and the shout above a new or deleted comment; in one query, unless they are kept. */
  async withRoot(tenant: Tenant, event: ShoutEvent): Promise<{ row?: ShoutRow; root?: ShoutRow }> {
    const kept = await this.kept(tenant, event);
    if (kept) return kept;
    const [id, above] =
      event.kind === 'CommentPosted'
        ? [event.comment, event.shout]
        : [event.shout, event.kind === 'ShoutDeleted' ? event.in_reply_to : undefined];
    const read = (key: string | undefined) => (key === undefined ? null : this.rows.get(tenant, key));
    const [row, root] = await Promise.all([read(id), read(above)]);
    return { ...(row && { row }), ...(root && { root }) };
  }

  private async kept(tenant: Tenant, event: ShoutEvent): Promise<{ row: ShoutRow; root?: ShoutRow } | undefined> {
    if (event.kind !== 'ShoutPosted' && event.kind !== 'CommentPosted') return undefined;
    const thread = this.threads.known(await this.committed.sync(), tenant, event.conversation, event.shout);
    if (!thread || event.kind === 'ShoutPosted') return thread && { row: thread.root };
    const row = thread.comments.find(({ _id }) => _id === event.comment);
    return row && { row, root: thread.root };
  }
}
