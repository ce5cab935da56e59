import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.mjs';

it('the changelog begins with what is unreleased and the version of package.json', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const titles = [...changelog.matchAll(/^## (\S+)/gm)].map(([, title]) => title);
  expect(titles.slice(0, 2)).toEqual(['Unreleased', version]);
});
