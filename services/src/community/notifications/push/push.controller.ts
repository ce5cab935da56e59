import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readPush, registerDevice, unregisterDevice } from '@paddock/contract/calls/push';
import { Answers } from '../../calls/answers.js';
import type { SignedInCaller } from '../../calls/caller.js';
import { PushService } from './push.service.js';

@Controller()
export class PushController {
  constructor(private readonly pushes: PushService) {}

  @Answers(readPush)
  read(caller: SignedInCaller) {
    return this.pushes.read(caller);
  }

  @Answers(registerDevice)
  register(caller: SignedInCaller, input: CallArguments<typeof registerDevice>) {
    return this.pushes.register(caller, input);
  }

  @Answers(unregisterDevice)
  unregister(caller: SignedInCaller, { id }: CallArguments<typeof unregisterDevice>) {
    return this.pushes.unregister(caller, id);
  }
}
