import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** @type {{ packages: Record<string, { link?: boolean, dev?: boolean, devOptional?: boolean, dependencies?: Record<string, string> }> }} */
const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
const entries = Object.entries(lock.packages);

/** What runs in production: the services with what they import, the database for one machine, the registry's releases, and the commands. */
const running = ['packages/build', 'packages/cli', 'packages/contract', 'packages/embedded-mongo', 'services'];

describe('npm ci --omit=dev', () => {
  const installed = entries
    .filter(([place, { link, dev, devOptional }]) => place.includes('node_modules/') && !link && !dev && !devOptional)
    .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));

  it('installs packages for what runs in production only', () => {
    const workspaces = entries.filter(([place, { dependencies }]) => !place.includes('node_modules/') && dependencies);
    expect(workspaces.map(([place]) => place).sort()).toEqual(running);
    expect(installed).toContain('fastify');
    expect(installed.length).toBeLessThan(480);
  });

  it('installs no tool of build or tests, and no package that only bundles hold', () => {
    const tool =
      /^(@rspack|@swc\/(?!helpers)|@module-federation|@testing-library|@jest|@playwright|@eslint|@babel|jest|jsdom|playwright|eslint|oxlint|prettier|typescript|knip|webpack|dependency-cruiser|react|single-spa|wouter|pdfjs-dist|smtp-server|oidc-provider|fast-check)/;
    expect(installed.filter((name) => tool.test(name))).toEqual([]);
  });
});
