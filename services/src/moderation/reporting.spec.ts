import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteShout, editShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { eventOf, storedEvent } from '../../test/events-scenario.js';
import { reportCalls } from '../../test/reports.js';
import { startTestServices, type CallOptions, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { uploadPicture } from '../../test/upload-picture.js';
import { ReportingService } from './reporting.service.js';

let services: TestServices;
let calls: ReturnType<typeof reportCalls>;
const hq = { community: 'workplace', workplace: 'hq' };
const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
const admin = () => services.member({ ...hq, ...adminOf('hq') });

beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
  calls = reportCalls(services);
  await services.configure('workplace', (file) => {
    Object.assign(file.flags, { direct_messages_enabled: true, can_only_view_users_in_my_groups: false });
    file.flags['events_tab'] = { ...(file.flags['events_tab'] as object), public_add_event: true };
  });
});
afterAll(() => services.close());

const statusOf = async (path: string) =>
  (await services.request('GET', path, { headers: { host: 'workplace.localhost' } })).status;
const codeOf = async (reply: ReturnType<typeof calls.report>) => {
  const { status, body } = await reply;
  return status === 200 ? 'ok' : body.code;
};

describe('who may report', () => {
  const people = [
    'signedOut',
    'unverified',
    'pending',
    'banned',
    'author',
    'member',
    'outsider',
    'admin',
    'superAdmin',
    'adminOfAnotherWorkplace',
    'blockedByAuthor',
    'otherCommunity',
  ] as const;
  type Who = (typeof people)[number];
  const subjects = ['everybody', 'group', 'comment', 'private', 'event', 'groupEvent', 'member', 'admin'] as const;
  type Subject = (typeof subjects)[number];
  const callers = {} as Record<Who, CallOptions>;
  const ids = {} as Record<Subject, string>;

  beforeAll(async () => {
    const blocked = await services.member(hq);
    const author = await services.member({ ...hq, blocked_users: [blocked.id] });
    const [member, recipient] = [await services.member(hq), await services.member(hq)];
    const group = await services.group(author, [member, blocked], { invisible: true });
    const two = await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') });
    Object.assign(callers, {
      signedOut: { host: 'workplace.localhost', workplace: 'hq' },
      unverified: { as: await services.member({ ...hq, email_verified: false }) },
      pending: { as: await services.member({ ...hq, pending: true }) },
      banned: { as: await services.member({ ...hq, banned: true }) },
      author: { as: author },
      member: { as: member },
      outsider: { as: await services.member(hq) },
      admin: { as: await admin() },
      superAdmin: { as: await services.member({ ...hq, admin: true }) },
      adminOfAnotherWorkplace: { as: two },
      blockedByAuthor: { as: blocked },
      otherCommunity: { as: await services.member() },
    } satisfies Record<Who, CallOptions>);
    const inGroup = await calls.post(author, { group: group._id });
    Object.assign(ids, {
      everybody: await calls.post(author),
      group: inGroup,
      comment: await calls.post(author, { in_reply_to: inGroup }),
      private: await calls.post(author, { recipients: [recipient.id] }),
      event: (await eventOf(services, author)).id,
      groupEvent: (await eventOf(services, author, { group: group._id })).id,
      member: author.id,
      admin: (await admin()).id,
    } satisfies Record<Subject, string>);
  });

  const all = (code: string) => Object.fromEntries(subjects.map((one) => [one, code])) as Record<Subject, string>;
  const [missing, noEvent, noUser] = ['SHOUT_NOT_FOUND', 'EVENT_NOT_FOUND', 'USER_NOT_FOUND'];
  const insider = { ...all('ok'), private: missing, admin: 'FORBIDDEN' };
  const outsider = { ...insider, group: missing, comment: missing, groupEvent: noEvent };
  const shouts = { everybody: missing, group: missing, comment: missing, private: missing };
  const table: Record<Who, Record<Subject, string>> = {
    signedOut: all('INVALID_TOKEN'),
    unverified: all('EMAIL_NOT_VERIFIED'),
    pending: all('PENDING_APPROVAL'),
    banned: all('ACCESS_FORBIDDEN'),
    author: { ...all('FORBIDDEN') },
    member: insider,
    outsider,
    admin: insider,
    superAdmin: insider,
    adminOfAnotherWorkplace: outsider,
    blockedByAuthor: insider,
    otherCommunity: { ...shouts, event: noEvent, groupEvent: noEvent, member: noUser, admin: noUser },
  };
  const kindOf = (subject: Subject) =>
    subject === 'member' || subject === 'admin' ? 'user' : subject.toLowerCase().endsWith('event') ? 'event' : 'shout';

  it.each(people.flatMap((who) => subjects.map((subject) => [who, subject, table[who][subject]] as const)))(
    '%s reports %s: %s',
    async (who, subject, code) =>
      expect(await codeOf(calls.report(kindOf(subject), ids[subject], callers[who]))).toBe(code),
  );

  it('is the recipient of a private shout, and no other', async () => {
    const [ann, bob] = [await services.member(hq), await services.member(hq)];
    const id = await calls.post(ann, { recipients: [bob.id] });
    expect(await codeOf(calls.report('shout', id, { as: bob }))).toBe('ok');
  });

  it('is refused for unknown, deleted and foreign ids as for reading', async () => {
    const [ann, bob] = [await services.member(hq), await services.member(hq)];
    const id = await calls.post(ann);
    await services.call(deleteShout, { id }, { as: ann });
    const none = '0123456789abcdef01234567';
    expect([
      await codeOf(calls.report('shout', id, { as: bob })),
      await codeOf(calls.report('shout', none, { as: bob })),
      await codeOf(calls.report('event', none, { as: bob })),
      await codeOf(calls.report('user', none, { as: bob })),
    ]).toEqual([missing, missing, noEvent, noUser]);
  });

  it('depends on the tab of the content', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const id = await calls.post(ann);
    const withTabs = (tabs: string[], default_page: string) =>
      services.configure('motorsport', (file) => {
        file.tabs = tabs;
        file.flags['default_page'] = default_page;
      });
    await withTabs(['people'], 'people');
    expect(await codeOf(calls.report('shout', id, { as: bob }))).toBe('FEATURE_DISABLED');
    expect(await codeOf(calls.report('event', id, { as: bob }))).toBe('FEATURE_DISABLED');
    expect(await codeOf(calls.report('user', ann.id, { as: bob }))).toBe('ok');
    await withTabs(['home', 'chats', 'shouts', 'people', 'events'], 'chats');
  });

  it('are members whom the caller can see', () =>
    underFlags(services, 'workplace', { can_only_view_users_in_my_groups: true }, async () => {
      const [ann, bob] = [await services.member(hq), await services.member(hq)];
      expect(await codeOf(calls.report('user', ann.id, { as: bob }))).toBe(noUser);
      await services.group(ann, [bob]);
      expect(await codeOf(calls.report('user', ann.id, { as: bob }))).toBe('ok');
    }));
});

describe(ReportingService, () => {
  it.each([
    [{ reason: 'boring' }, { reason: 'reason_INVALID_PATTERN' }],
    [{ text: 'x'.repeat(501) }, { text: 'text_LENGTH_PATTERN' }],
    [{ why: 'x' }, { why: 'why_UNKNOWN' }],
  ])('refuses %j and stores nothing', async (input, fields) => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    const id = await calls.post(ann);
    const { status, body } = await calls.report('shout', id, { as: bob }, input);
    expect([status, body.fields]).toEqual([400, fields]);
    expect(await calls.open(chief, id)).toBeUndefined();
  });

  it('counts each member once in the one case of the content, also under parallel reports', async () => {
    const [ann, chief] = [await services.member(hq), await admin()];
    const id = await calls.post(ann);
    const members = await Promise.all(Array.from({ length: 12 }, () => services.member(hq)));
    const client_id = randomUUID();
    const replies = await Promise.all([
      ...members.flatMap((as) => [1, 2].map(() => calls.report('shout', id, { as }, { reason: 'spam' }))),
      ...[1, 2, 3].map(() => calls.report('shout', id, { as: members[0]! }, { client_id, reason: 'hate' })),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { body } = await calls.reports(chief, { count: 60 });
    const found = body.reports.filter(({ subject }) => subject === id);
    expect(found).toHaveLength(1);
    expect(found[0]!.reports).toBe(12);
    expect((await calls.read(chief, found[0]!.id)).body.reporters).toHaveLength(12);
  });

  it('keeps the content as it was reported after an edit and a deletion, with its pictures', async () => {
    const [ann, bob, eve, chief] = [
      await services.member(hq),
      await services.member(hq),
      await services.member(hq),
      await admin(),
    ];
    const id = await calls.post(ann, { shout: 'The first words', image_urls: [await uploadPicture(services, ann)] });
    await calls.report('shout', id, { as: bob }, { reason: 'harassment', text: 'He does it again' });
    await services.call(editShout, { id, shout: 'Harmless words' }, { as: ann });
    await calls.report('shout', id, { as: eve });
    const { id: caseId } = (await calls.open(chief, id))!;
    const edited = (await calls.read(chief, caseId)).body;
    expect(edited.versions.map(({ text }) => text)).toEqual(['The first words']);
    expect([edited.content.text, edited.current]).toEqual(['Harmless words', 'same']);
    await services.call(deleteShout, { id }, { as: ann });
    const { body } = await calls.read(chief, caseId);
    expect([body.content.text, body.current, body.content.where?.kind]).toEqual([
      'Harmless words',
      'gone',
      'everybody',
    ]);
    expect(body.reporters).toMatchObject([{ reason: 'other' }, { reason: 'harassment', text: 'He does it again' }]);
    const picture = body.content.images[0]!.path;
    expect(await statusOf(picture)).toBe(200);
    expect(await statusOf(picture.replace(chief.id, bob.id))).toBe(404);
    const asAuthor = (await calls.post(ann)) && picture.replace(chief.id, ann.id);
    expect(await statusOf(asAuthor)).toBe(404);
  });

  it('shows an admin of a private shout that shout alone', async () => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    await calls.post(ann, { recipients: [bob.id], shout: 'Secret before' });
    const picture = await uploadPicture(services, ann);
    const id = await calls.post(ann, { recipients: [bob.id], shout: 'You will regret it', image_urls: [picture] });
    await calls.post(bob, { recipients: [ann.id], shout: 'Secret after' });
    const answer = await calls.post(bob, { in_reply_to: id, shout: 'Secret comment' });
    await calls.report('shout', id, { as: bob });
    const { body } = await calls.read(chief, (await calls.open(chief, id))!.id);
    expect(body.content).toMatchObject({ text: 'You will regret it', where: { kind: 'direct', title: '' } });
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect(await statusOf(body.content.images[0]!.path)).toBe(200);
    expect(await codeOf(calls.report('shout', answer, { as: chief }))).toBe('SHOUT_NOT_FOUND');
  });

  it('shows the shouts next to one of a group, and the shout of a comment', async () => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    const group = (await services.group(ann, [bob], { invisible: true }))._id;
    await calls.post(ann, { group, shout: 'Far before' });
    await calls.post(bob, { group, shout: 'Before' });
    const id = await calls.post(ann, { group, shout: 'Reported' });
    const gone = await calls.post(ann, { group, shout: 'Deleted' });
    await calls.post(bob, { group, shout: 'After' });
    await services.call(deleteShout, { id: gone }, { as: ann });
    const comment = await calls.post(ann, { in_reply_to: id, shout: 'Reported too' });
    for (const one of [id, comment]) await calls.report('shout', one, { as: bob });
    const shout = (await calls.read(chief, (await calls.open(chief, id))!.id)).body;
    expect([shout.before?.text, shout.after?.text]).toEqual(['Before', 'After']);
    const reply = (await calls.read(chief, (await calls.open(chief, comment))!.id)).body;
    expect([reply.before?.text, reply.after]).toEqual(['Reported', undefined]);
  });

  it('answers a further report of kept content, and takes one of changed content or about a member', async () => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    const id = await calls.post(ann);
    for (const [kind, subject] of [
      ['shout', id],
      ['user', ann.id],
    ] as const) {
      await calls.report(kind, subject, { as: bob });
      await calls.decide(chief, (await calls.open(chief, subject))!.id, 'keep');
      expect(await codeOf(calls.report(kind, subject, { as: bob }))).toBe('ok');
    }
    expect(await calls.open(chief, id)).toBeUndefined();
    expect((await calls.read(chief, (await calls.open(chief, ann.id))!.id)).body.earlier).toBe(1);
    await services.call(editShout, { id, shout: 'Worse' }, { as: ann });
    await calls.report('shout', id, { as: bob });
    expect((await calls.open(chief, id))?.content.text).toBe('Worse');
  });

  it('takes a report of an imported event, which has no author', async () => {
    const [bob, chief] = [await services.member(hq), await admin()];
    const id = await storedEvent(services, bob, { when: new Date(), synced: true });
    expect(await codeOf(calls.report('event', id, { as: bob }))).toBe('ok');
    const found = (await calls.open(chief, id))!;
    expect([found.content.title, found.content.author]).toEqual(['Race', undefined]);
    const { body } = await calls.decide(chief, found.id, 'delete', 'Wrong');
    expect(body.code).toBe('EVENT_SYNCED');
    expect((await calls.open(chief, id))?.decision).toBeUndefined();
  });
});

describe('many reports', () => {
  it('are refused by the limit of a member', async () => {
    const limited = await startTestServices({ SERVICES: '' });
    try {
      const own = reportCalls(limited);
      const [ann, bob] = [await limited.member(), await limited.member()];
      const id = await own.post(ann);
      const codes: (string | undefined)[] = [];
      for (let index = 0; index < 31; index++) codes.push((await own.report('shout', id, { as: bob })).body.code);
      expect([codes.slice(0, 30), codes[30]]).toEqual([Array(30).fill(undefined), 'TOO_MANY_REQUESTS']);
    } finally {
      await limited.close();
    }
  });
});
