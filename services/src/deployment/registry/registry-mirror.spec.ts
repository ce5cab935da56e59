import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Server } from '../../../test/s3-server.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { makeTestFolders, releaseTestModule } from '../../../test/test-folders.js';
import { until } from '../../../test/test-smtp.js';
import { createLogger } from '../../infrastructure/logging/logger.js';
import { StartError } from '../../infrastructure/start-error.js';
import { RegistryBucket } from './registry-bucket.js';
import { RegistryMirror } from './registry-mirror.js';

const credentials = { accessKeyId: 'of-this-test', secretAccessKey: 'secret-of-this-test' };
const former = { ...process.env };

let server: S3Server;
let endpoint: string;
let folder: string;
beforeAll(() => {
  process.env['AWS_ACCESS_KEY_ID'] = credentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = credentials.secretAccessKey;
});
afterAll(() => {
  process.env = former;
});
beforeEach(async () => {
  server = new S3Server('releases', credentials);
  server.pageSize = 7;
  endpoint = await server.start();
  folder = await mkdtemp(join(tmpdir(), 'paddock-registry-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const bucket = (dir: string) =>
  new RegistryBucket({ bucket: 'releases', region: 'us-east-1', endpoint }, dir, credentials);
const keys = (start: string) => [...server.objects.keys()].filter((key) => key.startsWith(start)).sort();

/** A folder as a command has it: a copy of the bucket. */
async function copy(name: string): Promise<{ dir: string; bucket: RegistryBucket }> {
  const dir = join(folder, name);
  await mkdir(dir, { recursive: true });
  const copied = bucket(dir);
  await copied.pull(true);
  return { dir, bucket: copied };
}

/** Puts the registry of the tests into the bucket, as version 1.0.0 of each module. */
async function fill(): Promise<void> {
  const { registryDir } = await makeTestFolders();
  const filled = bucket(registryDir);
  await filled.push();
}

async function release(version: string): Promise<void> {
  const { dir, bucket: copied } = await copy(`release-${version}`);
  await releaseTestModule(dir, 'mfe-chats', version);
  await copied.push();
}

describe('services with a registry in a bucket', () => {
  let services: TestServices;
  const start = () =>
    startTestServices({
      SERVICES: 'chats',
      REGISTRY_S3_BUCKET: 'releases',
      S3_ENDPOINT: endpoint,
      REGISTRY_DIR: join(folder, 'services'),
    });
  const chats = async () => {
    const { body } = await services.call(readBoot, {});
    return body.modules.find(({ id }) => id === 'mfe-chats')!.version;
  };

  it('serve its modules, and a release as soon as it is there', async () => {
    await fill();
    services = await start();
    try {
      expect(await chats()).toBe('1.0.0');
      const entry = await services.request('GET', '/mfe-chats/1.0.0/assets/entry.js');
      expect(entry).toMatchObject({ status: 200, text: '// 1.0.0' });
      await release('1.1.0');
      // Another process may have shown it to the window.
      expect(await services.request('GET', '/mfe-chats/1.1.0/assets/entry.js')).toMatchObject({ status: 200 });
      await until(async () => (await chats()) === '1.1.0');
    } finally {
      await services.close();
    }
  });

  it('start with their copy while the bucket is away, and end without one', async () => {
    await fill();
    await (await start()).close();
    await server.close();
    services = await start();
    expect(await chats()).toBe('1.0.0');
    expect(services.log.some((line) => line.includes('registry could not be read from its bucket'))).toBe(true);
    await services.close();
    const registryS3 = { bucket: 'releases', region: 'us-east-1', endpoint };
    const mirror = new RegistryMirror({ registryDir: join(folder, 'other'), registryS3 }, createLogger('silent'));
    await expect(mirror.start()).rejects.toThrow(StartError);
  });
});

describe(RegistryMirror, () => {
  it.each(['does not answer', 'stops half way'])('starts with its copy while the bucket %s', async (fault) => {
    await fill();
    const { dir } = await copy('copy');
    if (fault === 'does not answer') server.silent = ['GET'];
    else server.isStalled = true;
    const log: string[] = [];
    const logger = createLogger('warn', { write: (line: string) => void log.push(line) });
    const registryS3 = { bucket: 'releases', region: 'us-east-1', endpoint, answerMs: 100 };
    const mirror = await new RegistryMirror({ registryDir: dir, registryS3 }, logger).start();
    expect(log.join()).toContain('registry could not be read from its bucket');
    await mirror.onApplicationShutdown();
  });
});

describe(RegistryBucket, () => {
  it('refuses a command whose table another one has changed, and keeps the change', async () => {
    await fill();
    const [one, other] = [await copy('one'), await copy('other')];
    await releaseTestModule(one.dir, 'mfe-chats', '1.1.0');
    await one.bucket.push();
    await releaseTestModule(other.dir, 'mfe-chats', '1.2.0');
    await expect(other.bucket.push()).rejects.toThrow(
      'Another command has changed mfe-chats/channels.json in the registry meanwhile: run this one again.',
    );
    await other.bucket.pull(true);
    expect(JSON.parse(await readFile(join(other.dir, 'mfe-chats/channels.json'), 'utf8'))).toMatchObject({
      stable: '1.1.0',
    });
  });

  it('replaces no compressed copy of a version whose files it does not match', async () => {
    await fill();
    const [one, other] = [await copy('one'), await copy('other')];
    for (const { dir } of [one, other]) {
      await releaseTestModule(dir, 'mfe-chats', '1.1.0');
      const assets = join(dir, 'mfe-chats/1.1.0/assets');
      for (const file of ['entry.js', 'a.js.br', 'entry.js.br']) await writeFile(join(assets, file), dir);
    }
    await one.bucket.push();
    await expect(other.bucket.push()).rejects.toThrow('The bucket has another mfe-chats/1.1.0/assets/entry.js');
    for (const file of ['entry.js', 'a.js.br', 'entry.js.br'])
      expect(server.objects.get(`mfe-chats/1.1.0/assets/${file}`)!.bytes.toString()).toBe(one.dir);
  });

  it('copies a channel that has moved before releases that no channel names', async () => {
    await fill();
    const { dir, bucket: reader } = await copy('reader');
    await release('1.1.0');
    const { bytes, ...facts } = server.objects.get('mfe-chats/1.1.0/integrity.json')!;
    // The copy of it fails: a.js cannot be a file and a folder.
    for (const file of ['a.js', 'a.js/b.js', 'integrity.json'])
      server.objects.set(`mfe-chats/1.0.5/${file}`, { ...facts, bytes });
    await expect(reader.pull()).rejects.toThrow();
    expect(existsSync(join(dir, 'mfe-chats/1.1.0/integrity.json'))).toBe(true);
    expect(JSON.parse(await readFile(join(dir, 'mfe-chats/channels.json'), 'utf8'))).toMatchObject({ stable: '1.1.0' });
  });

  it('copies a rollout, and its end', async () => {
    await fill();
    const [one, other] = [await copy('one'), await copy('other')];
    const rollouts = ({ dir }: { dir: string }) => join(dir, 'mfe-chats/rollouts.json');
    for (const table of ['{"stable":{"percent":10}}', '{}']) {
      await writeFile(rollouts(one), table);
      await one.bucket.push();
      await other.bucket.pull(true);
      expect(await readFile(rollouts(other), 'utf8')).toBe(table);
    }
  });

  it('copies no version that is incomplete, and completes it at the next push', async () => {
    await fill();
    server.objects.delete('mfe-chats/1.0.0/integrity.json');
    const { dir } = await copy('reader');
    expect(existsSync(join(dir, 'mfe-people/1.0.0'))).toBe(true);
    expect(existsSync(join(dir, 'mfe-chats/1.0.0'))).toBe(false);
    await releaseTestModule(dir, 'mfe-chats', '1.0.0');
    const writer = await copy('writer');
    await releaseTestModule(writer.dir, 'mfe-chats', '1.0.0');
    await writer.bucket.push();
    expect(keys('mfe-chats/1.0.0/')).toContain('mfe-chats/1.0.0/integrity.json');
  });

  it('keeps a version that another command is sending, and tells processes of no change', async () => {
    await fill();
    const [mark, state] = [server.objects.get('mfe-chats/1.0.0/integrity.json')!, server.objects.get('state')];
    server.objects.delete('mfe-chats/1.0.0/integrity.json');
    const sent = keys('mfe-chats/1.0.0/');
    await (await copy('other')).bucket.push();
    expect(keys('mfe-chats/1.0.0/')).toEqual(sent);
    expect(sent.length).toBeGreaterThan(0);
    expect(server.objects.get('state')).toBe(state);
    server.objects.set('mfe-chats/1.0.0/integrity.json', mark);
  });

  it('removes a version that the folder has lost, from the bucket and from other copies', async () => {
    await fill();
    await release('1.1.0');
    const [one, other] = [await copy('one'), await copy('other')];
    await rm(join(one.dir, 'mfe-chats/1.0.0'), { recursive: true });
    await one.bucket.push();
    expect(keys('mfe-chats/1.0.0/')).toEqual([]);
    await other.bucket.pull(true);
    expect(existsSync(join(other.dir, 'mfe-chats/1.0.0'))).toBe(false);
    expect(existsSync(join(other.dir, 'mfe-chats/1.1.0'))).toBe(true);
  });

  it('writes only below the folders of its versions', async () => {
    await fill();
    const { bytes, ...facts } = server.objects.get('mfe-chats/1.0.0/integrity.json')!;
    for (const key of [
      'mfe-chats/1.0.0/../../../escaped',
      'mfe-chats/1.0.0/.hidden',
      '../escaped',
      'mfe-chats/../escaped',
    ])
      server.objects.set(key, { ...facts, bytes });
    const { dir } = await copy('reader');
    expect(existsSync(join(folder, 'escaped'))).toBe(false);
    expect(existsSync(join(dir, 'escaped'))).toBe(false);
    expect(existsSync(join(dir, 'mfe-chats/1.0.0/.hidden'))).toBe(false);
    expect(existsSync(join(dir, 'mfe-chats/1.0.0/integrity.json'))).toBe(true);
  });
});
