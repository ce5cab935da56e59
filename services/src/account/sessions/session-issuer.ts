import { Injectable } from '@nestjs/common';
import type { Self } from '@paddock/contract/calls/users';
import type { Caller } from '../../community/calls/caller.js';
import { SessionService } from '../../community/sessions/session.service.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { KnownAddressRepository } from './known-address.repository.js';
import { OwnRecord } from './own-record.js';

/** The last step of every sign-in: opens a session for the caller's device, records the IP address, and returns the own record. */
@Injectable()
export class SessionIssuer {
  constructor(
    private readonly sessions: SessionService,
    private readonly known: KnownAddressRepository,
    private readonly own: OwnRecord,
  ) {}

  async issue({ tenant, client, ip }: Caller, user: UserRow): Promise<{ token: string; user: Self }> {
    await this.known.note(tenant, user._id, ip);
    return { token: await this.sessions.open(tenant, user._id, client), user: await this.own.of(tenant, user) };
  }
}
