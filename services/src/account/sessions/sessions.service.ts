import { Injectable } from '@nestjs/common';
import type { Self } from '@paddock/contract/users';
import type { SignedInCaller } from '../../platform/calls/caller.js';
import { SessionService } from '../../platform/session/session.service.js';
import { OwnRecord } from './own-record.js';

/** What a signed-in member does with their sessions. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionService,
    private readonly own: OwnRecord,
  ) {}

  async logout({ tenant, session }: SignedInCaller) {
    await this.sessions.end(tenant, session);
    return { ok: true as const };
  }

  readSelf({ tenant, user }: SignedInCaller): Promise<Self> {
    return this.own.of(tenant, user);
  }
}
