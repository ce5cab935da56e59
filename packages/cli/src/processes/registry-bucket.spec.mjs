import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { S3Server } from '@paddock/services/test/s3-server';
import { buildAll } from '../install/build-all.mjs';
import { nodeUnits } from '../install/build-units.mjs';
import { root } from '../paths.mjs';

const bucket = `of-a-test-${randomUUID().slice(0, 8)}`;
const credentials = { accessKeyId: 'of-this-test', secretAccessKey: 'secret-of-this-test' };
const server = new S3Server(bucket, credentials);
let endpoint;
let data;
beforeAll(async () => {
  await buildAll(nodeUnits());
  endpoint = await server.start();
  data = await mkdtemp(join(tmpdir(), 'paddock-bucket-'));
  for (const version of ['1.0.0', '1.1.0'])
    for (const file of ['manifest.json', 'integrity.json']) store(`mfe-chats/${version}/${file}`, {});
  store('mfe-chats/channels.json', { stable: '1.0.0', next: '1.1.0' });
});
afterAll(async () => {
  await server.close();
  await rm(data, { recursive: true, force: true });
});

const store = (key, content) =>
  server.objects.set(key, { bytes: Buffer.from(JSON.stringify(content)), crc32: undefined, modified: new Date() });
const stored = (key) => server.objects.get(key).bytes.toString();

/** What a command on the registry prints, and its exit code. */
async function command(...args) {
  const child = spawn(process.execPath, [join(root, 'packages/cli/src/paddock.mjs'), ...args], {
    env: {
      ...process.env,
      DATA_DIR: data,
      REGISTRY_S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { code: await new Promise((resolve) => child.once('close', resolve)), output };
}

describe('commands on a registry in a bucket', () => {
  it('show its releases, of which the data folder has a copy', async () => {
    const { code, output } = await command('list');
    expect([code, output]).toEqual([0, expect.stringMatching(/1\.1\.0[\s\S]*1\.0\.0/)]);
    expect(await readdir(join(data, 'registry-copies'))).toEqual([bucket]);
  });

  it('move its channels and write its log', async () => {
    expect(await command('promote', 'mfe-chats')).toEqual({
      code: 0,
      output: 'stable of mfe-chats points to 1.1.0, like next.\n',
    });
    expect(JSON.parse(stored('mfe-chats/channels.json'))).toMatchObject({
      stable: '1.1.0',
      previous: { stable: '1.0.0' },
    });
    expect(stored('mfe-chats/log.jsonl')).toMatch(/"channel":"stable"/);
  });

  it('are all carried out when they start at once', async () => {
    const names = ['one', 'two', 'three'];
    const ended = await Promise.all(
      names.map((name) => command('promote', 'mfe-chats', '--from', 'stable', '--to', name)),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(JSON.parse(stored('mfe-chats/channels.json'))).toMatchObject({ one: '1.1.0', two: '1.1.0', three: '1.1.0' });
  });

  it('change nothing in the bucket when they fail', async () => {
    const before = stored('mfe-chats/channels.json');
    expect(await command('promote', 'mfe-chats', '--from', 'nightly')).toEqual({
      code: 1,
      output: expect.stringMatching(/mfe-chats has no channel 'nightly'/),
    });
    expect(stored('mfe-chats/channels.json')).toBe(before);
  });
});
