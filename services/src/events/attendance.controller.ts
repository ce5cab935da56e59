import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { joinEvent, leaveEvent, readAttendees } from '@paddock/contract/calls/event-attendance';
import { rateEvent, readRatings } from '@paddock/contract/calls/event-ratings';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { Attendees } from './reading/attendees.js';
import { RatingsService } from './writing/ratings.service.js';
import { RepliesService } from './writing/replies.service.js';

@Controller()
export class AttendanceController {
  constructor(
    private readonly replies: RepliesService,
    private readonly attendees: Attendees,
    private readonly ratings: RatingsService,
  ) {}

  @Answers(joinEvent)
  join(caller: SignedInCaller, { id }: CallArguments<typeof joinEvent>) {
    return this.replies.join(caller, id);
  }

  @Answers(leaveEvent)
  leave(caller: SignedInCaller, { id }: CallArguments<typeof leaveEvent>) {
    return this.replies.leave(caller, id);
  }

  @Answers(readAttendees)
  readAttendees(caller: SignedInCaller, input: CallArguments<typeof readAttendees>) {
    return this.attendees.list(caller, input);
  }

  @Answers(rateEvent)
  rate(caller: SignedInCaller, input: CallArguments<typeof rateEvent>) {
    return this.ratings.rate(caller, input);
  }

  @Answers(readRatings)
  readRatings(caller: SignedInCaller, input: CallArguments<typeof readRatings>) {
    return this.ratings.list(caller, input);
  }
}
