import { Controller } from '@nestjs/common';
import { readCalendarAddress, revokeCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { CalendarAddress } from './calendar-address.js';

@Controller()
export class CalendarController {
  constructor(private readonly calendar: CalendarAddress) {}

  @Answers(readCalendarAddress)
  calendarAddress(caller: SignedInCaller) {
    return this.calendar.read(caller);
  }

  @Answers(revokeCalendarAddress)
  revokeCalendarAddress(caller: SignedInCaller) {
    return this.calendar.revoke(caller);
  }
}
