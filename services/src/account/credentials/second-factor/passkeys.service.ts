import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { addPasskey, passkeyLogin, removePasskey, startPasskey } from '@paddock/contract/calls/second-factor';
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../../infrastructure/links/community-address.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { SessionIssuer } from '../../sessions/session-issuer.js';
import { OwnPassword } from '../password/own-password.js';
import { PasskeyChallenges } from './passkey-challenges.js';
import { PasskeyRepository } from './passkey.repository.js';
import type { PasskeyRow } from './passkey.schema.js';

/** Loaded with the first passkey: it parses certificates of all kinds of authenticators. */
const webAuthn = () => import('@simplewebauthn/server');
/** More devices than a member has; `start` sends all of them to exclude duplicates. */
const maxPasskeys = 20;

/**
 * Passkeys (WebAuthn). A passkey replaces password and second factor: the member has the authenticator, which itself asks for a
 * fingerprint, a face or a PIN.
 */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly password: OwnPassword,
    private readonly address: CommunityAddress,
    private readonly users: UserRepository,
    private readonly sessions: SessionIssuer,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async start(caller: SignedInCaller, { password }: CallArguments<typeof startPasskey>) {
    const { tenant, user, config } = caller;
    await this.password.check(caller, password);
    const known = await this.passkeys.ofUser(tenant, user._id);
    if (known.length >= maxPasskeys) throw new PaddockError('CONFLICT');
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: config.title,
      rpID: this.relyingParty(tenant).rpID,
      userName: user.username,
      userDisplayName: user.fullname,
      userID: Uint8Array.from(Buffer.from(user._id)),
      challenge: await this.challenges.make(tenant, `add:${user._id}`),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential, transports }) => ({ id: credential, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: { ...options } as Record<string, unknown> };
  }

  async add({ tenant, user }: SignedInCaller, { name, response }: CallArguments<typeof addPasskey>) {
    const { origin, rpID } = this.relyingParty(tenant);
    const { verifyRegistrationResponse } = await webAuthn();
    const { registrationInfo } = await orFailed(() =>
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: (challenge) => this.challenges.take(tenant, `add:${user._id}`, challenge),
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }),
    );
    if (!registrationInfo) throw new PaddockError('PASSKEY_FAILED');
    const row = await this.store(tenant, user._id, name, registrationInfo.credential);
    return { id: row._id };
  }

  async remove({ tenant, user }: SignedInCaller, { id }: CallArguments<typeof removePasskey>) {
    await this.mongo.transaction(async (session) => {
      if (!(await this.passkeys.removeOne(tenant, user._id, id, { session }))) throw new PaddockError('NOT_FOUND');
      await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user: user._id, change: 'passkey_removed' });
    });
    return { ok: true as const };
  }

  async startLogin({ tenant }: Caller) {
    const challenge_id = randomBytes(32).toString('base64url');
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: this.relyingParty(tenant).rpID,
      challenge: await this.challenges.make(tenant, `login:${challenge_id}`),
      userVerification: 'required',
    });
    return { options: { ...options } as Record<string, unknown>, challenge_id };
  }

  async login(caller: Caller, { challenge_id, response }: CallArguments<typeof passkeyLogin>) {
    const { tenant } = caller;
    const { id } = response;
    const passkey = typeof id === 'string' ? await this.passkeys.byCredential(tenant, id) : null;
    const user = passkey && (await this.users.byId(tenant, passkey.user));
    if (!passkey || !user) throw new PaddockError('PASSKEY_FAILED');
    const newCounter = await this.verified(tenant, challenge_id, passkey, response);
    // Two concurrent responses with the same counter: one comes from a cloned key.
    if (!(await this.passkeys.use(tenant, passkey, newCounter))) throw new PaddockError('PASSKEY_FAILED');
    return this.sessions.issue(caller, user);
  }

  /** The passkeys as the member's settings show them. */
  async list(tenant: Tenant, user: string) {
    const rows = await this.passkeys.ofUser(tenant, user);
    return rows.map(({ _id: id, name, created, last_used }) => ({
      id,
      name,
      created: created.toISOString(),
      ...(last_used && { last_used: last_used.toISOString() }),
    }));
  }

  private async verified(tenant: Tenant, challengeId: string, passkey: PasskeyRow, response: object): Promise<number> {
    const { origin, rpID } = this.relyingParty(tenant);
    const { credential, public_key, counter } = passkey;
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await orFailed(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: (challenge) => this.challenges.take(tenant, `login:${challengeId}`, challenge),
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: { id: credential, publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')), counter },
        requireUserVerification: true,
      }),
    );
    if (!verified) throw new PaddockError('PASSKEY_FAILED');
    return authenticationInfo.newCounter;
  }

  private async store(tenant: Tenant, user: string, name: string, credential: WebAuthnCredential) {
    const { id, publicKey, counter, transports = [] } = credential;
    const public_key = Buffer.from(publicKey).toString('base64url');
    const row = { user, name, credential: id, public_key, counter, transports, created: new Date() };
    try {
      return await this.mongo.transaction(async (session) => {
        await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user, change: 'passkey_added' });
        return this.passkeys.add(tenant, row, { session });
      });
    } catch (error) {
      // Authenticators choose unique ids, so one of the two is forged.
      if (isDuplicateKey(error)) throw new PaddockError('PASSKEY_FAILED');
      throw error;
    }
  }

  /** A community's passkeys work only at its own address. */
  private relyingParty({ community }: Tenant): { origin: string; rpID: string } {
    const origin = this.address.origin(community);
    return { origin, rpID: new URL(origin).hostname };
  }
}

/** Hides from the caller why the library refused a response. */
async function orFailed<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw new PaddockError('PASSKEY_FAILED');
  }
}
