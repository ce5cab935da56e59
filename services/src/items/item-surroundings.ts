import { Injectable } from '@nestjs/common';
import { BadgesService, buttonBadge } from '../community/badges/badges.service.js';
import type { Caller, SignedInCaller } from '../community/calls/caller.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserCards } from '../community/users/user-cards.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { ItemRow } from './item.schema.js';

/** What a page shows beside its items: the member, events of other services, and buttons with badges. */
@Injectable()
export class ItemSurroundings {
  constructor(
    private readonly extensions: ExtensionPoints,
    private readonly cards: UserCards,
    private readonly memberships: MembershipRepository,
    private readonly badges: BadgesService,
  ) {}

  async buttons(caller: SignedInCaller) {
    const badges = await this.badges.read(caller);
    return caller.flags.home_tab.buttons.map((button) => ({
      ...button,
      badge: buttonBadge(caller.config, button, badges),
    }));
  }

  /** The caller's own record, and the items' events that the caller may see. */
  async related(caller: Caller, rows: readonly ItemRow[]) {
    const { tenant, user } = caller;
    if (!user) return { events: [] };
    const ids = [...new Set(rows.flatMap(({ event }) => event ?? []))];
    const read = this.extensions.all('event').get('events');
    const events = read ? await Promise.all(ids.map((id) => read({ ...caller, user } as SignedInCaller, id))) : [];
    return {
      self: this.cards.self(tenant, user, await this.memberships.ofUser(tenant, user._id)),
      events: events.filter((event) => event !== undefined),
    };
  }

  /** @throws EVENT_NOT_FOUND */
  async checkEvent(caller: SignedInCaller, event: string | undefined): Promise<void> {
    if (event === undefined) return;
    const found = await this.extensions.all('event').get('events')?.(caller, event);
    if (!found) throw new PaddockError('EVENT_NOT_FOUND');
  }
}
