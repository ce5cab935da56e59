import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acknowledgeSponsor } from '@paddock/contract/calls/acknowledgements';
import { serverEvents } from '@paddock/contract/calls/realtime';
import { deleteShout, postShout } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { notified } from '../../../../test/notified.js';
import { sponsorCalls, withNoticesTabs } from '../../../../test/sponsors-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../../test/start-test-services.js';
import { TestWindows, type TestWindow, until } from '../../../../test/test-windows.js';
import { NotificationRepository } from '../../../community/notifications/notification.repository.js';
import { SponsorBroadcast } from './sponsor-broadcast.js';

const name = 'acknowledging_sponsor';
const place = { community: 'workplace', workplace: 'hq' };
let services: TestServices;
let windows: TestWindows;
let calls: ReturnType<typeof sponsorCalls>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'notices,shouts', RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  windows = new TestWindows(services);
  calls = sponsorCalls(services);
});
afterAll(() => services.close());

const adminOf = (workplace: string) =>
  services.member({ ...place, workplace, acl: [{ title: 'workplace_admin', resources: [workplace] }] });
const payloadsOf = ({ received }: TestWindow) =>
  received.filter(({ event }) => event === name).map(({ payload }) => serverEvents[name].parse(payload));

/** Empties windows after they have received a new notice and its notification. */
async function published(...open: [TestMember, TestWindow][]) {
  const posted = ({ event }: TestWindow['received'][number]) => event === 'updating_sponsor';
  await until(() => open.some(([, { received }]) => received.some(posted)));
  await notified(services, { sponsor_new: ['SponsorPosted'] });
  for (const [member, { received }] of open)
    if ((await services.get(NotificationRepository).unread(tenantOfMember(member), member.id)) > 0)
      await until(() => received.some(({ event }) => event === 'posting_notification'));
  await windows.settled(...open);
  for (const [, { received }] of open) received.splice(0);
}

describe(SponsorBroadcast, () => {
  it("informs the member's own windows and the admins of acknowledgements, and no one else", async () => {
    const people = {
      admin: await adminOf('hq'),
      superAdmin: await services.member({ ...place, admin: true }),
      driver: await services.member(place),
      stranger: await services.member(place),
      adminOfPorto: await adminOf('porto'),
    };
    const open = async (as: TestMember) => [as, await windows.open(as)] as [TestMember, TestWindow];
    const opened = {
      admin: await open(people.admin),
      superAdmin: await open(people.superAdmin),
      first: await open(people.driver),
      second: await open(people.driver),
      stranger: await open(people.stranger),
      adminOfPorto: await open(people.adminOfPorto),
    };
    const windowOf = (which: keyof typeof opened) => opened[which][1];
    const { id } = await calls.of(people.admin, { title: 'Briefing', acknowledge: {} });
    await published(...Object.values(opened));

    const { body } = await services.call(acknowledgeSponsor, { id, version: 1 }, { as: people.driver });
    const { acknowledged } = body.sponsor.acknowledgement!;
    await until(() => payloadsOf(windowOf('admin')).length > 0 && payloadsOf(windowOf('superAdmin')).length > 0);
    await windows.settled(...Object.values(opened));
    const own = { workplace: 'hq', id, own: { namespace: '0', version: 1, acknowledged } };
    expect(payloadsOf(windowOf('first'))).toEqual([own]);
    expect(payloadsOf(windowOf('second'))).toEqual([own]);
    expect(payloadsOf(windowOf('admin'))).toEqual([{ workplace: 'hq', id }]);
    expect(payloadsOf(windowOf('superAdmin'))).toEqual([{ workplace: 'hq', id }]);
    for (const which of ['stranger', 'adminOfPorto'] as const) expect(windowOf(which).received).toEqual([]);
    // Home and badges read again after it.
    for (const [, { received }] of Object.values(opened))
      expect(received.map(({ event }) => event)).not.toContain('updating_sponsor');

    // A resend changes nothing.
    await services.call(acknowledgeSponsor, { id, version: 1 }, { as: people.driver });
    await services.call(acknowledgeSponsor, { id, version: 1 }, { as: people.stranger });
    await until(() => payloadsOf(windowOf('admin')).length === 2);
    expect(payloadsOf(windowOf('first'))).toEqual([own]);
  });

  it('sends the number of comments to the readers, and nothing that makes home and badges read again', async () => {
    const [admin, inside, outside] = [await adminOf('hq'), await services.member(place), await services.member(place)];
    const { _id: group } = await services.group(admin, [inside]);
    const [ofInside, ofOutside] = [await windows.open(inside), await windows.open(outside)];
    const { id } = await calls.of(admin, { title: 'Entry list', group });
    await published([inside, ofInside]);
    await windows.settled([outside, ofOutside]);
    ofOutside.received.splice(0);
    const input = { subject: { kind: 'sponsor', id }, client_id: randomUUID(), shout: 'Which class?' };
    const { body } = await services.call(postShout, input, { as: admin });
    const numbers = () =>
      ofInside.received
        .filter(({ event }) => event === 'commenting_sponsor')
        .map(({ payload }) => serverEvents.commenting_sponsor.parse(payload));
    await until(() => numbers().length === 1);
    await services.call(deleteShout, { id: body.id }, { as: admin });
    await until(() => numbers().length === 2);
    await windows.settled([inside, ofInside], [outside, ofOutside]);
    const facts = { workplace: 'hq', id, namespace: '0' };
    expect(numbers()).toEqual([
      { ...facts, comments: 1 },
      { ...facts, comments: 0 },
    ]);
    expect(ofInside.received.map(({ event }) => event)).not.toContain('updating_sponsor');
    expect(JSON.stringify(ofOutside.received)).not.toContain(id);
    windows.closeAll();
  });

  it('informs the admins once of many acknowledgements, and each member of their own', async () => {
    const admin = await adminOf('studio');
    const members = await Promise.all(
      Array.from({ length: 20 }, () => services.member({ ...place, workplace: 'studio' })),
    );
    const { id } = await calls.of(admin, { title: 'Briefing', acknowledge: {} });
    const [desk, phone] = [await windows.open(admin), await windows.open(members[0]!)];
    const replies = await Promise.all(
      members.map((as) => services.call(acknowledgeSponsor, { id, version: 1 }, { as })),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    await until(() => payloadsOf(desk).length > 0);
    await windows.settled([admin, desk], [members[0]!, phone]);
    expect(payloadsOf(desk).length).toBeLessThan(5);
    expect(payloadsOf(phone)).toHaveLength(1);
    windows.closeAll();
  });
});
