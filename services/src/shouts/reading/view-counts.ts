import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { markViewed, readViews } from '@paddock/contract/calls/shout-readers';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';

import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { ViewRepository } from '../storage/view.repository.js';
import { hidesReading } from './hides-reading.js';
import { isDeleted, ShoutAccess } from './shout-access.js';

/** Counts the members who saw a shout or comment, each once. */
@Injectable()
export class ViewCounts {
  constructor(
    private readonly access: ShoutAccess,
    private readonly shouts: ShoutRepository,
    private readonly views: ViewRepository,
  ) {}

  /** @throws FORBIDDEN after the edit window for all but the author and workplace admins */
  async read(
    { tenant, user, flags }: SignedInCaller,
    { id }: CallArguments<typeof readViews>,
  ): Promise<CallReply<typeof readViews>> {
    const { row } = await this.access.findPresent(tenant, user, id);
    const isOver = Date.now() - row.created.getTime() > flags.max_edit_delta;
    if (isOver && row.author !== user._id && !isWorkplaceAdmin(user, tenant.workplace))
      throw new PaddockError('FORBIDDEN');
    const links = (row.links ?? []).map(({ url, clicks }) => ({ url, click_count: clicks }));
    return { views: await this.views.ofShout(tenant, id), links };
  }

  async mark(
    { tenant, user }: SignedInCaller,
    { ids }: CallArguments<typeof markViewed>,
  ): Promise<CallReply<typeof markViewed>> {
    const rows = await this.shouts.byIds(tenant, [...new Set(ids)]);
    const others = rows.filter((row) => row.author !== user._id && !isDeleted(row));
    const seen = [];
    for (const row of others) {
      const access = await this.access.accessTo(tenant, user, row);
      if (access && !hidesReading(access, user, row.author)) seen.push(row._id);
    }
    await this.views.add(tenant, user._id, seen);
    return { ok: true };
  }
}
