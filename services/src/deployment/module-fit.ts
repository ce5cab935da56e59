import { type Contradiction, type Deployment } from '@paddock/contract/core/deployment';
import { addressClashes } from './address-clashes.js';
import { meant } from './deployment-problem.js';
import type { ResolvedModule } from './registry/module-registry.js';

/** The shell's own menu tab, which no module serves. */
export const menuTab = 'hamburger';

/** What keeps modules from serving a config together: tabs without a module, and addresses of two. */
export const misfits = (config: Deployment, modules: readonly ResolvedModule[]): Contradiction[] => [
  ...unservedTabs(config, modules),
  ...addressClashes(config, modules),
];

/** Removes the rollouts whose release does not fit, and says why; the channel's release stays for all members. */
export function withoutUnfitRollouts(
  config: Deployment,
  modules: readonly ResolvedModule[],
): { modules: ResolvedModule[]; unfit: Contradiction[] } {
  const unfit: Contradiction[] = [];
  const fitting = modules.map((resolved) => {
    const { module, rollout, ...rest } = resolved;
    if (!rollout) return resolved;
    const others = modules.map((one) => (one === resolved ? { module: rollout.module } : one));
    const [fault] = misfits(config, others);
    if (!fault) return resolved;
    const hint = `the rollout of ${rollout.module.version} does not fit: ${fault.hint}; ${module.version} is kept`;
    unfit.push({ path: `modules.${module.id}`, hint });
    return { module, ...rest };
  });
  return { modules: fitting, unfit };
}

function unservedTabs(config: Deployment, modules: readonly ResolvedModule[]): Contradiction[] {
  if (modules.length < Object.keys(config.modules).length) return [];
  const served = [menuTab, ...modules.flatMap(({ module }) => module.manifest.tabs.map((tab) => tab.id))];
  return config.tabs.flatMap((tab, index) => {
    const id = typeof tab === 'string' ? tab : tab.id;
    return served.includes(id)
      ? []
      : { path: `tabs[${index}]`, hint: `no module in this deployment serves the tab '${id}'${meant(id, served)}` };
  });
}
