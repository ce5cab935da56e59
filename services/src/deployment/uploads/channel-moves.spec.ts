import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { moveChannel } from '@paddock/build/rspack/release/move-channel.mjs';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseKey, testRelease, upload } from '../../../test/release-upload.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { ChannelMoves } from './channel-moves.js';

const id = 'mfe-chats';
let services: TestServices;
let key: string;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats', RELEASE_UPLOADS: '1', RATE_LIMITS: 'off' });
  ({ key } = await releaseKey(services, { modules: [id], channels: ['stable', 'next'] }));
});
afterAll(() => services.close());

const moduleDir = () => join(services.folders.registryDir, id);
const table = () => readFile(join(moduleDir(), 'channels.json'), 'utf8');
const channels = async () => JSON.parse(await table()) as Record<string, unknown>;
const send = (release: ReturnType<typeof testRelease>, query = '?channel=next') =>
  upload(services, release, { key, query });

describe(ChannelMoves, () => {
  it('refuses the resend of a recalled release, until an operator promotes it', async () => {
    const release = testRelease('1.1.0', { id });
    await send(testRelease('1.0.1', { id }));
    await send(release);
    await moveChannel({ moduleDir: moduleDir(), channel: 'next', version: '1.0.1', recall: true });
    expect(await send(release)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await send(release, '')).toMatchObject({ status: 200, body: { is_new: false } });
    expect(await channels()).toMatchObject({ next: '1.0.1' });
    await moveChannel({ moduleDir: moduleDir(), channel: 'next', version: '1.1.0' });
    const before = await table();
    expect(await send(release)).toMatchObject({ status: 200, body: { is_new: false } });
    expect(await table()).toBe(before);
  });

  it('refuses the resend of a release from which a community returned', async () => {
    const release = testRelease('1.2.0', { id });
    await send(release, '');
    await services
      .get(ProvenReleases)
      .recordReturn('motorsport', id, { version: '1.2.0', started: '2026-01-01T00:00:00Z' });
    expect(await send(release)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('motorsport') },
    });
    expect((await channels())['next']).not.toBe('1.2.0');
  });

  it('refuses a release that does not fit beside the other modules of a community', async () => {
    const routes = [{ path: '/main/people' }];
    const release = testRelease('1.3.0', { id, manifest: { routes } });
    const reply = await send(release, '?channel=stable');
    expect(reply).toMatchObject({ status: 409, body: { code: 'RELEASE_REFUSED' } });
    expect(reply.body['message']).toContain('mfe-people already serves /main/people');
    expect(existsSync(join(moduleDir(), '1.3.0'))).toBe(false);
    // No community names this channel.
    expect(await send(release, '?channel=next')).toMatchObject({ status: 200 });
  });
});
