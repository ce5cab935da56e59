import { Inject, Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readAudit } from '@paddock/contract/calls/moderation';
import type { ClientSession } from 'mongodb';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SignedInCaller } from '../community/calls/caller.js';
import { UserCards } from '../community/users/user-cards.js';
import { ENVIRONMENT, type Environment } from '../infrastructure/environment/environment.js';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../infrastructure/mongo/row.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditRow } from './audit.schema.js';
import { retryOnDuplicate } from '../infrastructure/mongo/retry-on-duplicate.js';

export type NewEntry = Pick<AuditRow, 'action' | 'admin' | 'kind' | 'subject'> & {
  member?: string | undefined;
  reason?: string | undefined;
  event?: string;
};

/** What admins did in a workplace. Each entry's hash covers the one before (ADR 0036), so that a change shows. */
@Injectable()
export class AuditTrail {
  private readonly secret: string;

  constructor(
    private readonly rows: AuditRepository,
    private readonly cards: UserCards,
    private readonly mutex: KeyedMutex,
    @Inject(ENVIRONMENT) environment: Environment,
  ) {
    this.secret = environment.secret;
  }

  /** Runs `work` in a transaction that may {@link add} an entry. It is repeated when another process added one first. */
  transaction<T>(tenant: Tenant, work: (session: ClientSession) => Promise<T>): Promise<T> {
    const key = `${tenant.community} ${tenant.workplace}`;
    return retryOnDuplicate(() => this.mutex.transaction(key, work));
  }

  /** Only in a {@link transaction}. */
  async add(tenant: Tenant, { reason, member, ...entry }: NewEntry, session: ClientSession): Promise<void> {
    const last = await this.rows.last(tenant, { session });
    const salt = randomBytes(16).toString('hex');
    const row = {
      ...{ _id: newId(), seq: (last?.seq ?? 0) + 1, at: new Date(), before: last?.hash ?? '' },
      ...entry,
      ...(member && { member }),
      ...(reason && { reason: { text: reason, salt }, reason_digest: digestOf(reason, salt) }),
    };
    await this.rows.add(
      tenant,
      { ...row, hash: this.hashOf({ community: tenant.community, workplace: tenant.workplace, ...row }) },
      { session },
    );
  }

  /** Records an outbox event once. */
  async record(tenant: Tenant, entry: NewEntry & { event: string }): Promise<void> {
    await retryOnDuplicate(async () => {
      if (await this.rows.hasEvent(tenant, entry.event)) return;
      await this.transaction(tenant, (session) => this.add(tenant, entry, session));
    });
  }

  async list(
    { tenant, user }: SignedInCaller,
    { count, before }: CallArguments<typeof readAudit>,
  ): Promise<CallReply<typeof readAudit>> {
    const found = await this.rows.page(tenant, count + 1, before);
    const page = found.slice(0, count);
    const people = page.flatMap(({ admin, member }) => [admin ?? [], member ?? []].flat());
    const cards = await this.cards.cards(tenant, user._id, [...new Set(people)]);
    return {
      entries: page.map(({ seq, at, action, admin, kind, subject, member, reason }) => ({
        ...{ seq, at: at.toISOString(), action, kind, subject },
        admin: admin === undefined ? undefined : cards.get(admin),
        member: member === undefined ? undefined : cards.get(member),
        reason: reason?.text,
      })),
      intact: this.isIntact(found, count),
      next: found.length > count ? page.at(-1)!.seq : null,
    };
  }

  /** Whether the entries of a page are unchanged and none is missing between them; the first entry has none before. */
  private isIntact(newestFirst: readonly AuditRow[], count: number): boolean {
    return newestFirst.every((row, index) => {
      const older = newestFirst[index + 1];
      const isLinked = older
        ? older.hash === row.before && older.seq === row.seq - 1
        : index === count || row.seq === 1;
      const isReason = !row.reason || digestOf(row.reason.text, row.reason.salt) === row.reason_digest;
      return isLinked && isReason && this.hashOf(row) === row.hash;
    });
  }

  private hashOf(row: Omit<AuditRow, '_id' | 'hash'>): string {
    const { community, workplace, seq, at, action, admin, kind, subject, member, reason_digest, event, before } = row;
    const parts = [community, workplace, seq, at.toISOString(), action, admin, kind, subject];
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['audit', ...parts, member ?? '', reason_digest ?? '', event ?? '', before]))
      .digest('base64url');
  }
}

const digestOf = (text: string, salt: string) => createHash('sha256').update(`${salt}${text}`).digest('base64url');
