import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../../infrastructure/mongo/tenant-repository.js';
import { sha256 } from '../../../infrastructure/sha256.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

const lifetimeMs = 5 * 60_000;

/** A challenge for an authenticator to sign. The id is the sha256 of the challenge. */
interface ChallengeRow extends Row {
  /** `add:` and the member's id, or `login:` and the `challenge_id` of the sign-in. */
  asker: string;
  expires: Date;
}

const challengeSchema = communitySchema<ChallengeRow>({
  asker: { type: String, required: true },
  expires: { type: Date, required: true },
});
challengeSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });

/** Passkey challenges: 256 bits, valid for five minutes and one response, right or wrong. */
@Injectable()
export class PasskeyChallenges extends TenantRepository<ChallengeRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'passkey_challenges', challengeSchema);
  }

  async make(tenant: Tenant, asker: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = Uint8Array.from(randomBytes(32));
    await this.insert(tenant, { _id: sha256(challenge), asker, expires: new Date(Date.now() + lifetimeMs) });
    return challenge;
  }

  /** Consumes the challenge; false when it was not issued to this asker. */
  async take(tenant: Tenant, asker: string, challenge: string): Promise<boolean> {
    const _id = sha256(Buffer.from(challenge, 'base64url'));
    return (await this.remove(tenant, { _id, asker, expires: { $gt: new Date() } })) > 0;
  }
}
