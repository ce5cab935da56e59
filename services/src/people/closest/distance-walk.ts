import { Injectable } from '@nestjs/common';
import { type DistanceBucket, distanceBucketIds } from '@paddock/contract/calls/people';
import type { PersonSortField } from '@paddock/contract/core/tab-flags';
import { isBlockBetween, type UserRow } from '../../community/users/user.schema.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type ActiveMember, DirectoryRepository, type DirectoryFilter } from '../directory.repository.js';
import { byKeys } from '../person-order.js';
import type { CellsByBucket, LimitedBucket } from './distance-cells.js';
import type { DistanceCursor } from './distance-order.js';
import { OnlineMembers, type OnlineList } from './online-members.js';

/** What a walk goes through. */
export interface Route {
  tenant: Tenant;
  viewer: UserRow;
  scope: DirectoryFilter;
  sort: PersonSortField;
  around: CellsByBucket;
  /** Rows of one read. */
  step: number;
}

/** A step of the walk. It has no row when its member is shown in another bucket, or no longer in the directory. */
export interface Step {
  place: DistanceCursor;
  row?: UserRow;
}

/** Goes through the members of the directory in their order by distance, reading as far as its caller goes. */
@Injectable()
export class DistanceWalk {
  constructor(
    private readonly directory: DirectoryRepository,
    private readonly online: OnlineMembers,
  ) {}

  async *steps(route: Route, after?: DistanceCursor): AsyncGenerator<Step> {
    const bucketOf = bucketsOf(route);
    const { active, members } = await this.online.of(route.tenant, route.scope.withBanned);
    // The list may be older than a move: then its member is in the new bucket, among the others.
    const listed = new Map(members.map((member) => [member._id, bucketOf(member)]));
    const isListed = (row: UserRow) => listed.get(row._id) === bucketOf(row);
    for (const [index, bucket] of distanceBucketIds.entries()) {
      if (after && index < after.bucket) continue;
      const from = after?.bucket === index ? after : undefined;
      if (from?.isOnline !== false) {
        const here = members.filter(({ _id }) => listed.get(_id) === bucket);
        yield* this.onlineSteps(route, { index, members: here, after: from }, isListed);
      }
      const start = from?.isOnline === false ? from : undefined;
      const isHere = (row: UserRow) => bucketOf(row) === bucket && !isListed(row);
      yield* this.otherSteps(route, { index, bucket, active, after: start }, isHere);
    }
  }

  private async *onlineSteps(
    { tenant, scope, sort, step }: Route,
    { index, members, after }: { index: number; members: readonly ActiveMember[]; after: DistanceCursor | undefined },
    isHere: (row: UserRow) => boolean,
  ): AsyncGenerator<Step> {
    const among = scope.among && new Set(scope.among);
    const places = members
      .filter(({ _id }) => among?.has(_id) ?? true)
      .map(({ _id: id, sort_keys }): DistanceCursor => ({ bucket: index, isOnline: true, key: sort_keys[sort], id }))
      .filter((place) => !after || inOrder(after, place) < 0)
      .sort(inOrder);
    for (let at = 0; at < places.length; at += step) {
      const part = places.slice(at, at + step);
      const ids = part.map(({ id }) => id);
      const rows = new Map((await this.directory.withIds(tenant, scope, ids)).map((row) => [row._id, row]));
      for (const place of part) {
        const row = rows.get(place.id);
        yield { place, ...(row && isHere(row) && { row }) };
      }
    }
  }

  private async *otherSteps(
    { tenant, scope, sort, around, step }: Route,
    {
      index,
      bucket,
      active,
      after,
    }: { index: number; bucket: DistanceBucket; active: OnlineList['active']; after: DistanceCursor | undefined },
    isHere: (row: UserRow) => boolean,
  ): AsyncGenerator<Step> {
    const cells = around.get(bucket as LimitedBucket);
    const read = (from: DistanceCursor | undefined) =>
      cells
        ? this.directory.inCells(tenant, scope, { cells, active }, sort, step, from)
        : this.directory.page(tenant, scope, byKeys(sort), step, from ? { after: from } : { skip: 0 });
    for (let from = after; ;) {
      const rows = await read(from);
      for (const row of rows) {
        from = { bucket: index, isOnline: false, key: row.sort_keys[sort], id: row._id };
        yield { place: from, ...(isHere(row) && { row }) };
      }
      if (rows.length < step) return;
    }
  }
}

/** A member's bucket for the viewer. Members who block each other are as far as those who share no position. */
function bucketsOf({ viewer, around }: Route) {
  const buckets = new Map([...around].flatMap(([bucket, cells]) => cells.map((cell) => [cell, bucket] as const)));
  return (member: Pick<UserRow, '_id' | 'cells' | 'blocked_users'>): DistanceBucket => {
    const isBlocked = isBlockBetween(viewer, member);
    const cell = isBlocked ? undefined : member.cells?.find((one) => buckets.has(one));
    return cell === undefined ? 'far_far' : buckets.get(cell)!;
  };
}

function inOrder(a: DistanceCursor, b: DistanceCursor): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
