import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { deleteAccount, exportAccount } from '@paddock/contract/calls/account-data';
import { votePoll } from '@paddock/contract/calls/polls';
import { likeShout, postShout } from '@paddock/contract/calls/shouts';
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { readZip } from '../../../test/read-zip.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { FilesPersonalData } from '../../community/files/files.personal-data.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { ExportService } from './export.service.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '' });
});
afterAll(() => services.close());

const post = async (as: TestMember, input: object) =>
  (await services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as })).body;
const ask = (as: TestMember) => services.call(exportAccount, {}, { as });
async function download(path: string, host = 'motorsport.localhost') {
  const reply = await request(`http://127.0.0.1:${services.port}${path}`, { headers: { host } });
  return { status: reply.statusCode, headers: reply.headers, content: Buffer.from(await reply.body.arrayBuffer()) };
}
const upload = (as: TestMember, filename: string, content: Buffer) =>
  services.get(FilesService).upload({ tenant: tenantOfMember(as), user: as.row }, undefined, {
    filename,
    stream: Readable.from([content]),
  });

describe(ExportService, () => {
  it('contains everything that a member wrote and uploaded, and nothing of others', async () => {
    const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Brussels' };
    const bob = await services.member({ fullname: 'Bob Secretname' });
    const ann = await memberWithPassword(services, {
      fields: { company: 'Halden Racing' },
      blocked_users: [bob.id],
      quiet_hours: quiet,
    });
    const group = await services.group(bob, [ann]);
    const bobs = await post(bob, { group: group._id, shout: 'Only bob wrote this' });
    await services.call(likeShout, { id: bobs.id }, { as: ann });
    const poll = await post(bob, { group: group._id, poll_options: ['Soft', 'Hard'], poll_private: true });
    const hard = poll.poll!.options[1]!.id;
    await services.call(votePoll, { id: poll.id, poll_option_ids: [hard] }, { as: ann });
    const written = [];
    for (let index = 0; index < 12; index++) written.push(await post(ann, { group: '0', shout: `Lap ${index} 🏁` }));
    written.push(await post(ann, { in_reply_to: bobs.id, shout: 'A comment of mine' }));
    const notes = randomBytes(70_000);
    const file = await upload(ann, 'notes.bin', notes);
    await upload(bob, 'bobs.bin', randomBytes(10));

    const { status, body } = await ask(ann);
    expect(status).toBe(200);
    const zip = await download(body.url);
    expect(zip.headers['content-disposition']).toMatch(/^attachment; filename="motorsport-\d{4}-\d\d-\d\d\.zip"/);
    const files = readZip(zip.content);
    const json = (name: string) => JSON.parse(files.get(name)!.toString('utf8')) as unknown;
    expect([...files.keys()].sort()).toEqual(
      expect.arrayContaining([
        'README.txt',
        'account/profile.json',
        'account/sign_in.json',
        'chats/chats.json',
        'chats/groups.json',
        'events/organised.json',
        'files/uploads.json',
        'items/items.json',
        'mails/mails.json',
        'people/blocked.json',
        'shouts/likes.json',
        'shouts/shouts.json',
        'shouts/votes.json',
        `files/${file.id}-notes.bin`,
      ]),
    );
    expect(files.get(`files/${file.id}-notes.bin`)).toEqual(notes);
    const shouts = json('shouts/shouts.json') as { id: string; text: string; title?: string }[];
    expect(shouts.map(({ id }) => id).sort()).toEqual(written.map(({ id }) => id).sort());
    expect(shouts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Lap 11 🏁', 'A comment of mine']));
    expect(json('shouts/likes.json')).toEqual([{ workplace: '', shout: bobs.id }]);
    expect(json('shouts/votes.json')).toEqual([{ workplace: '', shout: poll.id, options: ['Hard'] }]);
    expect(json('account/profile.json')).toMatchObject({ email: ann.row.email, fields: { company: 'Halden Racing' } });
    expect(json('account/sign_in.json')).toMatchObject({ password_changed: expect.any(String), devices: [{}] });
    expect(json('chats/groups.json')).toMatchObject([{ group: group._id, title: group.title, role: 'member' }]);
    expect(json('people/blocked.json')).toEqual([bob.id]);
    const everything = [...files].map(([name, content]) => name + content.toString('utf8')).join('');
    for (const foreign of ['Only bob wrote this', 'Bob Secretname', bob.username, bob.row.email, 'bobs.bin', 'argon2'])
      expect([foreign, everything.includes(foreign)]).toEqual([foreign, false]);
    expect(files.get('README.txt')!.toString('utf8')).toContain(ann.row.fullname);
  });

  it('covers one community, in the member’s language, also for pending members', async () => {
    const ann = await services.member({ community: 'workplace', workplace: 'hq', language: 'ar', pending: true });
    const { body } = await ask(ann);
    expect((await download(body.url)).status).toBe(404);
    const files = readZip((await download(body.url, 'workplace.localhost')).content);
    expect(files.get('README.txt')!.toString('utf8')).toContain('بياناتك لدى');
  });

  it('has a URL for one member, which expires after ten minutes together with the file', async () => {
    const ann = await services.member();
    const { body } = await ask(ann);
    const expires = Number(new URLSearchParams(body.url.split('?')[1]).get('expires'));
    expect(Math.abs(expires - Date.now() / 1000 - 600)).toBeLessThan(5);
    const other = await services.member();
    expect((await download(body.url.replace(ann.id, other.id))).status).toBe(404);
    // A shout cannot attach it either.
    const shared = await services.call(
      postShout,
      { client_id: randomUUID(), group: '0', files: [body.url] },
      { as: ann },
    );
    expect(shared.body.code).toBe('FILE_NOT_FOUND');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    expect((await download(body.url)).status).toBe(403);
    jest.restoreAllMocks();
    await services.get(FilesPersonalData).sweep(new Date(Date.now() + 601_000));
    expect((await download(body.url)).status).toBe(404);
  });

  it('is gone once the account is deleted', async () => {
    const ann = await memberWithPassword(services);
    const { body } = await ask(ann);
    await services.call(deleteAccount, { password: testPassword }, { as: ann });
    expect((await download(body.url)).status).toBe(404);
  });

  it('is limited to two a day', async () => {
    const ann = await services.member();
    const codes = [];
    for (let time = 0; time < 3; time++) codes.push((await ask(ann)).body.code);
    expect(codes).toEqual([undefined, undefined, 'TOO_MANY_REQUESTS']);
  });

  it('stores no file when a service fails', async () => {
    const ann = await services.member();
    services.get(ExtensionPoints).provide('export', 'broken', async () => ({
      rows: (async function* () {
        yield { id: 1 };
        throw new Error('broken off');
      })(),
    }));
    expect((await ask(ann)).status).toBe(500);
    services.get(ExtensionPoints).provide('export', 'broken', async () => Promise.reject(new Error('broken at once')));
    expect((await ask(ann)).status).toBe(500);
    services.get(ExtensionPoints).provide('export', 'broken', async () => ({}));
    const left = [];
    for await (const row of services.get(FilesPersonalData).uploads(tenantOfMember(ann), ann.id)) left.push(row);
    expect(left).toEqual([]);
  });
});
