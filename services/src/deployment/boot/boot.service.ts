import { Inject, Injectable } from '@nestjs/common';
import type { Boot, readWorkplaces } from '@paddock/contract/calls/boot';
import type { CallReply } from '@paddock/contract/core/call';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { tabsOf, type Deployment } from '@paddock/contract/core/deployment';
import { tabIds, type TabId } from '@paddock/contract/core/tabs';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { assetAddress } from '../../infrastructure/file-links/asset-address.js';
import { belongsTo } from '../../community/users/user.schema.js';
import { DeploymentService } from '../deployment.service.js';
import { menuTab } from '../read-deployments.js';

/** Tabs that a flag turns off although the deployment lists them. */
const offSwitches: Partial<Record<TabId, (config: Deployment) => string | undefined>> = {
  people: ({ flags }) => (flags.hide_people_tab ? 'flags.hide_people_tab' : undefined),
};

/** Everything the shell needs before its first render. */
@Injectable()
export class BootService {
  constructor(
    private readonly deployments: DeploymentService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  boot({ tenant, config }: Caller): Boot {
    const state = this.deployments.state(tenant.community);
    if (!state) throw new PaddockError('UNKNOWN_COMMUNITY');
    const { modules, revision } = state;
    const { id, title, subtitle, description } = config;
    return {
      community: { id, title, subtitle, description },
      revision,
      contract_version: contractVersion,
      languages: config.languages,
      look: { ...config.look, splash_image: assetAddress(config.look.splash_image) },
      flags: config.flags,
      tabs: config.tabs.flatMap((entry) => {
        const tab = typeof entry === 'string' ? { id: entry } : entry;
        const server = modules.find(({ module }) => module.manifest.tabs.some((served) => served.id === tab.id));
        return server && !offSwitches[tab.id]?.(config) ? [{ ...tab, module: server.module.id }] : [];
      }),
      modules: modules.map(({ module, fallback }) => ({ ...module, fallback })),
      absent: absentTabs(config),
      workplaces: config.workplaces.map(withImage),
      server_time: new Date().toISOString(),
      development: !this.environment.production,
    };
  }

  /** The caller's workplaces; the default workplace has the community's title. */
  workplaces({ config, user }: SignedInCaller): CallReply<typeof readWorkplaces>['workplaces'] {
    const entries = config.workplaces.filter(({ id }) => belongsTo(user, id)).map(withImage);
    const shown = entries.map(({ id, title, image_url }) => ({ id, title, image_url }));
    return user.admin ? [{ id: '', title: config.title }, ...shown] : shown;
  }
}

const withImage = (entry: Deployment['workplaces'][number]) => ({ ...entry, image_url: assetAddress(entry.image_url) });

function absentTabs(config: Deployment): Boot['absent'] {
  const deployed = tabsOf(config);
  return tabIds
    .filter((tab) => tab !== menuTab)
    .flatMap((tab): Boot['absent'] => {
      if (!deployed.includes(tab)) return [{ tab, reason: 'not_in_deployment', detail: 'tabs' }];
      const detail = offSwitches[tab]?.(config);
      return detail ? [{ tab, reason: 'turned_off', detail }] : [];
    });
}
