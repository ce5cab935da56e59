import type { Deployment, Language } from '@paddock/contract/core/deployment';
import type { ResolvedModule } from '../registry/module-registry.js';
import type { Asset } from './assets.js';

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
export interface DoctorInput {
  /** In the community's first language. */
  config: Deployment;
  /** In each language. */
  configs: ReadonlyMap<Language, Deployment>;
  /** The flags that the community's own file sets. */
  ownFlags: Readonly<Record<string, unknown>>;
  modules: readonly ResolvedModule[];
  /** Of the environment, where the command has it. */
  stripeSecretKey?: string | undefined;
  /** The files of the deployments' assets folder that it names. */
  assets: ReadonlyMap<string, Asset>;
  /** Whether the community has an admin; undefined where the command has not asked the database. */
  hasAdmin?: boolean | undefined;
  /** Whether the environment is that of production. */
  production: boolean;
}
