import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import type { Neighbour, Reportable, ReportableContent } from '../community/extension-points/reportable.js';
import type { UserRow } from '../community/users/user.schema.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { isDeleted, ShoutAccess } from './reading/shout-access.js';
import { ShoutRepository } from './storage/shout.repository.js';
import type { ShoutRow } from './storage/shout.schema.js';
import { ShoutWithdrawal } from './writing/shout-withdrawal.js';

/** Deleted shouts between a shout and its neighbour that are skipped. */
const maxSkipped = 5;

/** Shouts and comments that members can report. */
@Injectable()
export class ReportableShouts implements Reportable, OnModuleInit {
  readonly kind = 'shout';

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly access: ShoutAccess,
    private readonly conversations: ConversationRepository,
    private readonly withdrawal: ShoutWithdrawal,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('reportable', 'shouts', this);
  }

  async find({ tenant, user }: SignedInCaller, id: string): Promise<ReportableContent> {
    const { row } = await this.access.findPresent(tenant, user, id);
    if (row.author === user._id) throw new PaddockError('FORBIDDEN');
    return this.contentOf(tenant, row);
  }

  async now(tenant: Tenant, id: string): Promise<ReportableContent | undefined> {
    const row = await this.present(tenant, id);
    return row && this.contentOf(tenant, row);
  }

  /** An admin sees the reported shout alone of a direct chat. */
  async around(tenant: Tenant, id: string): Promise<{ before?: Neighbour; after?: Neighbour }> {
    const row = await this.shouts.byId(tenant, id);
    const head = row && (await this.conversations.headById(tenant, row.conversation));
    if (!row || !head || head.kind === 'direct') return {};
    const { thread, position, in_reply_to } = row;
    const limit = maxSkipped;
    const [older, newer] = await Promise.all([
      in_reply_to === undefined
        ? this.shouts.ofThread(tenant, thread, { before: position, limit })
        : this.shouts.byIds(tenant, [in_reply_to]),
      this.shouts.ofThread(tenant, thread, { after: position, limit }),
    ]);
    const [before, after] = [older, newer].map((rows) => rows.find((one) => !isDeleted(one)));
    return { ...(before && { before: neighbourOf(before) }), ...(after && { after: neighbourOf(after) }) };
  }

  checkRemoval(tenant: Tenant, admin: UserRow): Promise<void> {
    if (!isWorkplaceAdmin(admin, tenant.workplace)) throw new PaddockError('FORBIDDEN');
    return Promise.resolve();
  }

  async remove(tenant: Tenant, admin: string, id: string): Promise<void> {
    const row = await this.present(tenant, id);
    const head = row && (await this.conversations.headById(tenant, row.conversation));
    if (row && head) await this.withdrawal.withdraw(tenant, { actor: admin }, row, head);
  }

  private async present(tenant: Tenant, id: string): Promise<ShoutRow | undefined> {
    const row = await this.shouts.byId(tenant, id);
    return row && !isDeleted(row) ? row : undefined;
  }

  private async contentOf(tenant: Tenant, row: ShoutRow): Promise<ReportableContent> {
    const { author, images, files, created } = row;
    const text = [row.text, ...(row.poll?.options ?? []).map((option) => `• ${option.text}`)].join('\n');
    const head = await this.conversations.headById(tenant, row.conversation);
    const where = head && { kind: head.kind, title: head.kind === 'direct' ? '' : head.title };
    return { author, text, images, files, created, ...(where && { where }) };
  }
}

const neighbourOf = ({ author, text, created }: ShoutRow): Neighbour => ({ author, text, created });
