import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  feedbackForm,
  type markFeedbackRead,
  type readFeedback,
  type removeFeedback,
  type sendFeedback,
} from '@paddock/contract/calls/feedback';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { UserCards } from '../../community/users/user-cards.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { FeedbackRepository } from './feedback.repository.js';

/** Members' feedback to the admins of their workplace. */
@Injectable()
export class FeedbackService implements OnModuleInit {
  constructor(
    private readonly rows: FeedbackRepository,
    private readonly cards: UserCards,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'feedback', async (tenant, { _id }) => ({
      feedback: (await this.rows.ofMember(tenant, _id)).map(({ workplace, msg, created }) => ({
        workplace,
        msg,
        created,
      })),
    }));
    this.extensions.provide('forget', 'feedback', (tenant, { _id }) => this.rows.forget(tenant, _id));
  }

  /** @throws FEEDBACK_MISSING and `msg_LENGTH_PATTERN` at the field */
  async send(caller: SignedInCaller, { client_id, ...input }: CallArguments<typeof sendFeedback>) {
    const { tenant, user } = caller;
    const { msg } = parseForm(feedbackForm(), { msg: '', ...input });
    await once(
      () => this.rows.byClientId(tenant, user._id, client_id),
      () => this.rows.add(tenant, { user: user._id, client_id, msg }),
    );
    return { ok: true as const };
  }

  async list(
    { tenant, user }: SignedInCaller,
    { before, count }: CallArguments<typeof readFeedback>,
  ): Promise<CallReply<typeof readFeedback>> {
    const [rows, unread] = await Promise.all([this.rows.list(tenant, count, before), this.rows.unread(tenant)]);
    const cards = await this.cards.cards(tenant, user._id, [...new Set(rows.map((row) => row.user))]);
    return {
      feedbacks: rows.map(({ _id: id, user: author, msg, created, read }) => ({
        id,
        user: cards.get(author),
        msg,
        created: created.toISOString(),
        read: read ?? true,
      })),
      unread,
      next: rows.length < count ? null : rows.at(-1)!._id,
    };
  }

  async markRead({ tenant }: SignedInCaller, { id }: CallArguments<typeof markFeedbackRead>) {
    await this.rows.markRead(tenant, id);
    return { unread: await this.rows.unread(tenant) };
  }

  async remove({ tenant }: SignedInCaller, { id }: CallArguments<typeof removeFeedback>) {
    await this.rows.delete(tenant, id);
    return { ok: true as const };
  }
}
