import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { linkIdentity, readThirdPartyLink, removeIdentity, thirdPartyLogin } from '@paddock/contract/calls/third-party';
import { Answers } from '../../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../../community/calls/caller.js';
import { LinkedIdentities } from '../../credentials/linked-identities.js';
import { ThirdPartyService } from './third-party.service.js';

@Controller()
export class ThirdPartyController {
  constructor(
    private readonly thirdParty: ThirdPartyService,
    private readonly identities: LinkedIdentities,
  ) {}

  @Answers(readThirdPartyLink)
  link(caller: Caller) {
    return this.thirdParty.link(caller);
  }

  @Answers(thirdPartyLogin)
  login(caller: Caller, input: CallArguments<typeof thirdPartyLogin>) {
    return this.thirdParty.login(caller, input);
  }

  @Answers(linkIdentity)
  linkIdentity(caller: SignedInCaller, input: CallArguments<typeof linkIdentity>) {
    return this.thirdParty.linkIdentity(caller, input);
  }

  @Answers(removeIdentity)
  removeIdentity(caller: SignedInCaller, input: CallArguments<typeof removeIdentity>) {
    return this.identities.remove(caller, input);
  }
}
