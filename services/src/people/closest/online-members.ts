import { Injectable } from '@nestjs/common';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { onlineForMs } from '../../community/users/user-cards.js';
import { DirectoryRepository, type ActiveMember } from '../directory.repository.js';

const maxLists = 100;
/** All members read the same list. A reader checks the rows of its page, so an old entry shows no position. */
const freshMs = 5000;
/** An activity is stored within this time; until then a reader may not find it in the list. */
const storedMs = 10_000;

export interface OnlineList {
  /** All members whose last activity was in this time are in the list, and some with a later one. */
  active: { from: Date; to: Date };
  members: ActiveMember[];
}

/** The members of each workplace who are online. */
@Injectable()
export class OnlineMembers {
  private readonly lists = new LoadCache<OnlineList>(maxLists, freshMs);

  constructor(private readonly directory: DirectoryRepository) {}

  async of(tenant: Tenant, withBanned: boolean): Promise<OnlineList> {
    const load = async () => {
      const now = Date.now();
      const from = new Date(now - onlineForMs);
      return {
        active: { from, to: new Date(now - storedMs) },
        members: await this.directory.activeSince(tenant, withBanned, from),
      };
    };
    return (await this.lists.get(tenantKey(tenant, String(withBanned)), load))!;
  }
}
