import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { userKeys } from './user-keys.js';
import { userSchema, type AclEntry, type UserRow } from './user.schema.js';

/** The names and fields of a member. */
export type ProfileParts = Pick<UserRow, 'username' | 'fullname' | 'fields'>;

/** Changes of profiles and roles, each from the row as its transaction reads it. */
@Injectable()
export class ProfileRepository extends TenantRepository<UserRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'users', userSchema);
  }

  /** Not from a cache. */
  stored(tenant: Tenant, id: string, options: InSession): Promise<UserRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  /** With the keys for search and order. A taken user name throws MongoDB's duplicate key error. */
  set(tenant: Tenant, id: string, parts: ProfileParts, options: InSession): Promise<UserRow | null> {
    const { username, fullname, fields } = parts;
    return this.change(tenant, { _id: id }, { $set: { username, fullname, fields, ...userKeys(parts) } }, options);
  }

  setAcl(tenant: Tenant, id: string, acl: AclEntry[], options: InSession): Promise<UserRow | null> {
    return this.change(tenant, { _id: id }, { $set: { acl } }, options);
  }
}
