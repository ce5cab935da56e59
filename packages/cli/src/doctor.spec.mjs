import { describe, beforeEach, afterEach, expect, it } from '@jest/globals';
import { integrityOf } from '@paddock/build/rspack/integrity.mjs';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploymentsDir, root } from './paths.mjs';

let dir;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'paddock-doctor-'));
  await cp(deploymentsDir, join(dir, 'deployments'), { recursive: true });
  const tabs = { 'mfe-people': ['people', 'profile'], 'mfe-content': ['home', 'notices', 'classifieds', 'webview'] };
  for (const id of ['mfe-account', 'mfe-chats', 'mfe-shouts', 'mfe-people', 'mfe-events', 'mfe-content'])
    await release(id, { tabs: tabs[id] ?? [id.slice(4)].filter((tab) => tab !== 'account') });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function release(id, { tabs, ...more }) {
  const folder = join(dir, 'registry', id, '1.0.0');
  await mkdir(folder, { recursive: true });
  const pages = { 'mfe-account': ['/login', '/main/settings'], 'mfe-content': ['/main/invite', '/main/custom'] };
  const manifest = {
    ...{ id, title: { en: id }, version: '1.0.0', contract: '^1.0.0', budget_kb: 10 },
    tabs: tabs.map((tab) => ({ id: tab, title: { en: tab }, icon: [['circle', { r: 9 }]] })),
    routes: (pages[id] ?? []).map((path) => ({ path })),
    ...more,
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const container = { metaData: { remoteEntry: { path: '', name: 'entry.js' } }, exposes: [] };
  await writeFile(join(folder, 'mf-manifest.json'), JSON.stringify(container));
  await writeFile(join(folder, 'entry.js'), randomBytes(3000));
  await writeFile(join(folder, 'integrity.json'), JSON.stringify(await integrityOf(folder)));
  await writeFile(join(dir, 'registry', id, 'channels.json'), JSON.stringify({ stable: '1.0.0' }));
}

async function change(name, from, to) {
  const file = join(dir, 'deployments', name);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

/** The line of a text in a deployment file. */
async function lineOf(file, text) {
  const lines = (await readFile(join(dir, 'deployments', file), 'utf8')).split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** @returns {Promise<{ code: number, output: string, errors: string }>} */
const doctor = (...args) =>
  new Promise((done) => {
    const env = { ...process.env, DEPLOYMENTS_DIR: join(dir, 'deployments'), REGISTRY_DIR: join(dir, 'registry') };
    const command = [join(root, 'packages/cli/src/paddock.mjs'), 'doctor', ...args];
    execFile(process.execPath, command, { cwd: dir, env: { ...env, NODE_OPTIONS: '' } }, (error, output, errors) =>
      done({ code: Number(error?.code ?? 0), output, errors }),
    );
  });
const json = async (...args) => {
  const { code, output } = await doctor(...args, '--json');
  const { communities, findings } = JSON.parse(output);
  return {
    code,
    communities: communities.map(({ community }) => community),
    findings: findings.map(({ file, line, path, problem }) => `${file}:${line} ${path}: ${problem}`),
  };
};

describe('doctor', () => {
  it('finds nothing in the real deployments', async () => {
    expect(await json()).toEqual({ code: 0, communities: ['motorsport', 'workplace'], findings: [] });
  });

  it('names file, line, consequence and remedy, and exits with 1', async () => {
    await change('motorsport.json', '"page": "settings"', '"page": "setings"');
    const { code, errors } = await doctor('motorsport');
    expect([code, errors]).toEqual([
      1,
      `✗ deployments/motorsport.json:${await lineOf('motorsport.json', 'setings')} flags.home_tab.buttons[3].page: no deployed module has a page 'setings'\n` +
        "    Members do not see the button 'Settings'.\n    Did you mean 'settings'?\n",
    ]);
  });

  it("looks at one community only, and names base.json where the value is the base's", async () => {
    await change('base.json', '"accent": "#ff5b1f"', '"splash_image": "gone.png", "accent": "#ff5b1f"');
    const gone = "deployments/base.json:3 look.splash_image: deployments/assets has no file 'gone.png'";
    expect(await json('workplace')).toEqual({ code: 1, communities: ['workplace'], findings: [gone] });
    expect(await json('motorsport')).toEqual({ code: 0, communities: ['motorsport'], findings: [] });
    const { code, errors } = await doctor('elsewhere');
    expect([code, errors]).toEqual([1, 'There is no deployment elsewhere.json; there are motorsport, workplace.\n']);
  });

  it('reports what a start refuses with its line', async () => {
    await change('workplace.json', '"rsvp": true', '"rsvpp": true');
    expect((await json('workplace')).findings).toEqual([
      `deployments/workplace.json:${await lineOf('workplace.json', 'rsvpp')} flags.rsvpp: unknown key; did you mean 'rsvp'?`,
    ]);
  });

  it('reports a contract range, an altered file and a budget of a released module', async () => {
    await release('mfe-chats', { tabs: ['chats'], contract: '^99.0.0' });
    await release('mfe-people', { tabs: ['people', 'profile'], budget_kb: 1 });
    await writeFile(join(dir, 'registry/mfe-events/1.0.0/entry.js'), 'altered');
    const { findings } = await json('motorsport');
    expect(findings).toEqual([
      'deployments/base.json:6 modules.mfe-chats: mfe-chats 1.0.0 wants contract ^99.0.0, these services have 1.0.0',
      `deployments/motorsport.json:${await lineOf('motorsport.json', '"modules"')} modules.mfe-events: mfe-events 1.0.0 is not as it was released: entry.js`,
      expect.stringMatching(
        /modules\.mfe-people: mfe-people exceeds its size budget .* Maximum: 1 KB Received: [\d.]+ KB$/,
      ),
    ]);
  });
});
