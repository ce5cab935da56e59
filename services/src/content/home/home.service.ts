import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import { tabsOf } from '@paddock/contract/core/deployment';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { readHome } from '@paddock/contract/calls/home';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { assetAddress } from '../../infrastructure/file-links/asset-address.js';

/** Milliseconds of 60 days: an event that starts or ends within them is featured (specification B §9). */
const featuredWithin = 5_184_000_000;

/** The home page: the admins' item or the deployment's defaults, and a featured event. */
@Injectable()
export class HomeService {
  constructor(private readonly extensions: ExtensionPoints) {}

  async read(caller: SignedInCaller): Promise<CallReply<typeof readHome>> {
    const { default_description, default_image } = caller.flags.home_tab;
    const item = await this.extensions.all('home_item').get('items')?.(caller);
    return {
      description: item?.description ?? default_description,
      image_url: item?.image_url ?? assetAddress(default_image),
      ...(item?.url && { url: item.url }),
      event: await this.event(caller, item?.event),
    };
  }

  /** The event that the admins chose, if the caller can see it; else the featured one. */
  private async event(caller: SignedInCaller, chosen: string | undefined): Promise<PaddockEvent | undefined> {
    if (!tabsOf(caller.config).includes('events')) return undefined;
    const found = chosen === undefined ? undefined : await this.extensions.all('event').get('events')?.(caller, chosen);
    return found ?? this.extensions.all('featured_event').get('events')?.(caller, featuredWithin);
  }
}
