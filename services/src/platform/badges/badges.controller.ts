import { Controller } from '@nestjs/common';
import { readBadges } from '@paddock/contract/badges';
import { tabsOf } from '@paddock/contract/deployment';
import { ServiceAnswers } from '../answers/service-answers.js';
import { Answers } from '../calls/answers.js';
import type { SignedInCaller } from '../calls/caller.js';

/** Asks each service that stands behind one of the deployment's tabs for its figure. */
@Controller()
export class BadgesController {
  constructor(private readonly answers: ServiceAnswers) {}

  @Answers(readBadges)
  async read({ tenant, user, config }: SignedInCaller) {
    const counts = this.answers.all('badge');
    const figures = tabsOf(config).flatMap((tab) => {
      const count = counts.get(tab);
      return count ? [count(tenant, user).then((figure) => [tab, figure] as const)] : [];
    });
    return { badges: Object.fromEntries(await Promise.all(figures)) };
  }
}
