import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../../community/users/user.repository.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { EventAccess, isPast } from '../reading/event-access.js';
import { commentKind } from '../reading/event-comments.js';
import { EventRepository } from '../storage/event.repository.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { RepliesService } from '../writing/replies.service.js';

/** Members whose access is read together. */
const batch = 200;

/** Removes the replies of members who may no longer read a coming event after a change: free places go to the next. Repeatable. */
@Injectable()
export class NarrowedEvents implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly users: UserRepository,
    private readonly events: EventRepository,
    private readonly access: EventAccess,
    private readonly replies: ReplyRepository,
    private readonly repliesService: RepliesService,
    private readonly committed: CommitLog,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'events-narrowed',
      kinds: ['SubjectNarrowed'],
      durable: true,
      handle: (event) => this.handle(event),
    });
  }

  private async handle({ tenant, subject: { kind, id } }: Delivered<'SubjectNarrowed'>): Promise<void> {
    const row = kind === commentKind ? await this.events.byId(tenant, id) : null;
    if (!row || isPast(row)) return;
    // A member whom the cache does not know in the group yet would lose their place.
    await this.committed.sync();
    const members = await this.replies.members(tenant, id);
    const former: string[] = [];
    for (let start = 0; start < members.length; start += batch) {
      const users = await this.users.byIds(tenant, members.slice(start, start + batch));
      const { readers } = await this.access.readersAmong(tenant, users, row);
      const may = new Set(readers.map(({ _id }) => _id));
      former.push(...users.flatMap(({ _id }) => (may.has(_id) ? [] : [_id])));
    }
    // All at once: a place must not go to another one of them. The change may have made places for those who wait.
    if (former.length > 0 || row.waiting > 0) await this.repliesService.forget(tenant, id, former);
  }
}
