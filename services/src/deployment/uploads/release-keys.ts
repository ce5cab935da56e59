import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { sha256 } from '../../infrastructure/sha256.js';
import { type ReleaseKey, ReleaseKeyRepository } from './release-key.repository.js';

/** Makes a leaked key easy to find, for people and for scanners of repositories. */
const prefix = 'paddock_release_';

export type NewReleaseKey = Pick<ReleaseKey, 'modules' | 'channels' | 'by'> & {
  name: string;
  /** How long it is valid; without limit by default. */
  days?: number | undefined;
};

/** The keys with which teams upload releases: made and revoked by `npm run release-keys`, checked at each upload. */
@Injectable()
export class ReleaseKeys {
  constructor(private readonly keys: ReleaseKeyRepository) {}

  /** Makes a key and returns it, which is not stored. Undefined if a valid key has the name. */
  async make({ name, modules, channels, by, days }: NewReleaseKey): Promise<string | undefined> {
    const key = `${prefix}${randomBytes(32).toString('base64url')}`;
    const made = new Date();
    const isAdded = await this.keys.add({
      _id: name,
      digest: sha256(key),
      modules: [...modules],
      channels: [...channels],
      made,
      by,
      ...(days !== undefined && { expires: new Date(made.getTime() + days * dayMs) }),
    });
    return isAdded ? key : undefined;
  }

  list(): Promise<ReleaseKey[]> {
    return this.keys.all();
  }

  /** Takes effect at once in every process, also for uploads that run. False if no valid key has the name. */
  revoke(name: string): Promise<boolean> {
    return this.keys.revoke(name, new Date());
  }

  /**
   * The key of an `Authorization` header. From the database each time, so that a revoked one is refused at once.
   *
   * @throws RELEASE_KEY_INVALID for a missing, unknown, revoked or expired one: the reply does not say which
   */
  async check(authorization: string | undefined): Promise<ReleaseKey> {
    const [, given] = /^bearer (paddock_release_[\w-]{43})$/i.exec(authorization ?? '') ?? [];
    const key = given === undefined ? null : await this.keys.byDigest(sha256(given));
    if (!isValid(key)) throw new PaddockError('RELEASE_KEY_INVALID');
    await this.keys.use(key._id, new Date());
    return key;
  }

  /** @throws RELEASE_KEY_INVALID if the key was revoked or replaced, or has expired, since it was checked */
  async checkAgain({ _id, digest }: ReleaseKey): Promise<void> {
    const key = await this.keys.byDigest(digest);
    if (!isValid(key) || key._id !== _id) throw new PaddockError('RELEASE_KEY_INVALID');
  }
}

const isValid = (key: ReleaseKey | null): key is ReleaseKey =>
  key !== null && key.revoked === undefined && (key.expires === undefined || key.expires > new Date());
