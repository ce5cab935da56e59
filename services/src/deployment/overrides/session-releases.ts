import { Inject, Injectable } from '@nestjs/common';
import { isRecalled } from '@paddock/build/rspack/release/received-release.mjs';
import type { Caller } from '../../community/calls/caller.js';
import type { ModuleOverride } from '../../community/sessions/session.schema.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { sha256 } from '../../infrastructure/sha256.js';
import { misfits } from '../module-fit.js';
import type { DeployedCommunity } from '../read-deployments.js';
import { MissingCalls } from '../registry/missing-calls.js';
import { ModuleRegistry, type ReleasedModule } from '../registry/module-registry.js';
import { registryLog } from '../registry/release-facts.js';
import { RolloutsService } from '../rollouts/rollouts.service.js';
import type { ShownModule } from '../shown-module.js';

/** What one session gets of a community's state. */
export interface ShownState {
  modules: readonly ShownModule[];
  revision: string;
}

/**
 * The releases that one session gets: those of its member's rollouts, and its overrides in place of these (ADR 0093). Each boot
 * checks the overrides: one is in force while its release is in the registry, was not recalled and fits, and the member is a super admin.
 */
@Injectable()
export class SessionReleases {
  constructor(
    private readonly registry: ModuleRegistry,
    private readonly rollouts: RolloutsService,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The state as the caller's session gets it. */
  async shown({ session, user }: Pick<Caller, 'session' | 'user'>, state: DeployedCommunity): Promise<ShownState> {
    const own = this.withoutOverrides(user, state);
    return session?.overrides && user?.admin ? this.shownWith(own, session.overrides) : own;
  }

  withoutOverrides(user: Caller['user'], state: DeployedCommunity): DeployedCommunity {
    return { ...state, modules: [...this.rollouts.modulesFor(user?._id, state)] };
  }

  /** A state with overrides in it, without those that are not in force. */
  async shownWith(state: DeployedCommunity, overrides: readonly ModuleOverride[]): Promise<ShownState> {
    let modules: readonly ShownModule[] = state.modules;
    for (const override of overrides) {
      const deployed = state.modules.find(({ module }) => module.id === override.module)?.module;
      if (!deployed || deployed.version === override.version) continue;
      const release = await this.release({ ...state, modules: [...modules] }, override).catch(() => undefined);
      if (release) modules = replaced(modules, { module: release, fallback: deployed, overrideOf: deployed.version });
    }
    const shown = modules.filter(({ overrideOf }) => overrideOf !== undefined).map(({ module }) => module.base);
    if (shown.length === 0) return state;
    const key = sha256(shown.join()).slice(0, 8);
    return { modules, revision: `${state.revision}.${key}` };
  }

  /**
   * The release of an override.
   *
   * @throws INVALID_INPUT for a version that is not in the registry; RELEASE_REFUSED for one that must not be shown
   */
  async release(state: DeployedCommunity, { module, version }: ModuleOverride): Promise<ReleasedModule> {
    const release = this.released(module, version);
    if (isRecalled(await registryLog(this.environment.registryDir, module), version))
      throw refused(`${module} ${version} was recalled`);
    const [fault] = misfits(state.config, replaced(state.modules, { module: release }));
    if (fault) throw refused(`${module} ${version} does not fit the deployment: ${fault.hint}`);
    return release;
  }

  private released(module: string, version: string): ReleasedModule {
    const unknown = new PaddockError('INVALID_INPUT', { fields: { version: 'version_UNKNOWN' } });
    if (!this.registry.has(module, version)) throw unknown;
    try {
      return this.registry.resolved(module, { version }).module;
    } catch (error) {
      throw error instanceof MissingCalls ? refused(error.message) : unknown;
    }
  }
}

const refused = (message: string) =>
  new PaddockError('RELEASE_REFUSED', { message, fields: { version: 'RELEASE_REFUSED' } });

const replaced = (modules: readonly ShownModule[], other: ShownModule): ShownModule[] =>
  modules.map((shown) => (shown.module.id === other.module.id ? other : shown));
