import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readCheckIn, readPass, recordArrivals, removeArrival } from '@paddock/contract/calls/event-check-in';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ArrivalsService } from './arrivals.service.js';
import { CheckInService } from './check-in.service.js';

@Controller()
export class CheckInController {
  constructor(
    private readonly checkIn: CheckInService,
    private readonly arrivals: ArrivalsService,
  ) {}

  @Answers(readPass)
  pass(caller: SignedInCaller, input: CallArguments<typeof readPass>) {
    return this.checkIn.pass(caller, input);
  }

  @Answers(readCheckIn)
  read(caller: SignedInCaller, input: CallArguments<typeof readCheckIn>) {
    return this.checkIn.read(caller, input);
  }

  @Answers(recordArrivals)
  record(caller: SignedInCaller, input: CallArguments<typeof recordArrivals>) {
    return this.arrivals.record(caller, input);
  }

  @Answers(removeArrival)
  remove(caller: SignedInCaller, input: CallArguments<typeof removeArrival>) {
    return this.arrivals.remove(caller, input);
  }
}
