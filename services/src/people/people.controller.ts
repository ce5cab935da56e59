import { Controller } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import { findMember, readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { Answers } from '../community/calls/answers.js';
import type { SignedInCaller } from '../community/calls/caller.js';
import { PeopleService } from './people.service.js';
import { ProfileService } from './profile.service.js';

@Controller()
export class PeopleController {
  constructor(
    private readonly people: PeopleService,
    private readonly profiles: ProfileService,
  ) {}

  @Answers(readPeople)
  list(caller: SignedInCaller, input: CallArguments<typeof readPeople>) {
    return this.people.list(caller, input);
  }

  @Answers(searchPeople)
  search(caller: SignedInCaller, input: CallArguments<typeof searchPeople>) {
    return this.people.search(caller, input);
  }

  @Answers(findMember)
  named(caller: SignedInCaller, { username }: CallArguments<typeof findMember>) {
    return this.profiles.named(caller, username);
  }

  @Answers(readProfile)
  profile(caller: SignedInCaller, input: CallArguments<typeof readProfile>) {
    return this.profiles.read(caller, input);
  }
}
