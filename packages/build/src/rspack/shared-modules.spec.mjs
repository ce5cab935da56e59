import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { root } from './base-config.mjs';
import { sharedModules } from './shared-modules.mjs';

describe(sharedModules.name, () => {
  const names = sharedModules().map(({ name }) => name);

  it('shares every component group of ui but the gallery', () => {
    const ui = path.join(root, 'packages/ui/src');
    // A folder without a component of its name is the others' own (`floating`).
    const groups = readdirSync(ui, { withFileTypes: true })
      .filter(({ name }) => name !== 'gallery' && existsSync(path.join(ui, name, `${name}.tsx`)))
      .map(({ name }) => `@paddock/ui/${name}`);
    expect(groups.length).toBeGreaterThan(20);
    expect(names.filter((name) => name.startsWith('@paddock/ui/'))).toEqual(groups.sort());
  });

  it('shares the kit without its tests and its test host', () => {
    expect(names).toContain('@paddock/mfe-kit/define-mfe');
    expect(names.filter((name) => /test/.test(name))).toEqual([]);
  });

  it('gives each the version that is installed', () =>
    expect(sharedModules().filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]));
});
