import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sharedModules } from './shared-modules.mjs';

describe(sharedModules.name, () => {
  const shared = sharedModules();
  const names = shared.map(({ name }) => name);

  it('shares the exports of kit and ui, without test helpers and style sheets', () => {
    expect(names).toEqual(expect.arrayContaining(['@paddock/mfe-kit/form', '@paddock/ui/button']));
    expect(names.filter((name) => /test|recording|css/.test(name))).toEqual([]);
  });

  it('names a source that exists for each', () =>
    expect(shared.filter(({ source }) => source !== undefined && !existsSync(source))).toEqual([]));

  it('gives each the version that is installed', () =>
    expect(shared.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]));
});
