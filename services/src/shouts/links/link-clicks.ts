import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { clickLink } from '@paddock/contract/calls/shout-links';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { hidesReading } from '../reading/hides-reading.js';
import { isDeleted, ShoutAccess } from '../reading/shout-access.js';
import { ShoutRepository } from '../storage/shout.repository.js';

/** Counts how often the links of shouts are opened; in a direct chat only where seen marks show the reading anyway. */
@Injectable()
export class LinkClicks {
  constructor(
    private readonly access: ShoutAccess,
    private readonly shouts: ShoutRepository,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** @throws SHOUT_NOT_FOUND also for a shout that the caller may not read; NOT_FOUND for an address that is not one of its links */
  async count(
    { tenant, user }: SignedInCaller,
    { id, url }: CallArguments<typeof clickLink>,
  ): Promise<CallReply<typeof clickLink>> {
    const { row, access } = await this.access.findForChange(tenant, user, id);
    const isClicked = (link: { url: string }) => link.url === url;
    return this.mutex.transaction(row.in_reply_to ?? id, async (session) => {
      const current = await this.shouts.byId(tenant, id, { session });
      if (!current || isDeleted(current)) throw new PaddockError('SHOUT_NOT_FOUND');
      const before = current.links ?? [];
      if (!before.some(isClicked)) throw new PaddockError('NOT_FOUND', { fields: { url: 'NOT_FOUND' } });
      const clicked = before.find(isClicked)!;
      if (row.author !== user._id && hidesReading(access, user, row.author)) return { click_count: clicked.clicks };
      const links = before.map((link) => (isClicked(link) ? { ...link, clicks: link.clicks + 1 } : link));
      await this.shouts.setLinks(tenant, id, links, { session });
      await this.outbox.add(session, { kind: 'LinkClicked', tenant, conversation: row.conversation, shout: id });
      return { click_count: links.find(isClicked)!.clicks };
    });
  }
}
