import { Inject, Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import { tabsOf } from '@paddock/contract/core/deployment';
import type { HomeSections, readHome } from '@paddock/contract/calls/home';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import { assetAddress } from '../../infrastructure/file-links/asset-address.js';
import type { Logger } from '../../infrastructure/logging/logger.js';

/** The home page: the admins' item or the deployment's defaults, and what is new in the deployed tabs. */
@Injectable()
export class HomeService {
  constructor(
    private readonly extensions: ExtensionPoints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async read(caller: SignedInCaller): Promise<CallReply<typeof readHome>> {
    const { default_description, default_image, default_crop } = caller.flags.home_tab;
    const item = await this.extensions.all('home_item').get('items')?.(caller);
    return {
      description: item?.description ?? default_description,
      ...(item?.image_url === undefined
        ? default_image !== undefined && { image_url: assetAddress(default_image), crop: default_crop }
        : { image_url: item.image_url, crop: item.crop }),
      ...(item?.url && { url: item.url }),
      ...(await this.sections(caller, item?.event)),
    };
  }

  private async sections(caller: SignedInCaller, event: string | undefined): Promise<HomeSections> {
    const tabs = tabsOf(caller.config);
    const deployed = [...this.extensions.all('home_section')].filter(([tab]) => tabs.some((id) => id === tab));
    const sections = await Promise.all(
      deployed.map(([tab, read]) =>
        read(caller, { event }).catch((err: unknown): HomeSections => {
          // The page shows what the other tabs have.
          this.logger.error({ module: 'home', tab, err }, 'a section of home could not be read');
          return {};
        }),
      ),
    );
    return Object.assign({}, ...sections) as HomeSections;
  }
}
