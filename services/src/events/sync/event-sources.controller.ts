import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  addEventSource,
  deleteEventSource,
  readEventSources,
  refreshEventSource,
} from '@paddock/contract/calls/event-sources';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { EventSources } from './event-sources.service.js';

@Controller()
export class EventSourcesController {
  constructor(private readonly sources: EventSources) {}

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
