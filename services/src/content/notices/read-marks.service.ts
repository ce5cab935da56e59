import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { markAllSponsorsRead, markSponsorRead } from '@paddock/contract/calls/notices';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { readUntil } from '../../community/read-states/read-until.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type SponsorMarkRow, SponsorMarkRepository } from './read-mark.repository.js';
import { SponsorAccess } from './sponsor-access.js';
import { SponsorRepository } from './sponsor.repository.js';

/** Unread notices that are counted; badges show ':D' long before. */
const maxNew = 200;

/** Which notices a member has read, by namespace. */
@Injectable()
export class SponsorReadMarks implements OnModuleInit {
  constructor(
    private readonly sponsors: SponsorRepository,
    private readonly marks: SponsorMarkRepository,
    private readonly access: SponsorAccess,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('badge', 'notices', async (tenant, user, namespace) =>
      this.access.namespaces(tenant).includes(namespace) ? this.count(tenant, user, namespace) : 0,
    );
  }

  async markRead(caller: SignedInCaller, { id, namespace }: CallArguments<typeof markSponsorRead>) {
    const { tenant, user } = caller;
    const row = await this.access.find(caller, id, namespace);
    const unread = await this.unread(tenant, user, row.namespace);
    if (unread.some(({ _id }) => _id === id)) {
      const mark = await this.marks.markRead(tenant, user._id, row.namespace, id);
      if (unread.length === 1) await this.shorten(tenant, mark);
    }
    return { sponsor_new_receipts: await this.receipts(tenant, user) };
  }

  async markAllRead(caller: SignedInCaller, { namespace }: CallArguments<typeof markAllSponsorsRead>) {
    const { tenant, user } = caller;
    await this.marks.markAllRead(tenant, user._id, this.access.namespaceOf(caller, namespace), new Date());
    return { sponsor_new_receipts: await this.receipts(tenant, user) };
  }

  /** The member's unread notices of each namespace that the deployment shows. */
  async receipts(tenant: Tenant, user: UserRow): Promise<Record<string, number>> {
    const counts = this.access.namespaces(tenant).map(async (namespace) => {
      return [namespace, (await this.unread(tenant, user, namespace)).length] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  /** The number of the member's unread notices in a namespace. */
  async count(tenant: Tenant, user: UserRow, namespace: string): Promise<number> {
    return (await this.unread(tenant, user, namespace)).length;
  }

  /** Everything is read: replaces the ids by the time of the newest notice read. */
  private async shorten(tenant: Tenant, mark: SponsorMarkRow): Promise<void> {
    const newest = await this.sponsors.newestPosted(tenant, mark.read);
    if (newest) await this.marks.shorten(tenant, mark, newest);
  }

  private async unread(tenant: Tenant, user: UserRow, namespace: string) {
    const [mark, reader] = await Promise.all([
      this.marks.of(tenant, user._id, namespace),
      this.access.readerOf(tenant, user),
    ]);
    const after = readUntil(user, mark?.until);
    const read = mark?.read ?? [];
    const query = { namespace, user: user._id, reader, after, read, limit: maxNew };
    return (await this.access.withGroups(tenant, await this.sponsors.unread(tenant, query))).rows;
  }
}
