import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { joinEvent, leaveEvent, readAttendees } from '@paddock/contract/calls/event-attendance';
import { readCalendarAddress, revokeCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { markAllEventsRead, markEventsRead } from '@paddock/contract/calls/event-marks';
import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { rateEvent, readRatings } from '@paddock/contract/calls/event-ratings';
import { createEvent, deleteEvent, readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import {
  addEventSource,
  deleteEventSource,
  readEventSources,
  refreshEventSource,
} from '@paddock/contract/calls/event-sources';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { CalendarFeed } from './calendar/calendar-feed.js';
import { Attendees } from './reading/attendees.js';
import { EventsService } from './reading/events.service.js';
import { EventSources } from './sync/event-sources.service.js';
import { EventWriter } from './writing/event-writer.js';
import { OrganizerRequests } from './writing/organizer-requests.service.js';
import { RatingsService } from './writing/ratings.service.js';
import { ReadMarksService } from './writing/read-marks.service.js';
import { RepliesService } from './writing/replies.service.js';

@Controller()
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly writer: EventWriter,
    private readonly requests: OrganizerRequests,
    private readonly replies: RepliesService,
    private readonly attendees: Attendees,
    private readonly ratings: RatingsService,
    private readonly marks: ReadMarksService,
    private readonly calendar: CalendarFeed,
    private readonly sources: EventSources,
  ) {}

  @Answers(readEvents)
  list(caller: SignedInCaller, input: CallArguments<typeof readEvents>) {
    return this.events.list(caller, input);
  }

  @Answers(readEvent)
  read(caller: SignedInCaller, input: CallArguments<typeof readEvent>) {
    return this.events.read(caller, input);
  }

  @Answers(createEvent)
  create(caller: SignedInCaller, input: CallArguments<typeof createEvent>) {
    return this.writer.create(caller, input);
  }

  @Answers(updateEvent)
  update(caller: SignedInCaller, input: CallArguments<typeof updateEvent>) {
    return this.writer.update(caller, input);
  }

  @Answers(deleteEvent)
  delete(caller: SignedInCaller, input: CallArguments<typeof deleteEvent>) {
    return this.writer.delete(caller, input);
  }

  @Answers(answerOrganizing)
  answerOrganizing(caller: SignedInCaller, input: CallArguments<typeof answerOrganizing>) {
    return this.requests.answer(caller, input);
  }

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

  @Answers(markEventsRead)
  markRead(caller: SignedInCaller, input: CallArguments<typeof markEventsRead>) {
    return this.marks.markRead(caller, input);
  }

  @Answers(markAllEventsRead)
  markAllRead(caller: SignedInCaller) {
    return this.marks.markAllRead(caller);
  }

  @Answers(readCalendarAddress)
  calendarAddress(caller: SignedInCaller) {
    return this.calendar.address(caller);
  }

  @Answers(revokeCalendarAddress)
  revokeCalendarAddress(caller: SignedInCaller) {
    return this.calendar.revoke(caller);
  }

  @Answers(readEventSources)
  readSources(caller: SignedInCaller) {
    return this.sources.list(caller);
  }

  @Answers(addEventSource)
  addSource(caller: SignedInCaller, input: CallArguments<typeof addEventSource>) {
    return this.sources.add(caller, input);
  }

  @Answers(refreshEventSource)
  refreshSource(caller: SignedInCaller, { id }: CallArguments<typeof refreshEventSource>) {
    return this.sources.refresh(caller, id);
  }

  @Answers(deleteEventSource)
  deleteSource(caller: SignedInCaller, { id }: CallArguments<typeof deleteEventSource>) {
    return this.sources.delete(caller, id);
  }
}
