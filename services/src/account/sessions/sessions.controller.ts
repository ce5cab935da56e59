import { Controller } from '@nestjs/common';
import { logout, readSelf } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import { endSession, exchangeToken, readJwt, readKeySet, readSessions } from '@paddock/contract/calls/sessions';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { SessionsService } from './sessions.service.js';
import { SignedTokens } from './signed-tokens.js';
import { TokenExchange } from './token-exchange.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly tokens: TokenExchange,
    private readonly signed: SignedTokens,
  ) {}

  @Answers(logout)
  logout(caller: SignedInCaller) {
    return this.sessions.logout(caller);
  }

  @Answers(readSelf)
  readSelf(caller: SignedInCaller, input: CallArguments<typeof readSelf>) {
    return this.sessions.readSelf(caller, input);
  }

  @Answers(readSessions)
  list(caller: SignedInCaller) {
    return this.sessions.list(caller);
  }

  @Answers(endSession)
  end(caller: SignedInCaller, input: CallArguments<typeof endSession>) {
    return this.sessions.end(caller, input);
  }

  @Answers(exchangeToken)
  exchange(caller: Caller, input: CallArguments<typeof exchangeToken>) {
    return this.tokens.exchange(caller, input);
  }

  @Answers(readJwt)
  jwt(caller: SignedInCaller) {
    return this.sessions.jwt(caller);
  }

  @Answers(readKeySet)
  keySet({ tenant }: Caller) {
    return this.signed.keySet(tenant.community);
  }
}
