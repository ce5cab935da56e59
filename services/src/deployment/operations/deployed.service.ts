import { Injectable } from '@nestjs/common';
import type { DeployedTab, readDeployment } from '@paddock/contract/calls/operations';
import type { CallReply } from '@paddock/contract/core/call';
import type { Deployment, Language } from '@paddock/contract/core/deployment';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { DeploymentService } from '../deployment.service.js';
import { SessionReleases } from '../overrides/session-releases.js';
import type { ResolvedModule } from '../registry/module-registry.js';
import { turnedOffBy } from '../shown-tabs.js';
import { CommunityFiles, objectIn } from './community-files.js';
import { DeployedModules } from './deployed-modules.js';
import { flagRows } from './flag-rows.js';
import { refusedPlaces } from './refused-places.js';

/** What a community runs, for those who write its deployment file. */
@Injectable()
export class DeployedService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly files: CommunityFiles,
    private readonly modules: DeployedModules,
    private readonly releases: SessionReleases,
  ) {}

  async read(caller: SignedInCaller): Promise<CallReply<typeof readDeployment>> {
    const { tenant, config, language } = caller;
    const { community } = tenant;
    const file = `${community}.json`;
    const state = this.files.stateOf(community);
    const [own, base] = await Promise.all([this.files.read(file), this.files.read('base.json')]);
    return {
      community: { id: config.id, title: config.title },
      revision: state.revision,
      file,
      refused: refusedPlaces(this.deployments.problems, community),
      findings: await this.files.presentFindings(community, own),
      tabs: tabsOf(config, state.modules, language),
      modules: await this.modules.of(state, (await this.releases.shown(caller, state)).modules, language),
      flags: flagRows({ own: objectIn(own)?.flags, base: objectIn(base)?.flags, inForce: state.config.flags }),
    };
  }
}

function tabsOf(config: Deployment, modules: readonly ResolvedModule[], language: Language): DeployedTab[] {
  return config.tabs.map((entry) => {
    const tab = typeof entry === 'string' ? { id: entry } : entry;
    const [served] = modules.flatMap(({ module }) =>
      module.manifest.tabs.flatMap(({ id, title }) =>
        id === tab.id ? { module: module.id, title: title[language] ?? title.en } : [],
      ),
    );
    const off = turnedOffBy(config, tab.id);
    return {
      id: tab.id,
      title: tab.title ?? served?.title ?? tab.id,
      ...(tab.namespace !== undefined && { namespace: tab.namespace }),
      ...(served && { module: served.module }),
      ...(off !== undefined && { off_by: off }),
    };
  });
}
