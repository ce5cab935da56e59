import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundaryRules } from './boundary-rules.mjs';
import { readImports } from './read-imports.mjs';

const workspaces = {
  'packages/build': { name: '@paddock/build', exports: { './*': './src/*' } },
  'packages/contract': { name: '@paddock/contract', exports: { './*': './src/*.ts' } },
  'packages/embedded-mongo': { name: 'embedded-mongo', exports: { '.': './src/index.ts' } },
  'packages/mfe-kit': { name: '@paddock/mfe-kit', exports: { './*': './src/*.tsx' } },
  'packages/ui': { name: '@paddock/ui', exports: { './*': './src/*/*.tsx' } },
  shell: { name: '@paddock/shell', exports: { './*': './src/*.ts' } },
  services: { name: '@paddock/services', exports: { './*': './src/*.ts' } },
  'mfe-events': { name: '@paddock/mfe-events', exports: { './*': './src/*.ts' } },
  'mfe-shouts': { name: '@paddock/mfe-shouts', exports: { './*': './src/*.ts' } },
};

/** The files that every planted file may import; none of them breaks a rule. */
const sound = {
  'package.json': JSON.stringify({ workspaces: ['packages/*', 'services', 'shell', 'mfe-*'] }),
  'packages/build/src/rspack/release/received-release.mjs': 'export {};',
  'packages/build/src/rspack/release/release-module.mjs': 'export {};',
  'packages/contract/src/calls/events.ts': "import 'zod';",
  'packages/embedded-mongo/src/index.ts': 'export {};',
  'packages/embedded-mongo/src/inner.ts': 'export {};',
  'packages/mfe-kit/src/session.tsx': 'export {};',
  'packages/ui/src/button/button.tsx': 'export {};',
  'shell/src/frame.ts': 'export {};',
  'services/src/main.ts': 'export {};',
  'services/src/community/badges.ts': 'export {};',
  'services/src/infrastructure/errors.ts': 'export {};',
  'services/src/events/events.service.ts': 'export {};',
  'services/src/shouts/shouts.service.ts': 'export {};',
  'services/src/content/links/links.service.ts': 'export {};',
  'services/src/content/dues/dues.service.ts': 'export {};',
  'mfe-events/src/event-list.ts': 'export {};',
  'mfe-shouts/src/feed.ts': 'export {};',
  'node_modules/zod/index.js': 'export {};',
  'node_modules/mongoose/index.js': 'export {};',
  'node_modules/react/index.js': 'export {};',
};

let root;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paddock-boundaries-'));
  await plant(sound);
  for (const [folder, manifest] of Object.entries(workspaces)) {
    await plant({ [`${folder}/package.json`]: JSON.stringify({ version: '1.0.0', type: 'module', ...manifest }) });
    const link = join(root, 'node_modules', manifest.name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, folder), link);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function plant(files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

/** The violations with these files added to the sound ones. */
async function check(files) {
  await plant(files);
  try {
    return (await readImports(root)).violations;
  } finally {
    for (const name of Object.keys(files)) await rm(join(root, name));
  }
}

/** A rule, a file, an import that breaks the rule there, and a similar one that is allowed. */
const cases = [
  ['mfe-imports-no-mfe', 'mfe-events/src/a.ts', "import '@paddock/mfe-shouts/feed';", "import './event-list';"],
  [
    'mfe-imports-contract-kit-ui-only',
    'mfe-events/src/a.ts',
    "import '@paddock/shell/frame';",
    "import '@paddock/mfe-kit/session';",
  ],
  [
    'mfe-imports-contract-kit-ui-only',
    'mfe-events/manifest.ts',
    "import '@paddock/services/main';",
    "import '@paddock/contract/calls/events';",
  ],
  [
    'shell-imports-no-mfe',
    'shell/src/a.ts',
    "void import('@paddock/mfe-events/event-list');",
    "void import('./frame');",
  ],
  [
    'shell-imports-contract-kit-ui-only',
    'shell/src/a.ts',
    "import '@paddock/services/main';",
    "import '@paddock/ui/button';",
  ],
  [
    'mfe-kit-imports-contract-ui-only',
    'packages/mfe-kit/src/a.tsx',
    "import '@paddock/shell/frame';",
    "import '@paddock/contract/calls/events';",
  ],
  [
    'ui-imports-nothing-of-ours',
    'packages/ui/src/a/a.tsx',
    "import '@paddock/contract/calls/events';",
    "import '../button/button';",
  ],
  ['contract-imports-zod-only', 'packages/contract/src/a.ts', "import 'react';", "import 'zod';"],
  ['contract-imports-zod-only', 'packages/contract/src/calls/a.ts', "import 'node:fs';", "import './events.js';"],
  ['contract-core-imports-no-call', 'packages/contract/src/core/a.ts', "import '../calls/events.js';", "import 'zod';"],
  [
    'embedded-mongo-imports-nothing-of-ours',
    'packages/embedded-mongo/src/a.ts',
    "import '@paddock/contract/calls/events';",
    "import './inner.js';",
  ],
  [
    'service-imports-no-service',
    'services/src/events/a.ts',
    "import '../shouts/shouts.service.js';",
    "import './events.service.js';",
  ],
  [
    'service-imports-no-service',
    'services/src/content/dues/a.ts',
    "import '../links/links.service.js';",
    "import './dues.service.js';",
  ],
  [
    'service-imports-no-service',
    'services/src/events/a.spec.ts',
    "import '../content/links/links.service.js';",
    "import '../community/badges.js';",
  ],
  [
    'infrastructure-imports-no-community',
    'services/src/infrastructure/a.ts',
    "import '../community/badges.js';",
    "import './errors.js';",
  ],
  [
    'community-imports-no-service',
    'services/src/community/a.ts',
    "import '../events/events.service.js';",
    "import '../infrastructure/errors.js';",
  ],
  [
    'services-import-contract-only',
    'services/src/infrastructure/a.ts',
    "import 'embedded-mongo';",
    "import '@paddock/contract/calls/events';",
  ],
  [
    'services-import-contract-only',
    'services/src/deployment/a.ts',
    "import '@paddock/build/rspack/release/release-module.mjs';",
    "import '@paddock/build/rspack/release/received-release.mjs';",
  ],
  [
    'only-repositories-touch-models',
    'services/src/events/events.service2.ts',
    "import { Model } from 'mongoose';",
    "import type { Model } from 'mongoose';",
  ],
  [
    'no-import-past-exports',
    'shell/src/a.ts',
    "import '@paddock/ui/src/button/button';",
    "import '@paddock/ui/button';",
  ],
  [
    'packages-by-name',
    'shell/src/a.ts',
    "import '../../packages/ui/src/button/button';",
    "import '@paddock/ui/button';",
  ],
  ['no-cycles', 'shell/src/a.ts', "import './b.js';", "import './frame.js';", { 'shell/src/b.ts': "import './a.js';" }],
  [
    'no-cycles',
    'shell/src/a.ts',
    "import type { B } from './b.js';",
    "import type { Frame } from './frame.js';",
    { 'shell/src/b.ts': "import type { A } from './a.js';" },
  ],
];

describe('boundaries', () => {
  it('finds nothing in a sound tree', async () => expect(await check({})).toEqual([]));

  it.each(cases)('%s: %s may not %s', async (rule, file, forbidden, _allowed, others = {}) => {
    const found = await check({ [file]: forbidden, ...others });
    expect(found).toEqual([expect.objectContaining({ rule })]);
    expect([file, ...Object.keys(others)]).toContain(found[0].from);
  });

  it('allows the permitted counterpart of each forbidden import', async () => {
    const neighbours = cases.map(([, file, , allowed], index) => [
      file.replace(/(\.spec)?\.tsx?$/, `-${index}$&`),
      allowed,
    ]);
    expect(await check(Object.fromEntries(neighbours))).toEqual([]);
  });

  it('lets a repository import mongoose', async () => {
    expect(await check({ 'services/src/events/events.repository.ts': "import { Model } from 'mongoose';" })).toEqual(
      [],
    );
  });

  it('lets a test of the services start the database', async () => {
    expect(await check({ 'services/src/events/a.spec.ts': "import 'embedded-mongo';" })).toEqual([]);
  });

  it('has a case for every rule', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(boundaryRules.map(({ name }) => name)));
  });
});
