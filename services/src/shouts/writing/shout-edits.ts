import { Injectable } from '@nestjs/common';
import { FilesService } from '../../community/files/files.service.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LinkPreviews } from '../links/link-previews.js';
import { imagesOf, linksOf } from '../storage/link-rows.js';
import { previewOf, searchTerms } from '../storage/shout-text.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** Stores a shout's new text with all that follows from it: links and previews, mentions, the conversation's newest shout. */
@Injectable()
export class ShoutEdits {
  constructor(
    private readonly mongo: Mongo,
    private readonly shouts: ShoutRepository,
    private readonly conversations: ConversationRepository,
    private readonly previews: LinkPreviews,
    private readonly files: FilesService,
    private readonly outbox: Outbox,
  ) {}

  /** @throws SHOUT_NOT_FOUND when the shout was deleted meanwhile */
  async store(
    tenant: Tenant,
    { _id: id, conversation, author }: ShoutRow,
    { text, mentions }: Pick<ShoutRow, 'text' | 'mentions'>,
  ): Promise<ShoutRow> {
    const [edited, leftOver] = await this.mongo.transaction(async (session) => {
      const stored = await this.shouts.byId(tenant, id, { session });
      const before = stored?.links ?? [];
      const links = linksOf(text, before);
      const change = { text, links, terms: searchTerms(text), mentions };
      const changed = await this.shouts.setText(tenant, id, change, { session });
      if (!changed) throw new PaddockError('SHOUT_NOT_FOUND');
      await this.previews.queue(tenant, changed, session);
      const preview = { id, text: previewOf(text), updated: changed.updated! };
      await this.conversations.reviseLastShout(tenant, conversation, preview, { session });
      const facts = { conversation, shout: id, actor: author, ...mentionChange(stored?.mentions ?? [], mentions) };
      await this.outbox.add(session, { kind: 'ShoutUpdated', tenant, ...facts });
      return [changed, imagesOf(before.filter((link) => !links.includes(link)))] as const;
    });
    await Promise.all(leftOver.map((image) => this.files.delete(tenant, image)));
    return edited;
  }
}

function mentionChange(before: readonly string[], after: readonly string[]) {
  const added = after.filter((name) => !before.includes(name));
  const isUnmentioned = before.some((name) => !after.includes(name));
  return { ...(added.length > 0 && { mentions: added }), ...(isUnmentioned && { unmentioned: true as const }) };
}
