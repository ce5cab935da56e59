import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { newId } from '../mongo/row.js';
import { RowCache } from '../mongo/row-cache.js';
import { TenantRepository, type InSession, type NewRow } from '../mongo/tenant-repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { nameWords } from './name-words.js';
import { userKeys } from './user-keys.js';
import { userSchema, type UserRow } from './user.schema.js';

/** What a new member states; the rest follows from it. */
export type NewUser = Pick<UserRow, 'username' | 'fullname' | 'email' | 'client_id'> &
  Partial<Omit<NewRow<UserRow>, keyof ReturnType<typeof userKeys>>>;

@Injectable()
export class UserRepository extends TenantRepository<UserRow> {
  private readonly rows = new RowCache<UserRow>(20_000);

  constructor(mongo: Mongo) {
    super(mongo, 'users', userSchema);
    mongo.onWrite('users', (row) => (row ? this.rows.drop(keyOf(row as unknown as UserRow)) : this.rows.clear()));
  }

  /** From the cache of ADR 0012, as {@link byIds}. */
  byId(tenant: Tenant, id: string): Promise<UserRow | null> {
    return this.rows.get(keyOf({ community: tenant.community, _id: id }), () => this.findOne(tenant, { _id: id }));
  }

  /** In no particular order; unknown ids are left out. */
  async byIds(tenant: Tenant, ids: readonly string[]): Promise<UserRow[]> {
    const prefix = keyOf({ community: tenant.community, _id: '' });
    const keys = [...new Set(ids)].map((id) => prefix + id);
    const rows = await this.rows.getMany(keys, async (missing) => {
      const found = await this.find(tenant, { _id: { $in: missing.map((key) => key.slice(prefix.length)) } });
      return new Map(found.map((row) => [keyOf(row), row]));
    });
    return rows.filter((row) => row !== null);
  }

  byUsername(tenant: Tenant, username: string): Promise<UserRow | null> {
    return this.findOne(tenant, { username_key: username.toLowerCase() });
  }

  byUsernames(tenant: Tenant, usernames: readonly string[]): Promise<UserRow[]> {
    return this.find(tenant, { username_key: { $in: usernames.map((name) => name.toLowerCase()) } });
  }

  byEmail(tenant: Tenant, email: string): Promise<UserRow | null> {
    return this.findOne(tenant, { email: email.toLowerCase() });
  }

  byClientId(tenant: Tenant, clientId: string): Promise<UserRow | null> {
    return this.findOne(tenant, { client_id: clientId });
  }

  /**
   * Members of the workplace whose user name, full name or company has a word with this beginning, by user name. Who is
   * pending or not verified is left out. `among` restricts the search to these ids.
   */
  search(tenant: Tenant, query: string, limit: number, among?: readonly string[]): Promise<UserRow[]> {
    const words = nameWords(query);
    if (words.length === 0) return Promise.resolve([]);
    const { workplace } = tenant;
    return this.find(
      tenant,
      {
        // Letters and digits only, so a word is its own pattern.
        $and: words.map((word) => ({ name_words: { $regex: `^${word}` } })),
        pending: false,
        email_verified: true,
        ...(workplace !== '' && { $or: [{ workplaces: workplace }, { admin: true }] }),
        ...(among && { _id: { $in: [...among] } }),
      },
      { sort: { username_key: 1 }, limit },
    );
  }

  create(tenant: Tenant, user: NewUser, options: InSession = {}): Promise<UserRow> {
    const row = {
      _id: newId(),
      email_verified: true,
      pending: false,
      admin: false,
      acl: [],
      workplaces: [],
      fields: {},
      blocked_users: [],
      created: new Date(),
      ...user,
      email: user.email.toLowerCase(),
      ...userKeys(user),
    };
    return this.insert(tenant, row, options);
  }

  async setProfileImage(tenant: Tenant, id: string, fileId: string): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { profile_image: fileId } });
  }

  /** Notes that a member is here; at most one write in {@link UserRow.last_activity}'s resolution of a minute. */
  async noteActivity(tenant: Tenant, id: string, now: Date): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { last_activity: now } });
  }

  async setBlocked(tenant: Tenant, id: string, other: string, blocked: boolean): Promise<void> {
    const change = blocked ? { $addToSet: { blocked_users: other } } : { $pull: { blocked_users: other } };
    await this.change(tenant, { _id: id }, change);
  }
}

const keyOf = ({ community, _id }: Pick<UserRow, 'community' | '_id'>) => `${community} ${_id}`;
