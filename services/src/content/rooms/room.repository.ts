import { Injectable } from '@nestjs/common';
import { maxRooms } from '@paddock/contract/calls/rooms';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { type InSession, type NewRow, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { roomSchema, type RoomRow } from './room.schema.js';

/** The editable fields of a room; `undefined` removes a field. */
export type RoomFields = Omit<
  RoomRow,
  '_id' | 'community' | 'workplace' | 'author' | 'client_id' | 'created' | 'updated' | 'display_version' | 'turns'
>;
type Optional = 'capacity' | 'group' | 'time_zone' | 'check_in_since';

@Injectable()
export class RoomRepository extends TenantRepository<RoomRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'rooms', roomSchema);
  }

  all(tenant: Tenant): Promise<RoomRow[]> {
    return this.find(tenant, {}, { sort: { _id: 1 }, limit: maxRooms });
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<RoomRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<RoomRow[]> {
    return this.find(tenant, { _id: { $in: [...ids] } });
  }

  byClientId(tenant: Tenant, author: string, client_id: string, options: InSession = {}): Promise<RoomRow | null> {
    return this.findOne(tenant, { author, client_id }, options);
  }

  /** Rooms whose bookings are administered by owners of these groups. */
  async idsOfGroups(tenant: Tenant, groups: readonly string[]): Promise<string[]> {
    const rows = await this.findParts(tenant, { group: { $in: [...groups] } }, []);
    return rows.map(({ _id }) => _id);
  }

  withCheckIn(tenant: Tenant): Promise<RoomRow[]> {
    return this.find(tenant, { check_in_minutes: { $gt: 0 } });
  }

  async isFull(tenant: Tenant): Promise<boolean> {
    return (await this.count(tenant, {}, { limit: maxRooms })) >= maxRooms;
  }

  add(tenant: Tenant, row: Omit<NewRow<RoomRow>, 'created'>, options: InSession): Promise<RoomRow> {
    return this.insert(tenant, { ...row, created: new Date() }, options);
  }

  update(
    tenant: Tenant,
    id: string,
    fields: Omit<RoomFields, Optional> & { [K in Optional]: RoomRow[K] | undefined },
    options: InSession,
  ): Promise<RoomRow | null> {
    const entries = Object.entries(fields);
    const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const $unset = Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [[name, 1]] : [])));
    return this.change(tenant, { _id: id }, { $set: { ...$set, updated: new Date() }, $unset } as never, options);
  }

  /** Reads a room in a transaction that no other one of the room overlaps: the database repeats the later one. Null for a deleted room. */
  takeTurn(tenant: Tenant, id: string, options: InSession): Promise<RoomRow | null> {
    return this.change(tenant, { _id: id }, { $inc: { turns: 1 } }, options);
  }

  /** Raises the version of the display's address; null for a deleted room. */
  raiseDisplayVersion(tenant: Tenant, id: string): Promise<RoomRow | null> {
    return this.change(tenant, { _id: id }, { $inc: { display_version: 1 } });
  }

  async delete(tenant: Tenant, id: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { _id: id }, options)) > 0;
  }

  workplaces(tenant: Tenant): Promise<Tenant[]> {
    return this.tenantsWithRows(tenant);
  }

  /** Rooms that a member added, in all workplaces. */
  async ofAuthor(tenant: Tenant, author: string): Promise<RoomRow[]> {
    return this.findEverywhere(tenant, { author });
  }

  /** Takes a deleted group from its rooms, which workplace admins then administer. */
  async forgetGroup(tenant: Tenant, group: string, options: InSession): Promise<boolean> {
    return (await this.changeAll(tenant, { group }, { $unset: { group: 1 } }, options)) > 0;
  }
}
