import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../../infrastructure/mongo/tenant-repository.js';
import { sha256 } from '../../../infrastructure/sha256.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

const lifetimeMs = 10 * 60_000;

/** A sign-in that a browser started. State (the id) and nonce are stored as sha256: only that browser has them. */
interface AttemptRow extends Row {
  nonce: string;
  /** Proves to the provider that one client requested and redeems the code (PKCE). */
  code_verifier: string;
  /** The member who links an account, with the time of the password that was given for it. */
  linking?: Linking;
  expires: Date;
}

/** A member who began to link an account; `changed` is when the given password was set. */
export interface Linking {
  user: string;
  changed: Date;
}

const attemptSchema = communitySchema<AttemptRow>({
  nonce: { type: String, required: true },
  code_verifier: { type: String, required: true },
  linking: { type: Object },
  expires: { type: Date, required: true },
});
attemptSchema.index({ community: 1, nonce: 1 });
attemptSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });

/** What a browser and its attempt share. */
export interface Attempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Third-party sign-ins in progress: valid for ten minutes and one provider response, right or wrong. */
@Injectable()
export class Attempts extends TenantRepository<AttemptRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'third_party_attempts', attemptSchema);
  }

  async begin(tenant: Tenant, linking?: Linking): Promise<Attempt> {
    const [state, nonce, codeVerifier] = [secret(), secret(), secret()];
    const expires = new Date(Date.now() + lifetimeMs);
    await this.insert(tenant, {
      ...{ _id: sha256(state), nonce: sha256(nonce), code_verifier: codeVerifier, expires },
      ...(linking && { linking }),
    });
    return { state, nonce, codeVerifier };
  }

  /** Consumes the attempt of this state and nonce; undefined when there is none. */
  async take(
    tenant: Tenant,
    { state, nonce }: { state?: string; nonce: string },
  ): Promise<{ codeVerifier: string; linking?: Linking | undefined } | undefined> {
    const filter = {
      ...(state !== undefined && { _id: sha256(state) }),
      nonce: sha256(nonce),
      expires: { $gt: new Date() },
    };
    const row = await this.findOne(tenant, filter);
    if (!row || (await this.remove(tenant, { _id: row._id })) === 0) return undefined;
    return { codeVerifier: row.code_verifier, linking: row.linking };
  }
}

const secret = () => randomBytes(32).toString('base64url');
