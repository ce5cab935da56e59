import { expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startTestServices } from './start-test-services.js';
import { makeTestFolders } from './test-folders.js';

it('the test services do not start while a deployment of the repository is refused, and name its file and problem', async () => {
  const { dataDir, registryDir } = await makeTestFolders();
  const file = join(registryDir, 'mfe-content/1.0.0/manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { tabs: { id: string }[] };
  // The tab of one community alone: with none left, the process would not start at all.
  const tabs = manifest.tabs.filter(({ id }) => id !== 'webview');
  await writeFile(file, JSON.stringify({ ...manifest, tabs }));
  await expect(startTestServices({ REGISTRY_DIR: registryDir, SERVICES: 'chats' })).rejects.toThrow(
    /^Tests need deployments\/ as it is in the repository:\n.*motorsport\.json: tabs\[\d+\]: .*webview/,
  );
  await rm(dirname(dataDir), { recursive: true });
});
