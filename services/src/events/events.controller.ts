import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { markAllEventsRead, markEventsRead } from '@paddock/contract/calls/event-marks';
import { answerOrganizing } from '@paddock/contract/calls/event-organizer';
import { createEvent, deleteEvent, readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { EventsService } from './reading/events.service.js';
import { EventCreation } from './writing/event-creation.js';
import { EventDeletion } from './writing/event-deletion.js';
import { EventUpdate } from './writing/event-update.js';
import { OrganizerRequests } from './writing/organizer-requests.service.js';
import { ReadMarksService } from './writing/read-marks.service.js';

@Controller()
export class EventsController {
  constructor(
    private readonly events: EventsService,
    private readonly creation: EventCreation,
    private readonly changes: EventUpdate,
    private readonly deletion: EventDeletion,
    private readonly requests: OrganizerRequests,
    private readonly marks: ReadMarksService,
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
    return this.creation.create(caller, input);
  }

  @Answers(updateEvent)
  update(caller: SignedInCaller, input: CallArguments<typeof updateEvent>) {
    return this.changes.update(caller, input);
  }

  @Answers(deleteEvent)
  delete(caller: SignedInCaller, input: CallArguments<typeof deleteEvent>) {
    return this.deletion.delete(caller, input);
  }

  @Answers(answerOrganizing)
  answerOrganizing(caller: SignedInCaller, input: CallArguments<typeof answerOrganizing>) {
    return this.requests.answer(caller, input);
  }

  @Answers(markEventsRead)
  markRead(caller: SignedInCaller, input: CallArguments<typeof markEventsRead>) {
    return this.marks.markRead(caller, input);
  }

  @Answers(markAllEventsRead)
  markAllRead(caller: SignedInCaller) {
    return this.marks.markAllRead(caller);
  }
}
