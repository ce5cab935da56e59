import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acknowledgeSponsor } from '@paddock/contract/calls/acknowledgements';
import { deleteSponsor } from '@paddock/contract/calls/notices';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { likeShout, postShout } from '@paddock/contract/calls/shouts';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { notified } from '../../../../test/notified.js';
import { sponsorCalls, withNoticesTabs } from '../../../../test/sponsors-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../../test/start-test-services.js';
import { underFlags } from '../../../../test/under-flags.js';
import { Reminders } from '../acknowledgements/reminders.js';
import { SponsorNotifications } from './sponsor-notifications.js';

const kinds = {
  sponsor_new: ['SponsorPosted'],
  sponsor_acknowledge: ['SponsorPosted', 'SponsorUpdated'],
  sponsor_reminder: ['SponsorDue'],
  sponsor_comment: ['CommentPosted'],
};
let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
let admin: TestMember;
let inGroup: TestMember;
let member: TestMember;
let group: string;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'notices,shouts', RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
  const place = { community: 'workplace', workplace: 'hq' };
  admin = await services.member({ ...place, acl: [{ title: 'workplace_admin', resources: ['hq'] }] });
  inGroup = await services.member(place);
  member = await services.member(place);
  group = (await services.group(admin, [inGroup]))._id;
});
afterAll(() => services.close());

const about = async (as: TestMember, title: string) => {
  await notified(services, kinds);
  const { body } = await services.call(readNotifications, { count: 50 }, { as });
  return body.notifications.filter(({ facts }) => facts['title'] === title).map(({ kind }) => kind);
};
/** Waits for subscribers that have no notification kind of their own. */
const becomes = async (find: () => Promise<string[]>, expected: readonly string[]) => {
  for (let turn = 0; turn < 200 && (await find()).join() !== expected.join(); turn += 1) await wait(50);
  expect(await find()).toEqual(expected);
};
const reminded = async (title: string, fields: object = {}) => {
  const acknowledge = { until: new Date(Date.now() + dayMs).toISOString() };
  const made = await calls.of(admin, { title, acknowledge, ...fields });
  await services.get(Reminders).look();
  return made.id;
};

describe(SponsorNotifications, () => {
  it('takes back what it told of a deleted notice, and nothing else', async () => {
    await calls.of(admin, { title: 'Stays' });
    const told = await calls.of(admin, { title: 'Wrong' });
    const asked = await reminded('Sign');
    const comment = { subject: { kind: 'sponsor', id: told.id }, client_id: randomUUID(), shout: 'Why?' };
    await services.call(postShout, comment, { as: member });
    expect(await about(inGroup, 'Wrong')).toEqual(['sponsor_new']);
    expect(await about(inGroup, 'Sign')).toEqual(['sponsor_reminder', 'sponsor_acknowledge']);
    expect(await about(admin, 'Wrong')).toEqual(['sponsor_comment']);
    for (const id of [told.id, asked]) await services.call(deleteSponsor, { id }, { as: admin });
    for (const [as, title] of [
      [inGroup, 'Wrong'],
      [inGroup, 'Sign'],
      [admin, 'Wrong'],
    ] as const)
      await becomes(() => about(as, title), []);
    expect(await about(inGroup, 'Stays')).toEqual(['sponsor_new']);
  });

  it('takes it back from those who may no longer read a notice', async () => {
    const all = ['sponsor_reminder', 'sponsor_acknowledge'];
    const id = await reminded('Secret');
    const news = await calls.of(admin, { title: 'News' });
    expect([await about(member, 'Secret'), await about(member, 'News')]).toEqual([all, ['sponsor_new']]);
    await calls.update(admin, id, { group });
    await calls.update(admin, news.id, { hidden: true });
    await becomes(() => about(member, 'Secret'), []);
    await becomes(() => about(inGroup, 'News'), []);
    expect(await about(inGroup, 'Secret')).toEqual(all);
    await calls.update(admin, news.id, { hidden: false });
    expect(await about(inGroup, 'News')).toEqual(['sponsor_new']);
  });

  it('takes back what it told of comments, with mentions and likes', async () => {
    const { id } = await calls.of(admin, { title: 'Talk' });
    const say = async (as: TestMember, shout: string) => {
      const { body } = await services.call(
        postShout,
        { subject: { kind: 'sponsor', id }, client_id: randomUUID(), shout },
        { as },
      );
      return body.id;
    };
    const kindsOf = async (as: TestMember) => {
      await notified(services, { ...kinds, mention: ['CommentPosted'], like: ['ShoutLiked'] });
      const { body } = await services.call(readNotifications, { count: 50 }, { as });
      return body.notifications.filter(({ address }) => address?.includes(id)).map(({ kind }) => kind);
    };
    const unread = async (as: TestMember) => (await services.call(readNotifications, { count: 1 }, { as })).body.unread;
    const first = await say(member, 'First');
    const second = await say(inGroup, `@${member.username} Second`);
    await say(admin, 'Third');
    await underFlags(services, 'workplace', { disable_likes: false }, async () => {
      for (const shout of [first, second]) await services.call(likeShout, { id: shout }, { as: admin });
    });
    expect(await kindsOf(member)).toEqual(['like', 'sponsor_comment', 'mention', 'sponsor_new']);
    expect(await kindsOf(inGroup)).toEqual(['like', 'sponsor_comment', 'sponsor_new']);
    const before = [await unread(member), await unread(inGroup)];
    await calls.update(admin, id, { group });
    await becomes(() => kindsOf(member), []);
    expect(await kindsOf(inGroup)).toEqual(['like', 'sponsor_comment', 'sponsor_new']);
    expect([await unread(member), await unread(inGroup)]).toEqual([before[0]! - 4, before[1]]);
  });

  it('asks those whom a wider audience adds, and nobody twice', async () => {
    const { id } = await calls.of(admin, { title: 'Wider', acknowledge: { groups: [group] } });
    expect([await about(inGroup, 'Wider'), await about(member, 'Wider')]).toEqual([
      ['sponsor_acknowledge'],
      ['sponsor_new'],
    ]);
    await calls.update(admin, id, { acknowledge: {} });
    expect([await about(inGroup, 'Wider'), await about(member, 'Wider')]).toEqual([
      ['sponsor_acknowledge'],
      ['sponsor_acknowledge', 'sponsor_new'],
    ]);
    const bound = await calls.of(admin, { title: 'Bound', group, acknowledge: {} });
    expect(await about(inGroup, 'Bound')).toEqual(['sponsor_acknowledge']);
    await services.call(acknowledgeSponsor, { id: bound.id, version: 1 }, { as: inGroup });
    expect(await about(member, 'Bound')).toEqual([]);
    await calls.update(admin, bound.id, { group: '0' });
    expect(await about(member, 'Bound')).toEqual(['sponsor_acknowledge']);
    expect(await about(inGroup, 'Bound')).toEqual(['sponsor_acknowledge']);
    // Asked again, for another version.
    await calls.update(admin, bound.id, { desc: 'Changed', again: true });
    expect(await about(inGroup, 'Bound')).toEqual(['sponsor_acknowledge', 'sponsor_acknowledge']);
  });
});
