import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { deleteShout, editShout, Shout } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow, LastShout } from '../../community/conversations/conversation.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FilesService } from '../../community/files/files.service.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LinkPreviews } from '../links/link-previews.js';
import { imagesOf, linksOf } from '../links/link-rows.js';
import { SubjectThreads } from '../comments/subject-threads.js';
import { MentionsService } from './mentions.service.js';
import { isDeleted, ShoutAccess } from '../reading/shout-access.js';
import { checkText, previewOf, searchTerms } from './shout-text.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { VoteRepository } from '../polls/vote.repository.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** Edits and deletes shouts and comments. */
@Injectable()
export class RevisingService {
  constructor(
    private readonly mongo: Mongo,
    private readonly shouts: ShoutRepository,
    private readonly votes: VoteRepository,
    private readonly access: ShoutAccess,
    private readonly views: ShoutViews,
    private readonly conversations: ConversationRepository,
    private readonly mentions: MentionsService,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
    private readonly previews: LinkPreviews,
    private readonly subjectThreads: SubjectThreads,
  ) {}

  /** Only by the author, within the edit window and with the right to post: readers receive an edit like a new shout. */
  async edit(caller: SignedInCaller, { id, shout }: CallArguments<typeof editShout>): Promise<Shout> {
    const { tenant, user, flags } = caller;
    const { row, access } = await this.access.findPresent(tenant, user, id);
    const mayWrite = row.in_reply_to ? access.can_comment : access.can_post;
    // A changed question would change the meaning of the votes.
    if (row.author !== user._id || !mayWrite || row.poll) throw new PaddockError('FORBIDDEN');
    if (Date.now() - row.created.getTime() > flags.max_edit_delta) throw new PaddockError('EDIT_WINDOW_OVER');
    const text = checkText(shout, row.images.length + row.files.length, flags.maxCharCount);
    const mentions = await this.mentions.in(text, caller, access);
    const [edited, leftOver] = await this.mongo.transaction(async (session) => {
      const stored = await this.shouts.byId(tenant, id, { session });
      const before = stored?.links ?? [];
      const links = linksOf(text, before);
      const change = { text, links, terms: searchTerms(text), mentions };
      const changed = await this.shouts.setText(tenant, id, change, { session });
      if (!changed) throw new PaddockError('SHOUT_NOT_FOUND');
      await this.previews.queue(tenant, changed, session);
      const preview = { id, text: previewOf(text), updated: changed.updated! };
      await this.conversations.reviseLastShout(tenant, row.conversation, preview, { session });
      const isUnmentioned = stored?.mentions.some((name) => !mentions.includes(name)) ?? false;
      const facts = {
        conversation: row.conversation,
        shout: id,
        actor: user._id,
        ...(isUnmentioned && { unmentioned: true as const }),
      };
      await this.outbox.add(session, { kind: 'ShoutUpdated', tenant, ...facts });
      return [changed, imagesOf(before.filter((link) => !links.includes(link)))] as const;
    });
    await Promise.all(leftOver.map((image) => this.files.delete(tenant, image)));
    const [view] = await this.views.withComments(tenant, user._id, [edited], conversationsById(access.conversation));
    return view!;
  }

  /** By the author or a manager of the group. Idempotent. */
  async delete(
    { tenant, user }: SignedInCaller,
    { id }: CallArguments<typeof deleteShout>,
  ): Promise<CallReply<typeof deleteShout>> {
    const { row, access } = await this.access.find(tenant, user, id);
    const isOwn = row.author === user._id;
    if (!isOwn && !access.manages) throw new PaddockError('FORBIDDEN');
    const { conversation } = access;
    const admin_of = !isOwn && isWorkplaceAdmin(user, tenant.workplace) ? row.author : undefined;
    if (!isDeleted(row)) await this.withdraw(tenant, { actor: user._id, admin_of }, row, conversation);
    if (conversation.subject)
      return { ok: true, comments_count: await this.subjectThreads.total(tenant, conversation._id) };
    const shout = await this.shouts.byId(tenant, row.in_reply_to ?? id);
    return { ok: true, comments_count: shout?.comments_count ?? 0 };
  }

  /** Deletes a shout or comment of a conversation without a check of rights. Idempotent. */
  async withdraw(
    tenant: Tenant,
    { actor, admin_of }: { actor: string; admin_of?: string | undefined },
    row: ShoutRow,
    head: ConversationRow,
  ): Promise<void> {
    const { _id: id, conversation, in_reply_to } = row;
    const by = row.author === actor ? 'deleted' : 'admin_deleted';
    const files = await this.mongo.transaction(async (session) => {
      const before = await this.shouts.byId(tenant, id, { session });
      const deleted = await this.shouts.markDeleted(tenant, id, by, { session });
      if (!before || !deleted) return [];
      if (head.subject) await this.subjectThreads.withdraw(tenant, head, row, session);
      else if (in_reply_to) await this.shouts.withdrawComment(tenant, in_reply_to, { session });
      else
        await this.conversations.withdraw(
          tenant,
          conversation,
          { id, position: row.position },
          () => this.newestPresent(tenant, conversation, session),
          { session },
        );
      const facts = {
        conversation,
        shout: id,
        actor,
        ...(in_reply_to && { in_reply_to }),
        ...(admin_of && { admin_of }),
      };
      await this.outbox.add(session, { kind: 'ShoutDeleted', tenant, ...facts });
      return [...before.images, ...before.files, ...imagesOf(before.links)];
    });
    if (row.poll) await this.votes.removeOf(tenant, [id]);
    await Promise.all(files.map((file) => this.files.delete(tenant, file)));
  }

  private async newestPresent(tenant: Tenant, thread: string, session: ClientSession): Promise<LastShout | undefined> {
    const row = await this.shouts.newestPresent(tenant, thread, { session });
    if (!row) return undefined;
    const { _id: id, author: user, text, created, updated } = row;
    return { id, user, text: previewOf(text), created, ...(updated && { updated }), deleted: false };
  }
}
