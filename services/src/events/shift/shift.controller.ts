import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readShift, shiftEvents, undoShift } from '@paddock/contract/calls/event-shift';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ShiftService } from './shift.service.js';

@Controller()
export class ShiftController {
  constructor(private readonly shifts: ShiftService) {}

  @Answers(readShift)
  preview(caller: SignedInCaller, input: CallArguments<typeof readShift>) {
    return this.shifts.preview(caller, input);
  }

  @Answers(shiftEvents)
  shift(caller: SignedInCaller, input: CallArguments<typeof shiftEvents>) {
    return this.shifts.shift(caller, input);
  }

  @Answers(undoShift)
  undo(caller: SignedInCaller, input: CallArguments<typeof undoShift>) {
    return this.shifts.undo(caller, input);
  }
}
