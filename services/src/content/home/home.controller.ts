import { Controller } from '@nestjs/common';
import { readHome } from '@paddock/contract/calls/home';
import { Answers } from '../../community/calls/answers.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { HomeService } from './home.service.js';

@Controller()
export class HomeController {
  constructor(private readonly home: HomeService) {}

  @Answers(readHome)
  read(caller: SignedInCaller) {
    return this.home.read(caller);
  }
}
