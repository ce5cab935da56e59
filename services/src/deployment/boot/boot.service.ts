import { Inject, Injectable } from '@nestjs/common';
import type { Boot, BootModule, readWorkplaces, writeLog } from '@paddock/contract/calls/boot';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { moduleErrorCodes, moduleNotices } from '@paddock/contract/core/client-errors';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { tabsOf, type Deployment, type Language } from '@paddock/contract/core/deployment';
import { specifiedTabs } from '@paddock/contract/core/tabs';
import { belongsTo } from '@paddock/contract/core/workplaces';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Metrics } from '../../infrastructure/metrics/metrics.js';
import { assetAddress } from '../../infrastructure/file-links/asset-address.js';
import { DeploymentService } from '../deployment.service.js';
import type { ReleasedModule } from '../registry/module-registry.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { menuTab } from '../read-deployments.js';
import { turnedOffBy } from '../shown-tabs.js';

/** Everything the shell needs before its first render. */
@Injectable()
export class BootService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly proven: ProvenReleases,
    private readonly metrics: Metrics,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  boot({ tenant, config, language }: Caller): Boot {
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
        const [served] = modules.flatMap(({ module }) =>
          module.manifest.tabs.flatMap(({ id, title, icon }) =>
            id === tab.id ? { title: inLanguage(title, language), icon, module: module.id } : [],
          ),
        );
        return served && !turnedOffBy(config, tab.id) ? [{ ...served, ...tab, title: tab.title ?? served.title }] : [];
      }),
      modules: modules.map((resolved) => ({
        ...bootRelease(resolved.module, language),
        proven: this.proven.isProven(id, resolved.module),
        fallback: bootRelease(this.proven.fallbackOf(id, resolved), language),
      })),
      absent: absentTabs(config),
      workplaces: config.workplaces.map(withImage),
      server_time: new Date().toISOString(),
      development: !this.environment.production,
    };
  }

  /** Counts a module's failure that a client reports. Only releases of the deployment and known codes become labels. */
  countFailure(community: string, { module = '', version = '', code = '' }: CallArguments<typeof writeLog>) {
    const deployed = this.deployments.state(community)?.modules.find((entry) => entry.module.id === module);
    const known = [deployed?.module, deployed?.fallback].some((release) => release?.version === version);
    if (!known || ![...moduleErrorCodes, ...moduleNotices].some((one) => one === code)) return;
    this.metrics.moduleFailures.inc({ community, module, version, code });
  }

  /** The caller's workplaces; the default workplace has the community's title and picture, as those without a picture do. */
  workplaces({ config, user }: SignedInCaller): CallReply<typeof readWorkplaces>['workplaces'] {
    const { title, look, workplaces } = config;
    return [{ id: '', title }, ...workplaces]
      .filter(({ id }) => belongsTo(user, id, config))
      .map((entry) => ({
        id: entry.id,
        title: entry.title,
        image_url: assetAddress(('image_url' in entry && entry.image_url) || look.splash_image),
      }));
  }
}

const withImage = (entry: Deployment['workplaces'][number]) => ({ ...entry, image_url: assetAddress(entry.image_url) });

const inLanguage = (texts: Partial<Record<Language, string>>, language: Language) => texts[language] ?? texts.en ?? '';

/** A release without what only the server reads. */
function bootRelease(release: ReleasedModule, language: Language): BootModule;
function bootRelease(release: ReleasedModule | undefined, language: Language): BootModule | undefined;
function bootRelease(release: ReleasedModule | undefined, language: Language): BootModule | undefined {
  if (!release) return undefined;
  const { tabs: _, ...manifest } = release.manifest;
  return { ...release, manifest: { ...manifest, title: inLanguage(manifest.title, language) } };
}

function absentTabs(config: Deployment): Boot['absent'] {
  const deployed = tabsOf(config);
  return specifiedTabs
    .filter((tab) => tab !== menuTab)
    .flatMap((tab): Boot['absent'] => {
      if (!deployed.includes(tab)) return [{ tab, reason: 'not_in_deployment', detail: 'tabs' }];
      const detail = turnedOffBy(config, tab);
      return detail ? [{ tab, reason: 'turned_off', detail }] : [];
    });
}
