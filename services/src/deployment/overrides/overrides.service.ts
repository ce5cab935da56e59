import { Injectable } from '@nestjs/common';
import type { endOverrides, setOverride } from '@paddock/contract/calls/operations';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import type { ModuleOverride } from '../../community/sessions/session.schema.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { DeploymentService } from '../deployment.service.js';
import type { DeployedCommunity } from '../read-deployments.js';
import { SessionReleases } from './session-releases.js';

/** Sets and ends the overrides of the caller's session. */
@Injectable()
export class OverridesService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly releases: SessionReleases,
    private readonly sessions: SessionService,
  ) {}

  /** @throws INVALID_INPUT for a module that is not deployed, or a version that is not in the registry; RELEASE_REFUSED */
  async set(
    caller: SignedInCaller,
    override: CallArguments<typeof setOverride>,
  ): Promise<CallReply<typeof setOverride>> {
    const { module, version } = override;
    const state = this.stateOf(caller);
    const deployed = state.modules.find((entry) => entry.module.id === module)?.module;
    if (!deployed) throw new PaddockError('INVALID_INPUT', { fields: { module: 'module_UNKNOWN' } });
    if (version !== deployed.version) await this.releases.release(state, override);
    const others = (caller.session.overrides ?? []).filter((one) => one.module !== module);
    return this.store(caller, state, [...others, { module, version }]);
  }

  end(caller: SignedInCaller, { module }: CallArguments<typeof endOverrides>): Promise<CallReply<typeof endOverrides>> {
    const left = (caller.session.overrides ?? []).filter((one) => module !== undefined && one.module !== module);
    return this.store(caller, this.stateOf(caller), left);
  }

  /** Stores the overrides in force; the deployed version ends one. */
  private async store(
    { tenant, session }: SignedInCaller,
    state: DeployedCommunity,
    overrides: readonly ModuleOverride[],
  ) {
    const { modules, revision } = await this.releases.shownWith(state, overrides);
    const shown = modules.flatMap(({ module: { id, version }, overrideOf }) =>
      overrideOf === undefined ? [] : [{ module: id, version }],
    );
    await this.sessions.show(tenant, session, { overrides: shown.length > 0 ? shown : undefined }, revision);
    return { overrides: shown };
  }

  private stateOf({ tenant: { community }, user }: SignedInCaller): DeployedCommunity {
    const state = this.deployments.state(community);
    if (!state) throw new PaddockError('UNKNOWN_COMMUNITY');
    return this.releases.withoutOverrides(user, state);
  }
}
