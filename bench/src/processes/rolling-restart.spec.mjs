import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildAll } from '@paddock/cli/install/build-all.mjs';
import { nodeUnits, webUnits } from '@paddock/cli/install/build-units.mjs';
import { clientsAtWork } from './clients-at-work.mjs';
import { missingPrograms } from './programs.mjs';
import { startSeveral } from './several-processes.mjs';
import { siteMember } from './site-member.mjs';

const timeout = 240_000;
const missing = missingPrograms();
const describeWithPrograms = missing.length === 0 ? describe : describe.skip;
const skipped = missing.length === 0 ? '' : ` (skipped: not on the PATH: ${missing.join(', ')})`;

let folder;
let site;

beforeAll(async () => {
  if (missing.length > 0) return;
  await buildAll([...nodeUnits(), ...webUnits()]);
  folder = await mkdtemp(join(tmpdir(), 'paddock-rolling-'));
  site = await startSeveral({ folder, count: 2, hasRedis: true });
}, timeout);
afterAll(async () => {
  await site?.stop();
  if (folder) await rm(folder, { recursive: true });
}, timeout);

describeWithPrograms(`processes behind nginx that are restarted one after the other${skipped}`, () => {
  it(
    'fail no request of 20 clients, and keep what they acknowledged',
    async () => {
      const clients = await clientsAtWork(site.nginx, 20);
      const progress = async () => {
        for (const until = clients.requests() + 200; clients.requests() < until;) await wait(20);
      };
      for (const one of site.processes) {
        await progress();
        await one.restart();
      }
      await progress();
      const { failed, posted } = await clients.end();
      expect(failed).toEqual([]);
      expect(new Set(posted).size).toBe(posted.length);
      const [reader] = clients.members;
      for (const id of posted) expect((await reader.call('GET', `/shouts/${id}`)).status).toBe(200);
      for (const until = Date.now() + 20_000; Date.now() < until; await wait(50))
        if (clients.members.every(({ window }) => window.socket.connected)) break;
      for (const { window } of clients.members) expect(window.socket.connected).toBe(true);
      await Promise.all(clients.members.map(({ close }) => close()));
    },
    timeout,
  );

  it('show our own page, and an error of the catalogue to calls, while none of them answers', async () => {
    for (const one of site.processes) await one.stop();
    const visitor = siteMember(site.nginx);
    const page = await visitor.send('GET', '/chats');
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html']);
    expect(page.text).toContain('<h1>Back in a moment</h1>');
    expect(page.text).not.toContain('<script');
    expect(page.headers.refresh).toBe('5');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const call = await visitor.send('GET', '/api/boot');
    expect([call.status, JSON.parse(call.text)]).toEqual([
      503,
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    ]);
    await visitor.close();
  });
});
