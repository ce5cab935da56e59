import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { distanceBucketIds, type readClosest } from '@paddock/contract/calls/people';
import { LRUCache } from 'lru-cache';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { DirectoryCounts } from '../directory-counts.js';
import { DirectoryReach } from '../directory-reach.js';
import { PersonViews } from '../person-views.js';
import { sortOf } from '../person-order.js';
import { cellsAround, type CellsByBucket } from './distance-cells.js';
import { type DistanceStart, pageOf, type DistanceCursor, startOf } from './distance-order.js';
import { DistanceWalk, type Route, type Step } from './distance-walk.js';
import { checkByDistance, PositionsService } from './positions.service.js';

const maxSurroundings = 100;
/** Members of one page, with those that it looks at in vain: near ones, where it lists the far ones. */
const maxSteps = 1000;

/** The members of the workplace whom the caller may see, by distance from the caller's stored position. */
@Injectable()
export class ClosestService {
  private readonly surroundings = new LRUCache<string, CellsByBucket>({ max: maxSurroundings });

  constructor(
    private readonly positions: PositionsService,
    private readonly walk: DistanceWalk,
    private readonly reach: DirectoryReach,
    private readonly counts: DirectoryCounts,
    private readonly commitLog: CommitLog,
    private readonly views: PersonViews,
  ) {}

  /** @throws FEATURE_DISABLED; GROUP_NOT_FOUND; FORBIDDEN */
  async list(
    caller: SignedInCaller,
    { group, count, page }: CallArguments<typeof readClosest>,
  ): Promise<CallReply<typeof readClosest>> {
    checkByDistance(caller.config);
    const { tenant, user: viewer, flags, arrived } = caller;
    const sort = sortOf(flags);
    const start = startOf(sort, page);
    const [cell, among] = await Promise.all([this.positions.cellOf(caller), this.reach.among(caller, group)]);
    if (cell === undefined) return { located: false, users: [], total_users: 0, next: null };
    const scope = { among, withBanned: viewer.admin };
    const around = this.around(cell, flags.miles ? 'mi' : 'km');
    const route = { tenant, viewer, scope, sort, around, step: count + 1 };
    const size = async () => this.counts.size(await this.commitLog.sync(arrived), tenant, scope);
    const [{ shown, next }, total_users] = await Promise.all([this.page(route, count, start), size()]);
    const users = shown.map(({ row, place }) => ({
      ...this.views.row(caller, row),
      bucket: distanceBucketIds[place.bucket]!,
    }));
    return { located: true, users, total_users, next: next && pageOf(sort, next) };
  }

  private async page(route: Route, count: number, { after, pages }: DistanceStart): Promise<Page> {
    const page = await this.pageAfter(route, count, after);
    if (pages === 0) return page;
    return page.next ? this.page(route, count, { after: page.next, pages: pages - 1 }) : { shown: [], next: null };
  }

  /** A page is shorter where most of the members that it looks at are shown elsewhere. */
  private async pageAfter(route: Route, count: number, after: DistanceCursor | undefined): Promise<Page> {
    const shown: Shown[] = [];
    let next: DistanceCursor | undefined;
    let steps = 0;
    for await (const { place, row } of this.walk.steps(route, after)) {
      if (next && (shown.length === count || steps === maxSteps)) return { shown, next };
      if (row) shown.push({ place, row });
      next = place;
      steps++;
    }
    return { shown, next: null };
  }

  private around(cell: string, unit: 'km' | 'mi'): CellsByBucket {
    const key = `${unit} ${cell}`;
    const found = this.surroundings.get(key) ?? cellsAround(cell, unit);
    this.surroundings.set(key, found);
    return found;
  }
}

type Shown = Required<Step>;
interface Page {
  shown: Shown[];
  next: DistanceCursor | null;
}
