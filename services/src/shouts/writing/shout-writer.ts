import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { ConversationPositions } from '../../community/conversations/conversation-positions.js';
import { FilesService } from '../../community/files/files.service.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import type { ReadMark } from '../../community/conversations/read-mark.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import type { NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import { WriteBatcher } from '../../infrastructure/mongo/write-batcher.js';
import type { DomainEvent } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SubjectThreads } from '../comments/subject-threads.js';
import { previewOf } from '../storage/shout-text.js';
import { type NewComments, NewShoutRepository, type ThreadCounters } from '../storage/new-shout.repository.js';
import { Threads } from '../reading/threads.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { ShoutJobs } from './shout-jobs.js';

/** A checked shout; the write adds its position and files. */
export interface NewShout {
  row: Omit<NewRow<ShoutRow>, 'position'>;
  /** The commented shout, as it was read last. */
  root?: ShoutRow | undefined;
  /** URLs of uploaded files. */
  images: readonly string[];
  files: readonly string[];
}

interface PendingShout {
  tenant: Tenant;
  head: ConversationRow;
  shout: NewShout;
  /** The author's before the shout. */
  mark?: ReadMark | undefined;
}

const maxBatch = 50;

/**
 * Writes shouts and comments; concurrent ones of a tenant share a transaction ({@link WriteBatcher}), shouts one and comments
 * another: likes and edits of their threads delay comments only. Those of a record have a transaction for each record, which
 * changes the record too.
 */
@Injectable()
export class ShoutWriter {
  private readonly batcher = new WriteBatcher<PendingShout, ShoutRow>(
    (batch) => this.mutex.transaction(threadsOf(batch), (session) => this.store(batch, session)),
    (batch) => batch.length < maxBatch,
  );

  constructor(
    private readonly mutex: KeyedMutex,
    private readonly positions: ConversationPositions,
    private readonly subjectThreads: SubjectThreads,
    private readonly shouts: NewShoutRepository,
    private readonly files: FilesService,
    private readonly threads: Threads,
    private readonly outbox: Outbox,
    private readonly jobs: ShoutJobs,
  ) {}

  /**
   * Resolves when the shout and its event are durable. `head` is that of its conversation.
   *
   * @throws FILE_NOT_FOUND, GROUP_NOT_FOUND, SHOUT_NOT_FOUND; a duplicate key error for a resend
   */
  async write(tenant: Tenant, head: ConversationRow, shout: NewShout): Promise<ShoutRow> {
    const kind = head.subject ? head._id : shout.row.in_reply_to === undefined ? 'shouts' : 'comments';
    const mark = kind === 'shouts' ? await this.positions.markOf(tenant, shout.row.author, head) : undefined;
    return this.batcher.add(tenantKey(tenant, kind), { tenant, head, shout, mark });
  }

  private async store(batch: readonly PendingShout[], session: ClientSession): Promise<ShoutRow[]> {
    const { tenant } = batch[0]!;
    const created = new Date();
    // Counters and shouts are one write, or the counters come first: their lock keeps positions without gaps.
    const { positions, counters } = await this.advance(batch, created, session);
    const rows: ShoutRow[] = [];
    for (const [index, { shout }] of batch.entries()) {
      const { row, ...attached } = shout;
      const attach = (addresses: readonly string[], imagesOnly = false) =>
        this.files.attach(tenant, row.author, addresses, { kind: 'shout', id: row._id }, { session, imagesOnly });
      const images = await attach(attached.images, true);
      const files = await attach(attached.files);
      const { community, workplace } = tenant;
      rows.push({ ...row, community, workplace, images, files, created, position: positions[index]! });
    }
    // Pages come first: the write of a row that is there already, by a commit of unknown outcome, drops them.
    if (!batch[0]!.head.subject) this.threads.keepWhenEnded(session, tenant, { added: rows, counters });
    this.shouts.addAll(tenant, rows, { session });
    for (const row of rows) await this.jobs.queue(tenant, row, session);
    const events = rows.map((row, index) => eventOf(tenant, row, batch[index]!.head));
    if (batch[0]!.head.subject) await this.outbox.add(session, ...events);
    else await this.outbox.addKept(session, ...events);
    return rows;
  }

  /** Takes the positions of new shouts in their threads; also returns the counters of commented shouts. */
  private async advance(
    batch: readonly PendingShout[],
    created: Date,
    session: ClientSession,
  ): Promise<{ positions: readonly number[]; counters: ReadonlyMap<string, ThreadCounters> }> {
    const counters = new Map<string, ThreadCounters>();
    const { tenant, head, shout } = batch[0]!;
    if (head.subject) {
      const last = await this.subjectThreads.advance(tenant, head, batch.length, session);
      if (last === null) throw new PaddockError('SHOUT_NOT_FOUND');
      return { positions: batch.map((_, index) => last - batch.length + 1 + index), counters };
    }
    if (shout.row.in_reply_to === undefined) {
      const heads = batch.map(({ shout: { row }, mark }) => {
        const { _id: id, conversation, author: user, text } = row;
        return { id, conversation, user, text: previewOf(text), created, mark };
      });
      return { positions: await this.positions.advance(tenant, heads, { session }), counters };
    }
    const comments = new Map<string, NewComments>();
    for (const { row, root } of batch.map((pending) => pending.shout)) {
      const earlier = comments.get(row.thread);
      // A like may have changed the shout since the comment's author read it.
      const newest = newerOf(root, this.threads.rootOf(tenant, row.thread));
      comments.set(row.thread, { added: [...(earlier?.added ?? []), row._id], root: newest });
    }
    const advanced = await this.shouts.countComments(tenant, comments, { session });
    if (advanced.size < comments.size) throw new PaddockError('SHOUT_NOT_FOUND');
    const positions = batch.map(({ shout: { row } }) => {
      const { added } = comments.get(row.thread)!;
      return advanced.get(row.thread)!.comments_made - added.length + 1 + added.indexOf(row._id);
    });
    return { positions, counters: advanced };
  }
}

const newerOf = (one: ShoutRow | undefined, other: ShoutRow | undefined): ShoutRow | undefined =>
  (one?.thread_version ?? 0) > (other?.thread_version ?? 0) ? one : (other ?? one);

/** The threads of new comments, whose changes run one after another. A conversation's shouts have one writer. */
function threadsOf(batch: readonly PendingShout[]): string[] {
  return [...new Set(batch.flatMap(({ shout: { row } }) => row.in_reply_to ?? []))];
}

function eventOf(tenant: Tenant, row: ShoutRow, { subject }: ConversationRow): DomainEvent {
  const { _id, conversation, author, thread, mentions, in_reply_to } = row;
  const facts = { tenant, conversation, author, ...(mentions.length === 0 && { mentioned: false as const }) };
  return in_reply_to === undefined
    ? { kind: 'ShoutPosted', ...facts, shout: _id }
    : { kind: 'CommentPosted', ...facts, shout: thread, comment: _id, ...(subject && { subject, mentions }) };
}
