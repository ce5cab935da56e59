import { describe, beforeEach, afterEach, expect, it, jest } from '@jest/globals';
import { integrityOf } from '@paddock/build/rspack/module/integrity.mjs';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploymentsDir, root } from '../paths.mjs';
import { startDatabase } from '../processes/database.mjs';
import { runCommand } from '../run-command.mjs';

let dir;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'paddock-doctor-'));
  await cp(deploymentsDir, join(dir, 'deployments'), { recursive: true });
  const content = ['home', 'notices', 'classifieds', 'links', 'files', 'rooms', 'dues', 'webview'];
  const tabs = { 'mfe-people': ['people', 'profile'], 'mfe-content': content };
  for (const id of ['mfe-account', 'mfe-chats', 'mfe-shouts', 'mfe-people', 'mfe-events', 'mfe-content'])
    await release(id, { tabs: tabs[id] ?? [id.slice(4)].filter((tab) => tab !== 'account') });
  const folders = { DEPLOYMENTS_DIR: 'deployments', REGISTRY_DIR: 'registry', DATA_DIR: 'data' };
  for (const [name, folder] of Object.entries(folders)) process.env[name] = join(dir, folder);
  process.chdir(dir);
});
afterEach(async () => {
  process.chdir(root);
  await rm(dir, { recursive: true, force: true });
});

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

/**
 * Runs the command in this process.
 * @returns {Promise<{ code: number, output: string, errors: string }>}
 */
async function doctor(...args) {
  const printed = { log: '', error: '' };
  const spies = ['log', 'error'].map((name) =>
    jest.spyOn(console, name).mockImplementation((line) => void (printed[name] += `${line}\n`)),
  );
  try {
    await runCommand('doctor', args);
    return { code: process.exitCode, output: printed.log, errors: printed.error };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
/** @returns {Promise<{ code: number, output: string, errors: string }>} */
const doctorProcess = (...args) =>
  new Promise((done) => {
    const command = [join(root, 'packages/cli/src/paddock.mjs'), 'doctor', ...args];
    execFile(process.execPath, command, { env: { ...process.env, NODE_OPTIONS: '' } }, (error, output, errors) =>
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
  it('names a release whose calls the services do not have, and the one that is kept', async () => {
    const chats = join(dir, 'registry/mfe-chats');
    await cp(join(chats, '1.0.0'), join(chats, '1.1.0'), { recursive: true });
    const manifest = JSON.parse(await readFile(join(chats, '1.1.0/manifest.json'), 'utf8'));
    const calls = ['GET /filters/{verb}/{prop}', 'POST /laps'];
    await writeFile(join(chats, '1.1.0/manifest.json'), JSON.stringify({ ...manifest, version: '1.1.0', calls }));
    await writeFile(join(chats, 'channels.json'), JSON.stringify({ stable: '1.1.0', previous: { stable: '1.0.0' } }));
    const { code, errors } = await doctor('motorsport');
    expect(code).toBe(1);
    expect(errors).toContain('mfe-chats 1.1.0 makes calls that these services do not have: POST /laps; 1.0.0 is kept');
    expect(errors).toContain('Members get this earlier release.');
    expect(errors).toContain('Update the services, or name a version that was built for them');
  });

  it('finds nothing in the real deployments', async () => {
    expect(await json()).toEqual({ code: 0, communities: ['motorsport', 'workplace'], findings: [] });
  });

  it('names file, line, consequence and remedy, and exits with 1', async () => {
    await change('motorsport.json', '"page": "settings"', '"page": "setings"');
    const { code, errors } = await doctorProcess('motorsport');
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

  it('names a file, not the folder, when no community is the default one', async () => {
    await change('motorsport.json', '  "default": true,\n', '');
    expect((await json()).findings).toEqual([
      'deployments/motorsport.json:1 default: one community must be the default one',
    ]);
  });

  it('gives each refusal the remedy that fits', async () => {
    await change('motorsport.json', '    "home",\n    "chats",\n', '    "home",\n    "chats",\n    "chats",\n');
    await change('motorsport.json', '"mfe-people": "stable"', '"mfe-people": "nightly"');
    await change('motorsport.json', '  "default": true,\n', '');
    const { findings } = JSON.parse((await doctor('--json')).output);
    const remedyOf = (path) => findings.find((finding) => finding.path === path)?.remedy;
    expect(remedyOf('tabs[2]')).toBe('Remove one of the two.');
    expect(remedyOf('modules.mfe-people')).toBe(
      'npm run list -- mfe-people shows its releases and channels; npm run release -- mfe-people --channel nightly makes one.',
    );
    await change('motorsport.json', '    "chats",\n    "chats",\n', '    "chats",\n');
    await change('motorsport.json', '"mfe-people": "nightly"', '"mfe-people": "stable"');
    expect((await doctor('motorsport')).errors).toContain('Set "default": true in the file of one community.');
    await change('motorsport.json', '{\n', '{\n  "default": true,\n');
    await change('workplace.json', '{\n', '{\n  "default": true,\n');
    expect((await doctor('workplace')).errors).toContain(
      'Leave out "default" in this file or in that of the other community.',
    );
    await rm(join(dir, 'deployments'), { recursive: true });
    expect((await doctor()).errors).toMatch(
      /there is no deployment file\n {4}A first start serves no community; .*\n {4}Add a deployment file, or name the folder/,
    );
  });

  it('names the line of a picture and of a legal text that the assets folder lacks', async () => {
    await change('workplace.json', '{ "accent": "#0a7c86" }', '{ "accent": "#0a7c86", "icon": "gone.svg" }');
    await change(
      'workplace.json',
      '  "tabs": [',
      '  "legal": {\n    "terms": { "en": "a.md", "ar": "b.md" }\n  },\n  "tabs": [',
    );
    const line = await lineOf('workplace.json', '"terms"');
    expect((await json('workplace')).findings).toEqual([
      expect.stringMatching(/^deployments\/workplace\.json:\d+ look\.icon: .* no file 'gone\.svg'$/),
      `deployments/workplace.json:${line} legal.terms.en: deployments/assets has no file 'a.md'`,
      `deployments/workplace.json:${line} legal.terms.ar: deployments/assets has no file 'b.md'`,
    ]);
  });

  it('gives the line of a mistake in the JSON', async () => {
    await change('workplace.json', '"rsvp": true', '"rsvp": true,,');
    const { errors } = await doctor('workplace');
    expect(errors).toContain(`deployments/workplace.json:${await lineOf('workplace.json', ',,')}: cannot be read`);
    expect(errors).toContain('Correct the JSON at this line.');
    expect(errors).not.toContain('docs/flags.md');
  });

  it('proposes the module, channel and tab that a misspelt name means', async () => {
    await change('base.json', '"mfe-chats": "stable"', '"mfe-chats": "stabel"');
    expect((await json('motorsport')).findings).toEqual([
      expect.stringMatching(/modules\.mfe-chats: mfe-chats has no channel 'stabel' .*; did you mean 'stable'\?$/),
    ]);
    await change('base.json', '"mfe-chats": "stabel"', '"mfe-chat": "stable"');
    expect((await json('motorsport')).findings).toContainEqual(
      expect.stringMatching(/modules\.mfe-chat: the registry has no module 'mfe-chat'; did you mean 'mfe-chats'\?$/),
    );
  });

  it('shows what is proven and failing, and who released and moved it', async () => {
    const failures = [{ version: '1.0.0', code: 'MODULE_CRASHED', count: 2, last: new Date().toISOString() }];
    await mkdir(join(dir, 'data/deployed'), { recursive: true });
    const reports = [{ community: 'motorsport', module: 'mfe-chats', versions: ['1.0.0'], failures }];
    await writeFile(join(dir, 'data/deployed/proven.json'), JSON.stringify(reports));
    const log = [
      { at: '2026-01-01T00:00:00.000Z', by: 'Ana', version: '1.0.0', commit: 'abc' },
      { at: '2026-01-02T00:00:00.000Z', by: 'Ben', version: '1.0.0', channel: 'stable' },
    ];
    const lines = log.map((line) => JSON.stringify(line)).join('\n');
    await writeFile(join(dir, 'registry/mfe-chats/log.jsonl'), lines);
    const { output } = await doctor('motorsport', '--data', join(dir, 'data'));
    expect(output).toContain(
      '  mfe-chats 1.0.0, released 2026-01-01 by Ana, stable since 2026-01-02 (Ben), proven in motorsport, ' +
        'failing in motorsport (2 times, MODULE_CRASHED)\n',
    );
    expect(output).toContain('  mfe-events 1.0.0, not proven yet\n');
  });

  it('names a community that requires approval and has no admin, while its database runs', async () => {
    const data = join(dir, 'data');
    await mkdir(data);
    const { uri, child } = await startDatabase(data);
    await writeFile(join(data, 'running.json'), JSON.stringify({ MONGODB_URI: uri }));
    const { findings } = await json('workplace').finally(() => child?.stop());
    expect(findings).toEqual([
      `deployments/workplace.json:${await lineOf('workplace.json', '"admin_approval_required"')} flags.admin_approval_required: ` +
        'members need the approval of an admin, and the community has no admin',
    ]);
  });

  it('says when no database could be asked for the admins of a community that requires approval', async () => {
    const { code, output } = await doctor('workplace');
    expect([code, output]).toEqual([0, expect.stringContaining('Skipped: whether communities that require approval')]);
    expect((await doctor('motorsport')).output).not.toContain('Skipped');
  });

  it('names a channel file that cannot be read', async () => {
    await writeFile(join(dir, 'registry/mfe-chats/channels.json'), '{');
    expect((await json()).findings).toContainEqual(expect.stringContaining('registry/mfe-chats/channels.json'));
  });

  it('names a registry that takes uploads and cannot be written', async () => {
    await writeFile(join(dir, 'registry/.building'), '');
    expect((await json('motorsport')).findings).toEqual([]);
    process.env.RELEASE_UPLOADS = '1';
    expect((await json('motorsport')).findings).toEqual([
      expect.stringMatching(/^registry:undefined : RELEASE_UPLOADS is set, but .*registry cannot be written/),
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
