import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { communitySchema } from '../../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

const lifetimeMs = 5 * 60_000;

/** What an authenticator was asked to sign. Its id is the sha256 of the challenge. */
interface ChallengeRow extends Row {
  /** `add:` and the member, or `login:` and the id that whoever signs in was given. */
  asker: string;
  expires: Date;
}

const challengeSchema = communitySchema<ChallengeRow>({
  asker: { type: String, required: true },
  expires: { type: Date, required: true },
});
challengeSchema.index({ expires: 1 }, { expireAfterSeconds: 0 });

/** Challenges of passkeys: 256 bits, five minutes, good for one answer, right or wrong. */
@Injectable()
export class PasskeyChallenges extends TenantRepository<ChallengeRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'passkey_challenges', challengeSchema);
  }

  async make(tenant: Tenant, asker: string): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = Uint8Array.from(randomBytes(32));
    await this.insert(tenant, { _id: digest(challenge), asker, expires: new Date(Date.now() + lifetimeMs) });
    return challenge;
  }

  /** Whether this asker was given the challenge, which is used up by this. */
  async take(tenant: Tenant, asker: string, challenge: string): Promise<boolean> {
    const _id = digest(Buffer.from(challenge, 'base64url'));
    return (await this.remove(tenant, { _id, asker, expires: { $gt: new Date() } })) > 0;
  }
}

const digest = (challenge: Uint8Array) => createHash('sha256').update(challenge).digest('hex');
