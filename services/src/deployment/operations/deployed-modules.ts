import { Inject, Injectable } from '@nestjs/common';
import { isRecalled } from '@paddock/build/rspack/release/received-release.mjs';
import type { DeployedModule } from '@paddock/contract/calls/operations';
import type { Language } from '@paddock/contract/core/deployment';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { RolloutsService } from '../rollouts/rollouts.service.js';
import type { ShownModule } from '../shown-module.js';
import type { DeployedCommunity } from '../read-deployments.js';
import type { ResolvedModule } from '../registry/module-registry.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { firstLoadBytes, isRelease, newestReleases, registryLog } from '../registry/release-facts.js';
import { recentFailures } from './recent-failures.js';

/** The modules of a community, with what members' windows and the registry's log say of their releases. */
@Injectable()
export class DeployedModules {
  constructor(
    private readonly proven: ProvenReleases,
    private readonly rollouts: RolloutsService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @param overrides those of the caller's session that are in force */
  async of(
    { config, modules }: DeployedCommunity,
    overrides: readonly ShownModule[],
    language: Language,
  ): Promise<DeployedModule[]> {
    const reports = await this.proven.reports(config.id);
    return Promise.all(
      modules.map(async (resolved) => {
        const { module, problem } = resolved;
        const { id, version, manifest } = module;
        const failures = recentFailures(reports, module);
        const rollout = await this.rollouts.figures(config.id, resolved);
        const override = overrides.find((shown) => shown.module.id === id && shown.overrideOf !== undefined);
        const isProven = this.proven.isProven(config.id, module);
        return {
          id,
          title: manifest.title[language] ?? manifest.title.en ?? id,
          version,
          state: failures ? 'failing' : isProven ? 'proven' : 'new',
          ...(failures && { failures }),
          ...(problem !== undefined && { problem }),
          ...(manifest.owner !== undefined && { owner: manifest.owner }),
          ...(rollout && { rollout }),
          ...(override && { override: override.module.version }),
          ...(await this.registryFacts(module, config.modules[id])),
        };
      }),
    );
  }

  private async registryFacts(module: ResolvedModule['module'], named: string | undefined) {
    const { id, version } = module;
    const { registryDir } = this.environment;
    const [bytes, log, releases] = await Promise.all([
      firstLoadBytes(registryDir, module),
      registryLog(registryDir, id),
      newestReleases(registryDir, id),
    ]);
    const released = log.findLast((act) => isRelease(act, version));
    const moved = log.findLast((act) => act.channel === named && act.version === version);
    return {
      ...(named !== undefined && named !== version && { channel: named }),
      ...(bytes !== undefined && { bytes }),
      releases: releases.map((release) => ({ ...release, recalled: isRecalled(log, release.version) })),
      ...(released && {
        released: { at: released.at, by: released.by, ...(released.commit && { commit: released.commit }) },
      }),
      ...(moved && { moved: { at: moved.at, by: moved.by, ...(moved.before && { before: moved.before }) } }),
    };
  }
}
