import type { ManifestData } from '@paddock/contract/core/manifest';
import { dayMs } from '@paddock/contract/core/durations';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const realDeployments = fileURLToPath(new URL('../../deployments', import.meta.url));

const workspace = fileURLToPath(new URL('../..', import.meta.url));
/** The modules that the test registry holds; each version has one file. */
const modules = readdirSync(workspace).filter((name) => name.startsWith('mfe-'));

async function tabsOf(id: string): Promise<string[]> {
  const { manifest } = (await import(join(workspace, id, 'manifest.ts'))) as { manifest: ManifestData };
  return (manifest.tabs ?? []).map((tab) => tab.id);
}

export interface TestFolders {
  dataDir: string;
  deploymentsDir: string;
  registryDir: string;
  shellDir: string;
}

/** A temporary folder with the real deployments, a registry of small modules, and a one-page shell. */
export async function makeTestFolders(): Promise<TestFolders> {
  const root = await mkdtemp(join(tmpdir(), 'paddock-services-'));
  const [dataDir, deploymentsDir, registryDir, shellDir] = ['data', 'deployments', 'registry', 'shell'].map((name) =>
    join(root, name),
  ) as [string, string, string, string];
  await Promise.all([mkdir(dataDir), mkdir(deploymentsDir), mkdir(shellDir)]);
  for (const name of ['base.json', 'motorsport.json', 'workplace.json'])
    await cp(join(realDeployments, name), join(deploymentsDir, name));
  for (const id of modules) await releaseTestModule(registryDir, id, '1.0.0');
  await writeFile(join(shellDir, 'index.html'), '<!doctype html><title>shell</title>');
  return { dataDir, deploymentsDir, registryDir, shellDir };
}

let released = 0;

/** Adds a version to the registry and points its stable channel at it, like a release. */
export async function releaseTestModule(registryDir: string, id: string, version: string): Promise<void> {
  const dir = join(registryDir, id);
  await mkdir(join(dir, version, 'assets'), { recursive: true });
  const tabs = (await tabsOf(id)).map((tab) => ({ id: tab, title: { en: tab }, icon: [['circle', { r: 9 }]] }));
  const manifest = { id, title: { en: id }, version, contract: '^1.0.0', tabs, budget_kb: 10 };
  const integrity = { 'mf-manifest.json': 'sha384-of-the-manifest', 'assets/entry.js': `sha384-${version}` };
  await writeFile(join(dir, version, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dir, version, 'integrity.json'), JSON.stringify(integrity));
  await writeFile(join(dir, version, 'mf-manifest.json'), '{}');
  await writeFile(join(dir, version, 'assets/entry.js'), `// ${version}`);
  // A file system may give the folders of two releases the same time.
  const at = new Date(Date.now() - dayMs + 1000 * released++);
  await utimes(join(dir, version), at, at);
  const channels = join(dir, 'channels.json');
  const before = await readFile(channels, 'utf8').then(
    (text) => (JSON.parse(text) as { stable: string }).stable,
    () => undefined,
  );
  await writeFile(
    `${channels}.next`,
    JSON.stringify({ stable: version, previous: before ? { stable: before } : undefined }),
  );
  await rename(`${channels}.next`, channels);
}
