import { Controller } from '@nestjs/common';
import { logout, readSelf } from '@paddock/contract/account';
import { Answers } from '../../platform/calls/answers.js';
import type { SignedInCaller } from '../../platform/calls/caller.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Answers(logout)
  logout(caller: SignedInCaller) {
    return this.sessions.logout(caller);
  }

  @Answers(readSelf)
  readSelf(caller: SignedInCaller) {
    return this.sessions.readSelf(caller);
  }
}
