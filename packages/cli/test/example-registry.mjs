import { afterEach, beforeEach, jest } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const id = 'mfe-events';

/**
 * Makes a registry with seven releases of a module, a deployment and a data folder for each test of a file, and collects what commands
 * print.
 */
export function exampleRegistry() {
  let dir;
  const said = [];
  const write = async (file, value) => {
    await mkdir(join(dir, file, '..'), { recursive: true });
    await writeFile(join(dir, file), JSON.stringify(value));
  };
  const place = (...names) => join(dir, ...names);
  const ofModule = (...names) => place('registry', id, ...names);
  const channels = (table) => write(`registry/${id}/channels.json`, table);

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'paddock-registry-'));
    process.env.REGISTRY_DIR = place('registry');
    process.env.DEPLOYMENTS_DIR = place('deployments');
    process.env.DATA_DIR = place('elsewhere');
    for (const [index, version] of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0'].entries()) {
      await mkdir(ofModule(version), { recursive: true });
      await writeFile(ofModule(version, 'a.js'), version);
      const released = new Date(Date.UTC(2026, 0, 1 + index));
      await utimes(ofModule(version), released, released);
    }
    await channels({ stable: '1.5.0', next: '1.6.0', previous: { stable: '1.4.0' } });
    await write('deployments/club.json', { modules: { [id]: '1.0.0', 'mfe-chats': 'stable' } });
    await write('data/deployed/last-good.json', {
      communities: [{ configs: [], modules: [{ id, version: '1.1.0' }] }],
      channels: [],
    });
    await write('data/deployed/proven.json', [{ community: 'club', module: id, versions: ['1.2.0', '1.5.0'] }]);
    said.length = 0;
    jest.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    delete process.env.REGISTRY_DIR;
    delete process.env.DEPLOYMENTS_DIR;
    delete process.env.DATA_DIR;
    await rm(dir, { recursive: true, force: true });
  });

  return {
    said,
    write,
    place,
    ofModule,
    channels,
    table: async () => JSON.parse(await readFile(ofModule('channels.json'), 'utf8')),
    versions: async () => (await readdir(ofModule())).filter((name) => /^\d/.test(name)),
    data: () => ['--data', place('data')],
  };
}
