import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  acknowledgeSponsor,
  exportAcknowledgements,
  readAcknowledgements,
  remindOfSponsor,
} from '@paddock/contract/calls/acknowledgements';
import { readSubjectComments, suggestSubjectMentions } from '@paddock/contract/calls/comments';
import { readHome } from '@paddock/contract/calls/home';
import { reportSponsor } from '@paddock/contract/calls/moderation';
import { createSponsor, updateSponsor } from '@paddock/contract/calls/notice-writing';
import { deleteSponsor, markSponsorRead, readSponsor, type Sponsor } from '@paddock/contract/calls/notices';
import { postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import {
  adminOf,
  codesOn,
  hq,
  refusedRows,
  sameCode,
  tableCallers,
  type TableCaller,
} from '../../../test/permission-tables.js';
import { sponsorCalls, withNoticesTabs } from '../../../test/sponsors-scenario.js';
import {
  startTestServices,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { uploadPicture } from '../../../test/upload-picture.js';

/** The group's notice is for `inGroup`, the admins and, where it is theirs, `owner`. */
type Caller = TableCaller | 'member' | 'inGroup' | 'owner' | 'outsider';
const acts = [
  ...(['read', 'list', 'mark', 'create', 'edit', 'move', 'delete', 'acknowledge', 'who', 'remind', 'export'] as const),
  ...(['report', 'comments', 'comment'] as const),
] as const;
type Act = (typeof acts)[number];
type Codes = Record<Act, string>;
const all = (code: string) => sameCode(acts, code);

let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
let admin: TestMember;
let inGroup: TestMember;
let owner: TestMember;
let group: string;
let callers: Record<Caller, CallOptions>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'home,moderation,notices,shouts', RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
  admin = await services.member({ ...hq, ...adminOf('hq') });
  inGroup = await services.member(hq);
  owner = await services.member(hq);
  group = (await services.group(admin, [inGroup]))._id;
  callers = {
    ...(await tableCallers(services)),
    member: { as: await services.member(hq) },
    inGroup: { as: inGroup },
    owner: { as: owner },
    admin: { as: admin },
    outsider: { as: await services.member({ ...hq, workplace: 'porto' }), workplace: 'hq' },
  };
});
afterAll(() => services.close());

/** The acts on notices with these fields. */
function attempts(fieldsOf: () => object) {
  const make = () => calls.of(admin, { title: 'Bound', acknowledge: {}, ...fieldsOf() });
  const codeOn = codesOn(make, ['read', 'list', 'create', 'who', 'export', 'comments']);
  return (act: Act, options: CallOptions) =>
    codeOn(act, (notice) => attempt(act, options, { notice, fields: fieldsOf() }));
}

function attempt(act: Act, options: CallOptions, { notice, fields }: { notice: Sponsor; fields: object }) {
  const { id, created } = notice;
  const subject = { kind: 'sponsor', id };
  const replies: Record<Act, () => Promise<{ body: { code?: string }; status: number }>> = {
    read: () => services.call(readSponsor, { id }, options),
    list: () => calls.list(options),
    mark: () => services.call(markSponsorRead, { id }, options),
    create: () => services.call(createSponsor, { client_id: randomUUID(), title: 'Noise limit' }, options),
    edit: () => services.call(updateSponsor, { id, title: 'New' }, options),
    move: async () => {
      const { id: swap_with, created: at } = await calls.of(admin, { title: 'Next', ...fields });
      return services.call(updateSponsor, { id, swap_with, created: at ?? created }, options);
    },
    delete: () => services.call(deleteSponsor, { id }, options),
    acknowledge: () => services.call(acknowledgeSponsor, { id, version: 1 }, options),
    who: () => services.call(readAcknowledgements, { id }, options),
    remind: () => services.call(remindOfSponsor, { id }, options),
    export: () => services.call(exportAcknowledgements, { id }, options),
    report: () => services.call(reportSponsor, { id, client_id: randomUUID() }, options),
    comments: () => services.call(readSubjectComments, subject, options),
    comment: () => services.call(postShout, { subject, client_id: randomUUID(), shout: 'Hello' }, options),
  };
  return replies[act]();
}

const reader: Codes = {
  ...all('ok'),
  ...{ create: 'FORBIDDEN', edit: 'FORBIDDEN', move: 'FORBIDDEN', delete: 'FORBIDDEN' },
  ...{ who: 'FORBIDDEN', remind: 'FORBIDDEN', export: 'FORBIDDEN' },
};
const kept: Codes = {
  ...reader,
  ...{ read: 'SPONSOR_NOT_FOUND', mark: 'SPONSOR_NOT_FOUND', edit: 'SPONSOR_NOT_FOUND', move: 'SPONSOR_NOT_FOUND' },
  ...{ acknowledge: 'SPONSOR_NOT_FOUND', report: 'SPONSOR_NOT_FOUND' },
  ...{ comments: 'SHOUT_NOT_FOUND', comment: 'SHOUT_NOT_FOUND' },
};

describe('permissions of notices', () => {
  const { signedOut, pending, unverified, banned } = refusedRows(acts);
  const open: Partial<Record<Caller, Codes>> = {
    ...{ signedOut, pending, unverified, banned },
    member: reader,
    inGroup: reader,
    owner: { ...reader, edit: 'ok', report: 'FORBIDDEN' },
    admin: all('ok'),
    superAdmin: all('ok'),
    outsider: all('FORBIDDEN'),
    adminOfAnotherWorkplace: reader,
    // Reads the lists of their own community.
    memberOfAnotherCommunity: kept,
  };
  const onOpen = attempts(() => ({ owner: owner.id }));
  it.each(Object.keys(open) as Caller[])('of everybody, for %s', async (caller) => {
    const found: Partial<Codes> = {};
    for (const act of acts) found[act] = await onOpen(act, callers[caller]);
    expect(found).toEqual(open[caller]);
  });

  const bound: Partial<Record<Caller, Codes>> = {
    member: kept,
    inGroup: reader,
    admin: { ...all('ok'), report: 'FORBIDDEN' },
    superAdmin: { ...all('ok'), acknowledge: 'FORBIDDEN' },
    adminOfAnotherWorkplace: kept,
  };
  const onBound = attempts(() => ({ group }));
  it.each(Object.keys(bound) as Caller[])('of a group, for %s', async (caller) => {
    const found: Partial<Codes> = {};
    for (const act of acts) found[act] = await onBound(act, callers[caller]);
    expect(found).toEqual(bound[caller]);
  });

  it('of a group, for an owner outside it', async () => {
    const found: Partial<Codes> = {};
    const onOwned = attempts(() => ({ group, owner: owner.id }));
    for (const act of acts) found[act] = await onOwned(act, callers.owner);
    expect(found).toEqual({ ...reader, edit: 'ok', report: 'FORBIDDEN', acknowledge: 'FORBIDDEN' });
  });

  it('suggests no member of its group to an owner outside it', async () => {
    const { id } = await calls.of(admin, { title: 'Owned', group, owner: owner.id });
    const input = { kind: 'sponsor', id, query: inGroup.username };
    const suggested = async (as: TestMember) =>
      (await services.call(suggestSubjectMentions, input, { as })).body.users.map((user) => user.id);
    await underFlags(services, 'workplace', { can_only_view_users_in_my_groups: false }, async () =>
      expect([await suggested(admin), await suggested(owner)]).toEqual([[inGroup.id], []]),
    );
  });
});

describe("a group's notice", () => {
  it('reaches only its group by list, count, badge, home, file and window', async () => {
    const [member, windows] = [callers.member.as!, new TestWindows(services)];
    const [inside, outside] = [await windows.open(inGroup), await windows.open(member)];
    const path = await uploadPicture(services, admin);
    const before = await calls.badges(member);
    const made = await calls.of(admin, { title: 'For the group', group, image_urls: [path] });
    await windows.settled([inGroup, inside], [member, outside]);
    await expect(calls.titles(inGroup)).resolves.toContain('For the group');
    await expect(calls.titles(member)).resolves.not.toContain('For the group');
    expect(await calls.badges(member)).toEqual(before);
    const seen = async (as: TestMember) =>
      JSON.stringify((await services.call(readHome, {}, { as })).body).includes(made.id);
    expect([await seen(inGroup), await seen(member)]).toEqual([true, false]);
    const headers = { host: 'workplace.localhost' };
    const statusOf = async (file: string) => (await services.request('GET', file, { headers })).status;
    const own = (await services.call(readSponsor, { id: made.id }, { as: inGroup })).body.sponsor;
    expect(await statusOf(own.image_urls[0]!)).toBe(200);
    const events = (received: typeof inside.received) =>
      received.filter(({ event }) => event === 'updating_sponsor' || event === 'deleting_sponsor');
    await waitFor(() => events(inside.received).length > 0);
    expect(events(outside.received)).toEqual([]);
    await services.call(deleteSponsor, { id: made.id }, { as: admin });
    await waitFor(() => events(inside.received).some(({ event }) => event === 'deleting_sponsor'));
    expect(events(outside.received)).toEqual([]);
    expect(await statusOf(own.image_urls[0]!)).toBe(404);
    windows.closeAll();
  });

  it('reaches an owner outside the group until another member owns it', async () => {
    const hidden = (await services.group(admin, [inGroup], { invisible: true }))._id;
    const windows = new TestWindows(services);
    const window = await windows.open(owner);
    const { id } = await calls.of(admin, { title: 'From outside', group: hidden, owner: owner.id });
    const events = (name: string) => window.received.filter(({ event }) => event === name);
    await waitFor(() => events('updating_sponsor').length > 0);
    const comment = { subject: { kind: 'sponsor', id }, shout: 'Mine' };
    const post = () => services.call(postShout, { ...comment, client_id: randomUUID() }, { as: owner });
    expect(await calls.titles(owner)).toContain('From outside');
    expect((await post()).status).toBe(200);
    await calls.update(admin, id, { owner: inGroup.id });
    await waitFor(() => events('deleting_sponsor').length > 0);
    expect(await calls.titles(owner)).not.toContain('From outside');
    expect((await post()).body.code).toBe('SHOUT_NOT_FOUND');
    await calls.update(admin, id, { owner: owner.id });
    await services.call(deleteSponsor, { id }, { as: admin });
    await waitFor(() => events('deleting_sponsor').length > 1);
    windows.closeAll();
  });

  it('may be changed by its owner in its text only', async () => {
    const { id } = await calls.of(admin, { title: 'Partner', owner: owner.id });
    for (const fields of [
      { hidden: true },
      { owner: admin.id },
      { group },
      { acknowledge: {} },
      { again: true },
      { remove_fields: ['acknowledge' as const] },
    ])
      expect((await calls.update(owner, id, fields)).body.code).toBe('FORBIDDEN');
    expect((await calls.update(owner, id, { title: 'Mine', owner: owner.id, hidden: false })).status).toBe(200);
  });

  it('that is a draft is for admins and its owner', async () => {
    const { id } = await calls.of(admin, { title: 'Draft', hidden: true, owner: owner.id });
    const code = async (as: TestMember) => (await services.call(readSponsor, { id }, { as })).body.code;
    expect([await code(owner), await code(admin), await code(inGroup)]).toEqual([
      undefined,
      undefined,
      'SPONSOR_NOT_FOUND',
    ]);
    expect(await calls.titles(inGroup)).not.toContain('Draft');
  });
});

async function waitFor(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 300 && !condition(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(condition()).toBe(true);
}
