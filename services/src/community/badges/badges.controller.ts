import { Controller } from '@nestjs/common';
import { readBadges } from '@paddock/contract/calls/badges';
import { Answers } from '../calls/answers.js';
import type { SignedInCaller } from '../calls/caller.js';
import { BadgesService } from './badges.service.js';

@Controller()
export class BadgesController {
  constructor(private readonly badges: BadgesService) {}

  @Answers(readBadges)
  async read(caller: SignedInCaller) {
    return { badges: await this.badges.read(caller) };
  }
}
