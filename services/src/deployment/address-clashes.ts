import { tabsOf, type Contradiction, type Deployment } from '@paddock/contract/core/deployment';
import type { ReleasedModule } from './registry/module-registry.js';

interface Claim {
  module: string;
  address: string;
  /** A tab claims everything below its address too. */
  isTab: boolean;
}

/** The addresses of a deployment's tabs and pages that two of its modules claim. */
export function addressClashes(
  config: Pick<Deployment, 'tabs'>,
  modules: readonly { module: Pick<ReleasedModule, 'id' | 'manifest'> }[],
): Contradiction[] {
  const shown = tabsOf(config);
  const claims = modules.flatMap(({ module: { id: module, manifest } }): Claim[] => [
    ...manifest.tabs
      .filter((tab) => shown.includes(tab.id))
      .map((tab) => ({ module, address: `/main/${tab.id}`, isTab: true })),
    ...manifest.routes.map(({ path }) => ({ module, address: path, isTab: false })),
  ]);
  return claims.flatMap((claim, index) => {
    const other = claims.slice(0, index).find((before) => before.module !== claim.module && clash(before, claim));
    return other ? { path: `modules.${claim.module}`, hint: `${other.module} already serves ${claim.address}` } : [];
  });
}

const clash = (a: Claim, b: Claim) => a.address === b.address || contains(a, b) || contains(b, a);
const contains = (tab: Claim, page: Claim) => tab.isTab && page.address.startsWith(`${tab.address}/`);
