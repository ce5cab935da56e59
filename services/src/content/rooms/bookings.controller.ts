import { Controller } from '@nestjs/common';
import {
  cancelBooking,
  checkInBooking,
  confirmBooking,
  createBooking,
  createBookings,
  moveBooking,
  readRepetitions,
  rejectBooking,
  verifyBooking,
} from '@paddock/contract/calls/bookings';
import type { CallArguments } from '@paddock/contract/core/call';
import { Answers } from '../../community/calls/answers.js';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { BookingChanges } from './booking-changes.js';
import { BookingDecisions } from './booking-decisions.js';
import { BookingWriter } from './booking-writer.js';
import { Repetitions } from './repetitions.js';

@Controller()
export class BookingsController {
  constructor(
    private readonly writer: BookingWriter,
    private readonly changes: BookingChanges,
    private readonly decisions: BookingDecisions,
    private readonly repetitions: Repetitions,
  ) {}

  @Answers(createBooking)
  create(caller: SignedInCaller, input: CallArguments<typeof createBooking>) {
    return this.writer.create(caller, input);
  }

  @Answers(readRepetitions)
  readRepetitions(caller: SignedInCaller, input: CallArguments<typeof readRepetitions>) {
    return this.repetitions.read(caller, input);
  }

  @Answers(createBookings)
  createAll(caller: SignedInCaller, input: CallArguments<typeof createBookings>) {
    return this.writer.createAll(caller, input);
  }

  @Answers(moveBooking)
  move(caller: SignedInCaller, input: CallArguments<typeof moveBooking>) {
    return this.changes.move(caller, input);
  }

  @Answers(cancelBooking)
  cancel(caller: SignedInCaller, input: CallArguments<typeof cancelBooking>) {
    return this.changes.cancel(caller, input);
  }

  @Answers(checkInBooking)
  checkIn(caller: SignedInCaller, { id }: CallArguments<typeof checkInBooking>) {
    return this.changes.checkIn(caller, id);
  }

  @Answers(verifyBooking)
  verify(caller: Caller, input: CallArguments<typeof verifyBooking>) {
    return this.decisions.verify(caller, input);
  }

  @Answers(confirmBooking)
  confirm(caller: Caller, input: CallArguments<typeof confirmBooking>) {
    return this.decisions.decide(caller, input, true);
  }

  @Answers(rejectBooking)
  reject(caller: Caller, input: CallArguments<typeof rejectBooking>) {
    return this.decisions.decide(caller, input, false);
  }
}
