import { Inject, Injectable } from '@nestjs/common';
import type { DeployedModule } from '@paddock/contract/calls/operations';
import type { Language } from '@paddock/contract/core/deployment';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import type { DeployedCommunity } from '../read-deployments.js';
import type { ResolvedModule } from '../registry/module-registry.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { firstLoadBytes, registryLog } from '../registry/release-facts.js';

/** The modules of a community, with what members' windows and the registry's log say of their releases. */
@Injectable()
export class DeployedModules {
  constructor(
    private readonly proven: ProvenReleases,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  async of({ config, modules }: DeployedCommunity, language: Language): Promise<DeployedModule[]> {
    const reports = await this.proven.reports(config.id);
    return Promise.all(
      modules.map(async ({ module, problem }) => {
        const { id, version, manifest } = module;
        const failures = reports
          .find((report) => report.module === id)
          ?.failures?.find((failure) => failure.version === version);
        const isProven = this.proven.isProven(config.id, module);
        return {
          id,
          title: manifest.title[language] ?? manifest.title.en ?? id,
          version,
          state: failures ? 'failing' : isProven ? 'proven' : 'new',
          ...(failures && {
            failures: { count: failures.count, code: failures.code, last: failures.last.toISOString() },
          }),
          ...(problem !== undefined && { problem }),
          ...(manifest.owner !== undefined && { owner: manifest.owner }),
          ...(await this.registryFacts(module, config.modules[id])),
        };
      }),
    );
  }

  private async registryFacts(module: ResolvedModule['module'], named: string | undefined) {
    const { id, version } = module;
    const { registryDir } = this.environment;
    const [bytes, log] = await Promise.all([firstLoadBytes(registryDir, module), registryLog(registryDir, id)]);
    const released = log.findLast((act) => act.channel === undefined && act.version === version);
    const moved = log.findLast((act) => act.channel === named && act.version === version);
    return {
      ...(named !== undefined && named !== version && { channel: named }),
      ...(bytes !== undefined && { bytes }),
      ...(released && {
        released: { at: released.at, by: released.by, ...(released.commit && { commit: released.commit }) },
      }),
      ...(moved && { moved: { at: moved.at, by: moved.by, ...(moved.before && { before: moved.before }) } }),
    };
  }
}
