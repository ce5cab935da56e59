import { Inject, Injectable } from '@nestjs/common';
import type { endOverrides, setOverride } from '@paddock/contract/calls/operations';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { createHash } from 'node:crypto';
import type { Caller, SignedInCaller } from '../../community/calls/caller.js';
import type { ModuleOverride } from '../../community/sessions/session.schema.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { addressClashes } from '../address-clashes.js';
import { DeploymentService } from '../deployment.service.js';
import { unservedTabs, type DeployedCommunity } from '../read-deployments.js';
import { MissingCalls } from '../registry/missing-calls.js';
import { ModuleRegistry, type ReleasedModule, type ResolvedModule } from '../registry/module-registry.js';
import { isRecalled, registryLog } from '../registry/release-facts.js';

/** A module as one session gets it. */
export interface ShownModule extends ResolvedModule {
  /** The deployed version, in whose place the session shows another one. */
  overrideOf?: string;
}

/** What one session gets of a community's state. */
export interface ShownState {
  modules: readonly ShownModule[];
  revision: string;
}

/**
 * Overrides of a session: releases that it alone gets in place of the deployed ones (ADR 0093). Each is checked again at every boot: one
 * that was recalled, removed or no longer fits ends by itself, and so do all of a member who is a super admin no longer.
 */
@Injectable()
export class OverridesService {
  constructor(
    private readonly deployments: DeploymentService,
    private readonly registry: ModuleRegistry,
    private readonly sessions: SessionService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The state as the caller's session gets it. */
  async shown({ session, user }: Pick<Caller, 'session' | 'user'>, state: DeployedCommunity): Promise<ShownState> {
    if (!session?.overrides || !user?.admin) return state;
    return this.shownWith(state, session.overrides);
  }

  /** @throws INVALID_INPUT for a module that is not deployed, or a version that is not in the registry; RELEASE_REFUSED */
  async set(
    { tenant, session }: SignedInCaller,
    { module, version }: CallArguments<typeof setOverride>,
  ): Promise<CallReply<typeof setOverride>> {
    const state = this.stateOf(tenant.community);
    const deployed = state.modules.find((entry) => entry.module.id === module)?.module;
    if (!deployed) throw new PaddockError('INVALID_INPUT', { fields: { module: 'module_UNKNOWN' } });
    const others = (session.overrides ?? []).filter((override) => override.module !== module);
    if (version === deployed.version) return this.store({ tenant, session }, state, others);
    await this.release(state, { module, version });
    return this.store({ tenant, session }, state, [...others, { module, version }]);
  }

  end(
    { tenant, session }: SignedInCaller,
    { module }: CallArguments<typeof endOverrides>,
  ): Promise<CallReply<typeof endOverrides>> {
    const left = (session.overrides ?? []).filter((override) => module !== undefined && override.module !== module);
    return this.store({ tenant, session }, this.stateOf(tenant.community), left);
  }

  private async store(
    { tenant, session }: Pick<SignedInCaller, 'tenant' | 'session'>,
    state: DeployedCommunity,
    overrides: readonly ModuleOverride[],
  ) {
    // Ended by themselves: only what is shown stays.
    const { modules, revision } = await this.shownWith(state, overrides);
    const shown = modules.flatMap(({ module: { id, version }, overrideOf }) =>
      overrideOf === undefined ? [] : [{ module: id, version }],
    );
    await this.sessions.setOverrides(tenant, session, shown, revision);
    return { overrides: shown };
  }

  private async shownWith(state: DeployedCommunity, overrides: readonly ModuleOverride[]): Promise<ShownState> {
    let { modules }: { modules: readonly ShownModule[] } = state;
    for (const override of overrides) {
      const deployed = state.modules.find(({ module }) => module.id === override.module)?.module;
      if (!deployed || deployed.version === override.version) continue;
      const release = await this.release({ ...state, modules: [...modules] }, override).catch(() => undefined);
      if (release) modules = replaced(modules, { module: release, fallback: deployed, overrideOf: deployed.version });
    }
    const versions = modules.filter(({ overrideOf }) => overrideOf).map(({ module }) => module.base);
    if (versions.length === 0) return state;
    const key = createHash('sha256').update(versions.join()).digest('hex').slice(0, 8);
    return { modules, revision: `${state.revision}.${key}` };
  }

  /** The release of an override that fits the community. */
  private async release(state: DeployedCommunity, { module, version }: ModuleOverride): Promise<ReleasedModule> {
    const refused = (message: string) =>
      new PaddockError('RELEASE_REFUSED', { message, fields: { version: 'RELEASE_REFUSED' } });
    const unknown = new PaddockError('INVALID_INPUT', { fields: { version: 'version_UNKNOWN' } });
    if (!this.registry.has(module, version)) throw unknown;
    let release: ReleasedModule;
    try {
      release = this.registry.resolved(module, { version }).module;
    } catch (error) {
      if (error instanceof MissingCalls) throw refused(error.message);
      throw unknown;
    }
    if (isRecalled(await registryLog(this.environment.registryDir, module), version))
      throw refused(`${module} ${version} was recalled`);
    const modules = replaced(state.modules, { module: release });
    const [fault] = [...unservedTabs(state.config, modules), ...addressClashes(state.config, modules)];
    if (fault) throw refused(`${module} ${version} does not fit the deployment: ${fault.hint}`);
    return release;
  }

  private stateOf(community: string): DeployedCommunity {
    const state = this.deployments.state(community);
    if (!state) throw new PaddockError('UNKNOWN_COMMUNITY');
    return state;
  }
}

const replaced = (modules: readonly ShownModule[], other: ShownModule): ShownModule[] =>
  modules.map((shown) => (shown.module.id === other.module.id ? other : shown));
