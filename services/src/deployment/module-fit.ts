import { type Contradiction, type Deployment } from '@paddock/contract/core/deployment';
import { addressClashes } from './address-clashes.js';
import { didYouMean } from './deployment-problem.js';
import type { ReleasedModule, ResolvedModule } from './registry/module-registry.js';

/** The shell's own menu tab, which no module serves. */
export const menuTab = 'hamburger';

interface FittedModule {
  module: Pick<ReleasedModule, 'id' | 'manifest'>;
}

/** What keeps modules from serving a config together: tabs without a module, and addresses of two. */
export const misfits = (config: Deployment, modules: readonly FittedModule[]): Contradiction[] => [
  ...unservedTabs(config, modules),
  ...addressClashes(config, modules),
];

/**
 * Removes the rollouts whose release does not fit, and says why; the channel's release stays for all members. A member may get the
 * releases of several rollouts: each must fit with the channels' releases and with the rollouts that started before it.
 */
export function withoutUnfitRollouts(
  config: Deployment,
  modules: readonly ResolvedModule[],
): { modules: ResolvedModule[]; unfit: Contradiction[] } {
  const unfit: Contradiction[] = [];
  const fitting = new Set<ResolvedModule>();
  const withReleasesOf = (rolledOut: readonly ResolvedModule[]) =>
    modules.map((one) => (one.rollout && rolledOut.includes(one) ? { module: one.rollout.module } : one));
  for (const resolved of modules.filter(({ rollout }) => rollout).sort(byStart)) {
    const { module, rollout } = resolved;
    const [alone] = misfits(config, withReleasesOf([resolved]));
    const [together] = misfits(config, withReleasesOf([resolved, ...fitting]));
    const fault = alone ?? (together && { ...together, hint: `together with another rollout, ${together.hint}` });
    if (!fault) {
      fitting.add(resolved);
      continue;
    }
    const hint = `the rollout of ${rollout!.module.version} does not fit: ${fault.hint}; ${module.version} is kept`;
    unfit.push({ path: `modules.${module.id}`, hint });
  }
  const kept = modules.map((resolved) => {
    const { rollout, ...rest } = resolved;
    return rollout && !fitting.has(resolved) ? rest : resolved;
  });
  return { modules: kept, unfit };
}

const byStart = (a: ResolvedModule, b: ResolvedModule) =>
  a.rollout!.started < b.rollout!.started ? -1 : Number(a.rollout!.started > b.rollout!.started);

function unservedTabs(config: Deployment, modules: readonly FittedModule[]): Contradiction[] {
  if (modules.length < Object.keys(config.modules).length) return [];
  const served = [menuTab, ...modules.flatMap(({ module }) => module.manifest.tabs.map((tab) => tab.id))];
  return config.tabs.flatMap((tab, index) => {
    const id = typeof tab === 'string' ? tab : tab.id;
    return served.includes(id)
      ? []
      : {
          path: `tabs[${index}]`,
          hint: `no module in this deployment serves the tab '${id}'${didYouMean(id, served)}`,
        };
  });
}
