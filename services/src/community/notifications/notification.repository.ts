import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import {
  TenantRepository,
  type InSession,
  type NewRow,
  type TenantFilter,
} from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { everywhere, notificationSchema, type NotificationRow } from './notification.schema.js';

export type NewNotification = Pick<NotificationRow, 'user' | 'place' | 'kind' | 'key' | 'facts' | 'address'> & {
  by?: string | undefined;
  conversation?: string | undefined;
};

/** Maximal number of times a folded notification becomes new again; further acts only change its content. */
const maxFolds = 50;

/** Notifications of members. Reads cover one workplace and the community's own notifications. */
@Injectable()
export class NotificationRepository extends TenantRepository<NotificationRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'notices', notificationSchema);
  }

  /** Newest first, after `before` in that order. */
  page(tenant: Tenant, user: string, limit: number, before?: string): Promise<NotificationRow[]> {
    const filter = { user, place: { $in: placesOf(tenant) }, ...(before && { order: { $lt: before } }) };
    return this.find(tenant, filter, { sort: { order: -1 }, limit });
  }

  unread(tenant: Tenant, user: string): Promise<number> {
    return this.count(tenant, { user, read: false, place: { $in: placesOf(tenant) } });
  }

  /** Marks the one at this position, or all up to and including it, as read; returns their number. */
  markRead(tenant: Tenant, user: string, order: string | { $lte: string }, options: InSession): Promise<number> {
    const filter = { user, read: false, order, place: { $in: placesOf(tenant) } };
    return this.changeAll(tenant, filter, { $set: { read: true } }, options);
  }

  /** Returns the members among `users` who already have a notification with this key. */
  async usersWithNotification(tenant: Tenant, key: string, users: readonly string[]): Promise<Set<string>> {
    const rows = await this.findParts(tenant, { user: { $in: [...users] }, key }, ['user']);
    return new Set(rows.map(({ user }) => user));
  }

  /** A member's notifications under this key and its parts; with `since` only those created from then on. */
  sent(tenant: Tenant, user: string, key: string, since?: Date) {
    const filter = { ...underKeys(tenant, [key]), user, ...(since && { created: { $gte: since } }) };
    return this.findParts(tenant, filter, ['key', 'created']);
  }

  async byIds(tenant: Tenant, ids: readonly string[]): Promise<Map<string, NotificationRow>> {
    const rows = await this.find(tenant, { _id: { $in: [...ids] } });
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** Throws a duplicate key error for an existing one. */
  async addAll(
    tenant: Tenant,
    notifications: readonly NewNotification[],
    options: InSession,
  ): Promise<NewRow<NotificationRow>[]> {
    const now = new Date();
    const rows = notifications.map(({ by, conversation, ...notification }) => ({
      ...notification,
      _id: newId(),
      ...(by && { by }),
      ...(conversation && { conversation }),
      actors: by ? [by] : [],
      order: newId(),
      created: now,
      read: false,
    }));
    await this.insertAll(tenant, rows, options);
    return rows;
  }

  /** Folds another member's act into an existing notification; null if there is none or nothing changes. */
  async fold(
    tenant: Tenant,
    notification: NewNotification & { by: string },
    options: InSession,
  ): Promise<NotificationRow | null> {
    const { user, key, facts, by } = notification;
    const last = { $nin: [by] };
    const again = await this.change(
      tenant,
      { user, key, actors: last, [`actors.${maxFolds - 1}`]: { $exists: false } },
      {
        $set: { facts, by, order: newId(), created: new Date(), read: false },
        $push: { actors: by },
      },
      options,
    );
    if (again) return again;
    await this.change(tenant, { user, key, actors: last }, { $set: { facts, by } }, options);
    return null;
  }

  /** Members with a notification under one of these keys or a part of one. */
  async holders(tenant: Tenant, keys: readonly string[]): Promise<string[]> {
    const rows = await this.findParts(tenant, underKeys(tenant, keys), ['user']);
    return [...new Set(rows.map(({ user }) => user))];
  }

  /** Some notifications about a conversation, in no particular order. */
  someAbout(tenant: Tenant, conversation: string, limit: number) {
    return this.findParts(tenant, { conversation }, ['user'], { limit });
  }

  /** A member's notifications about a conversation. */
  aboutOf(tenant: Tenant, conversation: string, user: string) {
    return this.findParts(tenant, { conversation, user }, ['user', 'key']);
  }

  async removeAll(tenant: Tenant, ids: readonly string[], options: InSession): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...ids] } }, options);
  }

  /** Removes the notifications under these keys and their parts, with `of` only these members'; returns the members. */
  async withdraw(
    tenant: Tenant,
    keys: readonly string[],
    { of, ...options }: InSession & { of?: readonly string[] | undefined },
  ): Promise<string[]> {
    const filter = { ...underKeys(tenant, keys), ...(of && { user: { $in: [...of] } }) };
    const rows = await this.findParts(tenant, filter, ['user'], options);
    if (rows.length > 0) await this.remove(tenant, { _id: { $in: rows.map(({ _id }) => _id) } }, options);
    return [...new Set(rows.map(({ user }) => user))];
  }

  ofUser(tenant: Tenant, user: string): Promise<NotificationRow[]> {
    return this.find(tenant, { user }, { sort: { order: -1 } });
  }

  /** Erases a deleted member's notifications and those that name them; returns the members who had these unread. */
  async forget(tenant: Tenant, user: string): Promise<string[]> {
    await this.remove(tenant, { user });
    const unread = await this.findParts(tenant, { by: user, read: false }, ['user']);
    await this.remove(tenant, { by: user });
    return [...new Set(unread.map((row) => row.user))];
  }
}

/** A part's key follows a colon, the character before `;`. */
const underKeys = (tenant: Tenant, keys: readonly string[]): TenantFilter<NotificationRow> => ({
  $or: [{ key: { $in: [...keys] } }, ...keys.map((key) => ({ key: { $gte: `${key}:`, $lt: `${key};` } }))],
  place: { $in: placesOf(tenant) },
});
const placesOf = ({ workplace }: Tenant) => [workplace, everywhere];
