import type { Deployment } from '@paddock/contract/core/deployment';
import type { ResolvedModule } from '../registry/module-registry.js';

/** What is wrong with a deployment that is valid by itself. */
export interface Finding {
  /** Where in the deployment file: `['flags', 'home_tab', 'buttons', 0, 'icon']`. */
  path: readonly (string | number)[];
  problem: string;
  /** What members notice. */
  consequence: string;
  remedy: string;
}

/** A community's deployment as the checks read it. */
export interface Examined {
  config: Deployment;
  /** The flags that the community's own file sets. */
  ownFlags: Readonly<Record<string, unknown>>;
  modules: readonly ResolvedModule[];
  /** Whether the deployments' assets folder has this file. */
  hasAsset: (path: string) => boolean;
}
