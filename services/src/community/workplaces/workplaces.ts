import { Inject, Injectable } from '@nestjs/common';
import { belongsTo, type MemberPlaces, type Places } from '@paddock/contract/core/workplaces';
import type { TenantFilter } from '../../infrastructure/mongo/tenant-repository.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { TenantIds } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../users/user.schema.js';

/** Which members belong to a workplace, by the community's current config. */
@Injectable()
export class Workplaces {
  constructor(@Inject(Communities) private readonly communities: { find(community: string): Places | undefined }) {}

  /** See {@link belongsTo}; false in an unknown community. */
  includes({ community, workplace }: TenantIds, user: MemberPlaces): boolean {
    const config = this.communities.find(community);
    return config !== undefined && belongsTo(user, workplace, config);
  }

  /** Selects the members for whom {@link includes} is true. The parts are disjoint, and each one has an index. */
  selecting({ community, workplace }: TenantIds): TenantFilter<UserRow>[] {
    const config = this.communities.find(community);
    if (!config?.flags.workplaces_enabled) return workplace === '' ? [{}] : [{ workplaces: { $in: [] } }];
    if (workplace !== '') return [{ workplaces: workplace }, { admin: true, workplaces: { $ne: workplace } }];
    const ids = config.workplaces.map(({ id }) => id);
    return [{ workplaces: { $nin: ids } }, { admin: true, workplaces: { $in: ids } }];
  }

  /** As {@link selecting}, in one filter. */
  filter(place: TenantIds): TenantFilter<UserRow> {
    const [first, ...others] = this.selecting(place);
    return others.length === 0 ? first! : { $or: [first!, ...others] };
  }
}
