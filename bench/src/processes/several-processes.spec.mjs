import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
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
const usernames = ['driver', 'crew', 'chief'];

let folder;
let site;
/** Each member has a window at the process of the same index. */
let members;
let group;

beforeAll(async () => {
  if (missing.length > 0) return;
  await buildAll([...nodeUnits(), ...webUnits()]);
  folder = await mkdtemp(join(tmpdir(), 'paddock-several-'));
  site = await startSeveral({ folder, count: 3, hasRedis: true });
  members = await Promise.all(
    usernames.map(async (username, index) => {
      const member = siteMember(site.nginx);
      const { id } = await member.signIn(username);
      return { ...member, id, window: await member.open(site.processes[index].port) };
    }),
  );
  const users = members.slice(1).map(({ id }) => id);
  const { reply } = await members[0].call('POST', '/groups', { title: 'Box 12', users, client_id: randomUUID() });
  group = reply.group.id;
}, timeout);
afterAll(async () => {
  for (const member of members ?? []) await member.close();
  await site?.stop();
  if (folder) await rm(folder, { recursive: true });
}, timeout);

const until = async (condition) => {
  for (const end = Date.now() + 20_000; !condition(); await wait(5))
    if (Date.now() > end) throw new Error(`not within 20 s: ${condition}`);
};
const received = ({ received: events }, name, fits = () => true) =>
  events.filter(({ event, payload }) => event === name && fits(payload));

/** Posts as the member, and waits until the windows have it. */
async function post(author, windows) {
  const shout = `lap ${randomUUID()}`;
  const { status } = await author.call('POST', '/shouts', { client_id: randomUUID(), group, shout });
  expect(status).toBe(200);
  const hasShout = (payload) => payload.shout.shout === shout;
  await until(() => windows.every((window) => received(window, 'posting_topic', hasShout).length > 0));
  return hasShout;
}

describeWithPrograms(`three processes behind nginx, with Redis${skipped}`, () => {
  it('each window receives what members at all processes post, once', async () => {
    const windows = members.map(({ window }) => window);
    for (const author of members) {
      const hasShout = await post(author, windows);
      for (const window of windows) expect(received(window, 'posting_topic', hasShout)).toHaveLength(1);
    }
  });

  it('windows at other processes show who is writing', async () => {
    for (const writer of members) {
      const others = members.filter((member) => member !== writer);
      for (const { window } of others) window.received.length = 0;
      expect(await writer.window.socket.timeout(3000).emitWithAck('writing_group', { gid: group })).toEqual({
        ok: true,
      });
      const isWriter = ({ user }) => user.id === writer.id;
      await until(() => others.every(({ window }) => received(window, 'writing_group', isWriter).length > 0));
    }
  });

  it('nginx gives windows to all processes', async () => {
    const [driver] = members;
    const windows = await Promise.all(Array.from({ length: 9 }, () => driver.open()));
    const counts = await Promise.all(
      site.processes.map(async ({ port }) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        return Number(/^paddock_sockets\{community="motorsport"\} (\d+)/m.exec(text)?.[1]);
      }),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(windows.length + members.length);
    for (const count of counts) expect(count).toBeGreaterThan(1);
    await post(driver, windows);
    for (const { socket } of windows) socket.disconnect();
  });

  it('a member removed at one process receives nothing more at another', async () => {
    const [driver, crew, chief] = members;
    const { status } = await driver.call('DELETE', `/groups/${group}/users/${crew.id}`);
    expect(status).toBe(200);
    await until(() => received(crew.window, 'leaving_group').length > 0);
    const hasShout = await post(driver, [driver.window, chief.window]);
    // Sent after the shout: what would reach the window has reached it.
    await driver.call('POST', '/shouts', { client_id: randomUUID(), group: '0', shout: 'for all' });
    await until(() => received(crew.window, 'posting_topic', ({ shout }) => shout.shout === 'for all').length > 0);
    expect(received(crew.window, 'posting_topic', hasShout)).toEqual([]);
    expect((await crew.window.socket.timeout(3000).emitWithAck('writing_group', { gid: group })).code).toBeDefined();
  });

  it('windows at every process close when their session ends', async () => {
    const [, , chief] = members;
    const windows = await Promise.all(site.processes.map(({ port }) => chief.open(port)));
    expect((await chief.call('GET', '/users/logout')).status).toBe(200);
    await until(() => windows.every(({ socket }) => socket.disconnected));
    for (const window of windows) expect(received(window, 'session_ended')).toHaveLength(1);
    expect((await chief.call('GET', '/users/me')).status).toBe(401);
  });
});

describeWithPrograms(`two of these processes, restarted one after the other${skipped}`, () => {
  it(
    'fail no request of 20 clients, and keep what they acknowledged',
    async () => {
      const [stopped, ...two] = site.processes;
      await stopped.stop();
      const clients = await clientsAtWork(site.nginx, 20);
      const progress = async () => {
        for (const until = clients.requests() + 200; clients.requests() < until;) await wait(20);
      };
      for (const one of two) {
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
