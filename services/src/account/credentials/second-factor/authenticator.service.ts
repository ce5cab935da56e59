import { asciiDigits } from '@paddock/contract/core/digits';
import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { confirmTotp, removeTotp, startTotp } from '@paddock/contract/calls/second-factor';
import { Secret, TOTP } from 'otpauth';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { SecondFactor } from './second-factor.js';
import { AuthenticatorRepository } from './authenticator.repository.js';
import type { AuthenticatorRow } from './authenticator.schema.js';
import { OwnPassword } from '../password/own-password.js';
import { makeRecoveryCodes, readRecoveryCode } from './recovery-codes.js';
import { SecretBox } from './secret-box.js';

const stepMs = 30_000;
/** How long an unconfirmed secret is valid. */
const startMs = 15 * 60_000;

/** The authenticator app as second factor (RFC 6238). */
@Injectable()
export class AuthenticatorService extends SecondFactor {
  constructor(
    private readonly rows: AuthenticatorRepository,
    private readonly secretBox: SecretBox,
    private readonly password: OwnPassword,
    private readonly communities: Communities,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async start(caller: SignedInCaller, { password }: CallArguments<typeof startTotp>) {
    const { tenant, user, config } = caller;
    await this.password.check(caller, password);
    const secret = new Secret({ size: 20 });
    if (!(await this.rows.start(tenant, user._id, this.secretBox.seal(tenant, user._id, secret.bytes))))
      throw new PaddockError('CONFLICT');
    const uri = new TOTP({ issuer: config.title, label: user.username, secret }).toString();
    return { secret: secret.base32, uri };
  }

  async confirm({ tenant, user }: SignedInCaller, { code }: CallArguments<typeof confirmTotp>) {
    const row = await this.rows.ofUser(tenant, user._id);
    if (!row || row.confirmed || row.started.getTime() < Date.now() - startMs) throw new PaddockError('CONFLICT');
    const step = this.stepOf(tenant, row, code);
    if (step === undefined) throw invalidCode();
    const codes = makeRecoveryCodes();
    const recovery = codes.map((one) => this.secretBox.fingerprint(tenant, user._id, readRecoveryCode(one)!));
    await this.mongo.transaction(async (session) => {
      if (!(await this.rows.confirm(tenant, row, { last_step: step, recovery }, { session })))
        throw new PaddockError('CONFLICT');
      await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user: user._id, change: 'totp_added' });
    });
    return { recovery_codes: codes };
  }

  /** Requires password and code: neither a borrowed device nor a guessed password turns it off. */
  async remove(caller: SignedInCaller, { password, code }: CallArguments<typeof removeTotp>) {
    const { tenant, user } = caller;
    await this.password.check(caller, password);
    if (!(await this.check(tenant, user._id, code))) throw invalidCode();
    await this.mongo.transaction(async (session) => {
      if (await this.rows.forget(tenant, user._id, { session }))
        await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user: user._id, change: 'totp_removed' });
    });
    return { ok: true as const };
  }

  /** The state that the member's settings show. */
  async status(tenant: Tenant, user: string): Promise<{ totp: boolean; recovery_codes: number }> {
    const row = await this.rows.ofUser(tenant, user);
    return row?.confirmed ? { totp: true, recovery_codes: row.recovery.length } : { totp: false, recovery_codes: 0 };
  }

  /** False for every member while the deployment has `totp` off; their set-up applies again when the flag returns. */
  override async needed(tenant: Tenant, user: string): Promise<boolean> {
    if (!this.communities.find(tenant.community)?.flags.totp) return false;
    return (await this.rows.ofUser(tenant, user))?.confirmed ?? false;
  }

  override async check(tenant: Tenant, user: string, code: string): Promise<boolean> {
    const row = await this.rows.ofUser(tenant, user);
    if (!row?.confirmed) return false;
    const step = this.stepOf(tenant, row, code);
    if (step !== undefined) return this.rows.takeStep(tenant, user, step);
    const recovery = readRecoveryCode(code);
    if (recovery === undefined) return false;
    return this.rows.takeRecovery(tenant, user, this.secretBox.fingerprint(tenant, user, recovery));
  }

  /** The 30-second step of this code: the current, previous or next one, since clocks differ. */
  private stepOf(tenant: Tenant, row: AuthenticatorRow, typed: string): number | undefined {
    const code = asciiDigits(typed).replaceAll(/\s/g, '');
    const bytes = this.secretBox.open(tenant, row._id, row.sealed);
    if (!bytes || !/^\d{6}$/.test(code)) return undefined;
    const now = Date.now();
    const totp = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }) });
    const offset = totp.validate({ token: code, window: 1, timestamp: now });
    return offset === null ? undefined : Math.floor(now / stepMs) + offset;
  }
}

function invalidCode(): PaddockError {
  return new PaddockError('SECOND_FACTOR_INVALID', { fields: { code: 'SECOND_FACTOR_INVALID' } });
}
