import { describe, expect, it } from '@jest/globals';
import type { Deployment } from '@paddock/contract/core/deployment';
import { withoutUnfitRollouts } from './module-fit.js';
import type { ReleasedModule, ResolvedModule } from './registry/module-registry.js';

const config = { tabs: [], modules: { 'mfe-a': 'stable', 'mfe-b': 'stable' } } as unknown as Deployment;

const release = (id: string, version: string, ...addresses: string[]) =>
  ({ id, version, manifest: { tabs: [], routes: addresses.map((path) => ({ path })) } }) as unknown as ReleasedModule;

/** A module with the pages of its channel's release and those of its rollout. */
const module = (id: string, pages: string[], rolledOut: string[], started = '2026-05-01T00:00:00.000Z') =>
  ({
    module: release(id, '1.0.0', ...pages),
    rollout: { module: release(id, '1.1.0', ...rolledOut), percent: 50, started },
  }) as ResolvedModule;

const rolloutsOf = (modules: readonly ResolvedModule[]) =>
  withoutUnfitRollouts(config, modules)
    .modules.filter(({ rollout }) => rollout)
    .map(({ module }) => module.id);

describe(withoutUnfitRollouts, () => {
  it('keeps two rollouts that fit together', () => {
    const modules = [module('mfe-a', ['/a'], ['/a', '/new-a']), module('mfe-b', ['/b'], ['/b', '/new-b'])];
    expect(rolloutsOf(modules)).toEqual(['mfe-a', 'mfe-b']);
  });

  it("removes a rollout that clashes with another module's present release", () => {
    const modules = [module('mfe-a', ['/a'], ['/a', '/b']), module('mfe-b', ['/b'], ['/b'])];
    expect(rolloutsOf(modules)).toEqual(['mfe-b']);
  });

  it('removes the later one of two rollouts that fit alone and not together', () => {
    const modules = [
      module('mfe-a', ['/a'], ['/a', '/same'], '2026-05-02T00:00:00.000Z'),
      module('mfe-b', ['/b'], ['/b', '/same'], '2026-05-01T00:00:00.000Z'),
    ];
    expect(rolloutsOf(modules)).toEqual(['mfe-b']);
    expect(withoutUnfitRollouts(config, modules).unfit).toEqual([
      {
        path: 'modules.mfe-a',
        hint: expect.stringMatching(
          /^the rollout of 1\.1\.0 does not fit: together with another rollout, .*\/same; 1\.0\.0 is kept$/,
        ),
      },
    ]);
  });
});
