import { Injectable } from '@nestjs/common';
import { isRecalled } from '@paddock/build/rspack/release/received-release.mjs';
import type { Manifest } from '@paddock/contract/core/manifest';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { DeploymentService } from '../deployment.service.js';
import { misfits } from '../module-fit.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import type { RegistryAct } from '../registry/release-facts.js';
import type { ReceivedRelease } from './upload-place.js';

/** What keeps an upload from moving a channel, though its key may. */
@Injectable()
export class ChannelMoves {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly proven: ProvenReleases,
  ) {}

  /** @throws RELEASE_REFUSED for a release that a community of the channel could not use beside its other modules */
  checkFits({ id, channel }: ReceivedRelease, manifest: Manifest): void {
    const faults = this.deployments.states().flatMap(({ config, modules }) => {
      if (channel === undefined || config.modules[id] !== channel) return [];
      const others = modules.filter(({ module }) => module.id !== id);
      const found = misfits(config, [...others, { module: { id, manifest } }]);
      return found.map(({ path, hint }) => `${config.id}, ${path}: ${hint}`);
    });
    if (faults.length > 0) throw new PaddockError('RELEASE_REFUSED', { message: faults.join('\n') });
  }

  /** @throws CONFLICT for a release that was recalled, or from whose rollout a community returned: an operator decides on it */
  async checkNotLeft({ id, version }: ReceivedRelease, log: readonly RegistryAct[]): Promise<void> {
    const refused = (reason: string) =>
      new PaddockError('CONFLICT', { message: `${id} ${version} ${reason}: leave the channel to an operator.` });
    if (isRecalled(log, version)) throw refused('was recalled');
    for (const { config } of this.deployments.states()) {
      const returns = await this.proven.returns(config.id);
      if (returns.some(([key]) => key.startsWith(`${config.id}/${id}/${version}/`)))
        throw refused(`has a rollout from which ${config.id} returned`);
    }
  }
}
