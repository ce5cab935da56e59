import { Controller } from '@nestjs/common';
import { readBadges } from '@paddock/contract/badges';
import { tabsOf } from '@paddock/contract/deployment';
import type { TabId } from '@paddock/contract/tabs';
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
    const badges: Partial<Record<TabId, number>> = {};
    await Promise.all(
      tabsOf(config).map(async (tab) => {
        const count = counts.get(tab);
        if (count) badges[tab] = await count(tenant, user);
      }),
    );
    return { badges };
  }
}
