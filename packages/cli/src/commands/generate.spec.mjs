import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentDocs, incompatibleCalls } from './generate.mjs';
import { root } from '../paths.mjs';

describe(deploymentDocs.name, () => {
  const files = ['deployments/schema/deployment.json', 'docs/flags.md', 'docs/screens.md'];
  it.each([...files, 'services/src/deployment/operations/flag-list.json'])(
    'makes %s as it is; after a change run npm run generate',
    async (file) => expect(await readFile(join(root, file), 'utf8')).toBe((await deploymentDocs())[file]),
  );

  it('describes keys with the comments of the contract, and lets any text have languages', async () => {
    const { properties } = JSON.parse((await deploymentDocs())['deployments/schema/deployment.json']);
    expect(properties.flags.properties.home_idle_minutes).toMatchObject({
      default: 30,
      description: expect.stringMatching(/Minutes/),
    });
    expect(properties.flags.properties.home_tab.properties.buttons.items.properties.icon.examples).toContain(
      'handshake',
    );
    expect(properties.title.anyOf).toHaveLength(2);
  });
});

describe(incompatibleCalls.name, () => {
  it('finds no change that released modules do not survive', async () => expect(await incompatibleCalls()).toEqual([]));
});
