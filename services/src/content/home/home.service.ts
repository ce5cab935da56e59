import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/call';
import { tabsOf } from '@paddock/contract/deployment';
import type { PaddockEvent } from '@paddock/contract/events';
import type { readHome } from '@paddock/contract/home';
import { ServiceAnswers } from '../../platform/answers/service-answers.js';
import type { SignedInCaller } from '../../platform/calls/caller.js';
import { assetAddress } from '../../platform/file-links/asset-address.js';

/** An event is featured when it begins or ends within 60 days (specification B §9). */
const featuredWithin = 5_184_000_000;

/** The home page: what the deployment says on it, and the event of the hour. */
@Injectable()
export class HomeService {
  constructor(private readonly answers: ServiceAnswers) {}

  async read(caller: SignedInCaller): Promise<CallReply<typeof readHome>> {
    const { default_description, default_image } = caller.flags.home_tab;
    return {
      description: default_description,
      image_url: assetAddress(default_image),
      event: await this.featured(caller),
    };
  }

  private async featured(caller: SignedInCaller): Promise<PaddockEvent | undefined> {
    if (!tabsOf(caller.config).includes('events')) return undefined;
    const ask = this.answers.all('featured_event').get('events');
    return ask?.(caller, featuredWithin);
  }
}
