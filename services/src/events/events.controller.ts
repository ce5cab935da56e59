import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { readEvent, readEvents } from '@paddock/contract/calls/events';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { EventsService } from './events.service.js';

@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Answers(readEvents)
  list(caller: SignedInCaller, input: CallArguments<typeof readEvents>) {
    return this.events.list(caller, input);
  }

  @Answers(readEvent)
  read(caller: SignedInCaller, input: CallArguments<typeof readEvent>) {
    return this.events.read(caller, input);
  }
}
