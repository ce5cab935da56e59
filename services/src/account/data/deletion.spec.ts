import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, readSelf } from '@paddock/contract/calls/account';
import { deleteAccount } from '@paddock/contract/calls/account-data';
import { readChats } from '@paddock/contract/calls/chats';
import { readGroup } from '@paddock/contract/calls/groups';
import { readPeople, readProfile, searchPeople } from '@paddock/contract/calls/people';
import { votePoll } from '@paddock/contract/calls/polls';
import { likeShout, postShout, readShout, readShouts } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { FilesService } from '../../community/files/files.service.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { MailJobRepository } from '../../infrastructure/mail/mail-job.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { DeletionService } from './deletion.service.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
  windows = new TestWindows(services);
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

const motorsport = tenantOf('motorsport');
const collection = (name: string) => services.get(Mongo).connection.collection(name);
const post = async (as: TestMember, input: object) =>
  (await services.call(postShout, { client_id: randomUUID(), shout: 'Box this lap', ...input }, { as })).body;
const remove = (as: TestMember, password?: string) => services.call(deleteAccount, { password }, { as });
async function forgotten() {
  const departures = collection('departures');
  for (const end = Date.now() + 60_000; (await departures.countDocuments()) > 0; await wait(50))
    if (Date.now() > end) throw new Error('a member is not forgotten');
}
const upload = async (as: TestMember, filename: string, content: Buffer | string) =>
  services.get(FilesService).upload({ tenant: tenantOfMember(as), user: as.row }, undefined, {
    filename,
    stream: Readable.from([content]),
  });
const png = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

/** The whole database as text by collection. */
async function everythingStored(): Promise<Map<string, string>> {
  const { db } = services.get(Mongo).connection;
  const names = (await db!.listCollections().toArray()).map(({ name }) => name);
  const rows = await Promise.all(names.map((name) => db!.collection(name).find().toArray()));
  return new Map(names.map((name, index) => [name, JSON.stringify(rows[index])]));
}

/** A member with records of every kind, and others who interact with them. */
async function lived() {
  const [bob, cleo] = [await services.member(), await services.member()];
  const zelda = await memberWithPassword(services, {
    username: `zelda_${randomUUID().slice(0, 6)}`,
    fullname: `Zelda Quartz${randomUUID().slice(0, 6)}`,
    email: `zq-${randomUUID().slice(0, 6)}@mailbox.example`,
    fields: { company: 'Quartz Racing', phone: '+49 555 0199' },
    blocked_users: [cleo.id],
  });
  const group = await services.group(zelda, [bob, cleo]);
  const picture = await upload(zelda, 'car.png', await png());
  const shared = await post(zelda, { group: group._id, shout: 'Wet line is dry', image_urls: [picture.path] });
  const question = await post(bob, { group: group._id, shout: `Thanks @${zelda.username}` });
  const comment = await post(zelda, { in_reply_to: question.id, shout: 'Any time' });
  await services.call(likeShout, { id: question.id }, { as: zelda });
  await services.call(likeShout, { id: question.id }, { as: cleo });
  const poll = await post(bob, { group: group._id, poll_options: ['Soft', 'Hard'] });
  for (const as of [zelda, cleo])
    await services.call(votePoll, { id: poll.id, poll_option_ids: [poll.poll!.options[0]!.id] }, { as });
  // The end of a poll does not keep votes of deleted members.
  const end = new Date(Date.now() - 1000);
  await collection('shouts').updateOne({ _id: poll.id as never }, { $set: { 'poll.end': end } });
  const direct = await post(zelda, { recipients: [bob.id], shout: 'See you at the gate' });
  await post(bob, { recipients: [zelda.id], shout: 'On my way' });
  const draft = await upload(zelda, 'draft.txt', 'never posted');
  const portrait = await upload(zelda, 'me.png', await png());
  await services.get(UserRepository).setProfileImage(motorsport, zelda.id, portrait.id);
  await services.get(UserRepository).setBlocked(motorsport, cleo.id, zelda.id, true);
  await services
    .get(LinkTokens)
    .make(motorsport, { kind: 'activate', user: zelda.id, facts: { email: zelda.row.email }, lifetimeMs: 60_000 });
  await services.get(MailJobRepository).add(motorsport, {
    ...{ key: newId(), to: zelda.row.email, template: 'welcome', bulk: false, lifetimeMs: 60_000 },
    data: { fullname: zelda.row.fullname },
  });
  const scrutineering = { community: 'motorsport', workplace: '', title: 'Scrutineering' };
  const event = {
    ...scrutineering,
    _id: newId(),
    organizer: zelda.id,
    asked_organizer: { user: bob.id, by: zelda.id },
  };
  const asking = { ...scrutineering, _id: newId(), asked_organizer: { user: zelda.id, by: bob.id } };
  await collection('events').insertMany([event, asking] as never[]);
  return { zelda, bob, cleo, group, shared, question, poll, comment, direct, draft, picture, event, asking };
}

describe(DeletionService, () => {
  it('erases everything but what the member shared with others, and removes the name from that', async () => {
    const { zelda, bob, cleo, group, shared, question, poll, comment, draft, picture, event, asking } = await lived();
    const window = await windows.open(zelda);
    expect((await remove(zelda, testPassword)).body).toEqual({ ok: true });
    await until(() => !window.socket.connected);
    expect(window.received.map(({ event: name }) => name)).toContain('session_ended');
    await forgotten();

    // No call finds the member.
    expect((await services.call(readSelf, {}, { as: zelda })).body.code).toBe('INVALID_TOKEN');
    const signIn = await services.call(login, { username_or_email: zelda.username, password: testPassword });
    expect(signIn.body.code).toBe('INVALID_CREDENTIALS');
    expect((await services.call(readProfile, { id: zelda.id }, { as: bob })).body.code).toBe('USER_NOT_FOUND');
    const found = await services.call(searchPeople, { query: 'zelda' }, { as: bob });
    expect(found.body.results.map(({ id }) => id)).not.toContain(zelda.id);
    const directory = await services.call(readPeople, { count: 50 }, { as: bob });
    expect(directory.body.users.map(({ id }) => id)).not.toContain(zelda.id);
    const members = await services.call(readGroup, { id: group._id, count: 50 }, { as: bob });
    expect(members.body.users.map(({ id }) => id).sort()).toEqual([bob.id, cleo.id].sort());

    // Shared content stays for others.
    const mine = (await services.call(readShout, { id: shared.id }, { as: bob })).body.shout;
    expect(mine).toMatchObject({ shout: 'Wet line is dry', user: { id: zelda.id, username: '', fullname: '' } });
    expect(mine.user).not.toHaveProperty('profile_image');
    const { host } = { host: 'motorsport.localhost' };
    expect((await services.request('GET', mine.image_urls[0]!, { headers: { host } })).status).toBe(200);
    const theirs = (await services.call(readShout, { id: question.id }, { as: bob })).body.shout;
    expect(theirs).toMatchObject({
      shout: `Thanks @${zelda.username}`,
      mentions: [],
      likes_count: 1,
      comments_count: 1,
    });
    const { options, ...votes } = (await services.call(readShout, { id: poll.id }, { as: cleo })).body.shout.poll!;
    expect([options.map(({ voters_count }) => voters_count), votes]).toMatchObject([[1, 0], { voters_count: 1 }]);
    expect(await collection('votes').countDocuments({ user: zelda.id })).toBe(0);
    expect(theirs.first_likes.map(({ id }) => id)).toEqual([cleo.id]);
    expect(theirs.comments).toMatchObject([{ id: comment.id, shout: 'Any time', user: { fullname: '' } }]);

    // The other member can read the direct chat, and no one can write in it.
    const chats = await services.call(readChats, { verb: 'retrieve', prop: 'people' }, { as: bob });
    expect(chats.body.filters).toMatchObject([{ id: zelda.id, fullname: '', last_shout: { text: 'On my way' } }]);
    const talk = (await services.call(readShouts, { filter: zelda.id }, { as: bob })).body;
    expect(talk.shouts.map(({ shout }) => shout).sort()).toEqual(['On my way', 'See you at the gate']);
    expect(talk.conversation).toMatchObject({ can_post: false, reason: 'gone' });
    expect(
      (
        await services.call(
          postShout,
          { client_id: randomUUID(), recipients: [zelda.id], shout: 'Hello?' },
          { as: bob },
        )
      ).status,
    ).not.toBe(200);
    expect((await services.call(readShouts, { filter: zelda.id }, { as: cleo })).body.code).toBe('GROUP_NOT_FOUND');

    // Private data and links handed out earlier are gone.
    for (const { path } of [draft, picture])
      expect((await services.request('GET', path, { headers: { host } })).status).toBe(404);
    const organized = await collection('events').findOne({ _id: event._id as never });
    expect([organized?.['organizer'], organized?.['asked_organizer']]).toEqual([undefined, { user: bob.id }]);
    expect(await collection('events').findOne({ _id: asking._id as never })).not.toHaveProperty('asked_organizer');
    expect((await services.get(UserRepository).byId(motorsport, cleo.id))?.blocked_users).toEqual([]);
    const owners = await services.get(MembershipRepository).owners(motorsport, group._id);
    expect(owners.map(({ user }) => user)).toEqual([bob.id]);

    // In the raw database, only texts that others wrote may name the member.
    for (const [place, text] of await everythingStored()) {
      const rest = text
        .replaceAll(`Thanks @${zelda.username}`, '')
        .replaceAll(`"${zelda.row.username_key}"`, place === 'shouts' ? '' : '$&');
      for (const secret of [zelda.username, zelda.row.fullname, zelda.row.email, 'Quartz Racing', '+49 555 0199'])
        expect([place, secret, rest.includes(secret)]).toEqual([place, secret, false]);
    }
    const ids = [
      'users',
      'credentials',
      'sessions',
      'link_tokens',
      'memberships',
      'conversation_states',
      'likes',
      'mail_jobs',
    ];
    const stored = await everythingStored();
    for (const place of ids) expect([place, stored.get(place)?.includes(zelda.id)]).toEqual([place, false]);
    const contents = await readdir(join(services.folders.dataDir, 'files'), { recursive: true, withFileTypes: true });
    // The picture of another member, with its renditions.
    expect(contents.filter((entry) => entry.isFile() && entry.name !== 'mark')).toHaveLength(3);
  });

  it('frees name and address at once, and a new account with them inherits nothing', async () => {
    const gone = await memberWithPassword(services);
    const shout = await post(gone, { group: '0' });
    await remove(gone, testPassword);
    const heir = await services.member({ username: gone.username, email: gone.row.email });
    await forgotten();
    expect((await services.call(readShout, { id: shout.id }, { as: heir })).body.shout.user).toMatchObject({
      id: gone.id,
      username: '',
    });
    expect((await services.call(readSelf, {}, { as: heir })).body.username).toBe(gone.username);
  });

  it('deletes a group whose last member goes, and leaves one with other members', async () => {
    const [gone, bob] = [await memberWithPassword(services), await services.member()];
    const admin = await services.member({ admin: true });
    const [alone, shared] = [await services.group(gone), await services.group(gone, [bob])];
    await remove(gone, testPassword);
    await forgotten();
    const read = async (id: string) => (await services.call(readGroup, { id }, { as: admin })).body;
    expect(await read(alone._id)).toMatchObject({ code: 'GROUP_NOT_FOUND' });
    expect(await read(shared._id)).toMatchObject({ group: { id: shared._id } });
  });

  it.each([
    ['no password', undefined, 400, { password: 'MISSING_PASSWORD' }],
    ['an empty password', '', 400, { password: 'MISSING_PASSWORD' }],
    ['a wrong password', 'not this one', 403, { password: 'WRONG_PASSWORD' }],
  ])('refuses %s', async (_, password, status, fields) => {
    const ann = await memberWithPassword(services);
    const reply = await remove(ann, password);
    expect([reply.status, reply.body.fields]).toEqual([status, fields]);
    expect((await services.call(readSelf, {}, { as: ann })).status).toBe(200);
  });

  it('keeps the password out of the log, wherever the client sends it', async () => {
    const ann = await memberWithPassword(services);
    const headers = { authorization: `Bearer ${ann.token}` };
    const inAddress = `password=${encodeURIComponent(testPassword)}`;
    for (const [method, path] of [
      ['DELETE', `/api/users?${inAddress}`],
      ['GET', `/api/users?method=delete&${inAddress}`],
    ] as const) {
      const refused = await services.request(method, path, { headers });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"MISSING_PASSWORD"')]);
    }
    expect((await services.call(readSelf, {}, { as: ann })).status).toBe(200);
    await remove(await memberWithPassword(services), testPassword);
    const log = services.log.join('');
    expect(log).toContain('account.delete');
    for (const written of [testPassword, encodeURIComponent(testPassword)]) expect(log).not.toContain(written);
  });

  it('deletes pending, unverified, banned and denied members', async () => {
    for (const given of [
      { pending: true },
      { email_verified: false },
      { banned: true },
      { denied: true, pending: true },
    ]) {
      const ann = await memberWithPassword(services, given);
      expect((await remove(ann, testPassword)).status).toBe(200);
    }
  });

  it('ends the session of a concurrent sign-in', async () => {
    const ann = await memberWithPassword(services);
    await remove(ann, testPassword);
    const late = { ...ann, token: await services.get(SessionService).open(motorsport, ann.id) };
    expect((await services.call(readSelf, {}, { as: late })).body.code).toBe('INVALID_TOKEN');
  });
});
