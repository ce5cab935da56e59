import type { ResolvedModule } from './registry/module-registry.js';

/** A module as one caller gets it. */
export interface ShownModule extends ResolvedModule {
  /** The version in whose place the session alone shows this one. */
  overrideOf?: string;
  /** The caller is among the members that get a release before the others. */
  isInRollout?: boolean;
}
