import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { deleteShout, editShout, Shout } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { SubjectThreads } from '../comments/subject-threads.js';
import { MentionsService } from './mentions.service.js';
import { ShoutAccess } from '../reading/shout-access.js';
import { checkText } from '../storage/shout-text.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { ShoutEdits } from './shout-edits.js';
import { ShoutWithdrawal } from './shout-withdrawal.js';

/** Edits and deletes shouts and comments. */
@Injectable()
export class RevisingService {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly access: ShoutAccess,
    private readonly views: ShoutViews,
    private readonly mentions: MentionsService,
    private readonly subjectThreads: SubjectThreads,
    private readonly edits: ShoutEdits,
    private readonly withdrawal: ShoutWithdrawal,
  ) {}

  /** The author edits within the edit window and with the right to post: readers receive an edit like a new shout. */
  async edit(caller: SignedInCaller, { id, shout }: CallArguments<typeof editShout>): Promise<Shout> {
    const { tenant, user, flags } = caller;
    const { row, access } = await this.access.findPresent(tenant, user, id);
    const mayWrite = row.in_reply_to ? access.can_comment : access.can_post;
    // A changed question would change the meaning of the votes.
    if (row.author !== user._id || !mayWrite || row.poll) throw new PaddockError('FORBIDDEN');
    if (Date.now() - row.created.getTime() > flags.max_edit_delta) throw new PaddockError('EDIT_WINDOW_OVER');
    const text = checkText(shout, row.images.length + row.files.length, flags.maxCharCount);
    const mentions = await this.mentions.in(text, caller, access, row.in_reply_to ?? id);
    const edited = await this.edits.store(tenant, row, { text, mentions });
    const [view] = await this.views.withComments(tenant, user._id, [edited], conversationsById(access.conversation));
    return view!;
  }

  /** Idempotent. The author or a manager of the group may delete. */
  async delete(
    { tenant, user, flags }: SignedInCaller,
    { id }: CallArguments<typeof deleteShout>,
  ): Promise<CallReply<typeof deleteShout>> {
    const { row, access } = await this.access.find(tenant, user, id);
    const isOwn = row.author === user._id;
    if (!isOwn && !access.manages) throw new PaddockError('FORBIDDEN');
    const { conversation } = access;
    const admin_of = !isOwn && isWorkplaceAdmin(user, tenant.workplace) ? row.author : undefined;
    // A deleted one is withdrawn again: the other deletion may not have ended, so that pages still show the text.
    await this.withdrawal.withdraw(tenant, { actor: user._id, admin_of }, row, conversation);
    if (flags.disable_comments) return { ok: true, comments_count: 0 };
    if (conversation.subject)
      return { ok: true, comments_count: await this.subjectThreads.total(tenant, conversation._id) };
    const shout = await this.shouts.byId(tenant, row.in_reply_to ?? id);
    return { ok: true, comments_count: shout?.comments_count ?? 0 };
  }
}
