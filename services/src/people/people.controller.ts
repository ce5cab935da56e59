import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { forgetPosition, readClosest, readPeople, searchPeople, setPosition } from '@paddock/contract/calls/people';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ClosestService } from './closest/closest.service.js';
import { PositionsService } from './closest/positions.service.js';
import { PeopleService } from './people.service.js';

@Controller()
export class PeopleController {
  constructor(
    private readonly people: PeopleService,
    private readonly closest: ClosestService,
    private readonly positions: PositionsService,
  ) {}

  @Answers(readPeople)
  list(caller: SignedInCaller, input: CallArguments<typeof readPeople>) {
    return this.people.list(caller, input);
  }

  @Answers(searchPeople)
  search(caller: SignedInCaller, input: CallArguments<typeof searchPeople>) {
    return this.people.search(caller, input);
  }

  @Answers(readClosest)
  byDistance(caller: SignedInCaller, input: CallArguments<typeof readClosest>) {
    return this.closest.list(caller, input);
  }

  @Answers(setPosition)
  async setPosition(caller: SignedInCaller, input: CallArguments<typeof setPosition>) {
    await this.positions.set(caller, input);
    return { ok: true } as const;
  }

  @Answers(forgetPosition)
  async forgetPosition(caller: SignedInCaller) {
    await this.positions.forget(caller);
    return { ok: true } as const;
  }
}
