import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  acknowledgeSponsor,
  exportAcknowledgements,
  readAcknowledgements,
  remindOfSponsor,
} from '@paddock/contract/calls/acknowledgements';
import { deleteSponsor } from '@paddock/contract/calls/notices';
import { readNotifications, updatePreferences } from '@paddock/contract/calls/notifications';
import { dayMs } from '@paddock/contract/core/durations';
import { notified } from '../../../../test/notified.js';
import { sponsorCalls, withNoticesTabs } from '../../../../test/sponsors-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../../test/start-test-services.js';
import { ExtensionPoints } from '../../../community/extension-points/extension-points.js';
import { Communities } from '../../../infrastructure/tenancy/communities.js';
import { SponsorRepository } from '../sponsor.repository.js';
import { AcknowledgementRepository } from './acknowledgement.repository.js';
import { AcknowledgementsService } from './acknowledgements.service.js';
import { Reminders } from './reminders.js';
import { SponsorVersionRepository } from './version.repository.js';

const kinds = {
  sponsor_new: ['SponsorPosted'],
  sponsor_acknowledge: ['SponsorPosted', 'SponsorUpdated'],
  sponsor_reminder: ['SponsorDue'],
};
let services: TestServices;
let calls: ReturnType<typeof sponsorCalls>;
let admin: TestMember;
const types = { driver: 'Driver', official: 'Official' };
const people = {} as Record<'driver' | 'official' | 'outsider', TestMember>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,notices', RATE_LIMITS: 'off' });
  await withNoticesTabs(services);
  calls = sponsorCalls(services);
  const place = { community: 'workplace', workplace: 'hq' };
  admin = await services.member({
    ...{ ...place, fullname: 'Zoe Admin' },
    acl: [{ title: 'workplace_admin', resources: ['hq'] }],
  });
  people.driver = await services.member({
    ...{ ...place, fullname: '=HYPERLINK("x")' },
    fields: { user_type: types.driver },
  });
  people.official = await services.member({
    ...place,
    fullname: 'Ola Official',
    fields: { user_type: types.official },
  });
  people.outsider = await services.member({ ...place, workplace: 'porto' });
});
afterAll(() => services.close());

const acknowledge = (as: TestMember, id: string, version = 1) =>
  services.call(acknowledgeSponsor, { id, version }, { as });
const list = (id: string, which: 'open' | 'acknowledged' = 'open', more = {}) =>
  services.call(readAcknowledgements, { id, which, ...more }, { as: admin });
const counts = async (id: string) => (await list(id)).body.counts;
const notificationsOf = async (as: TestMember) => {
  await notified(services, kinds);
  const { body } = await services.call(readNotifications, {}, { as });
  return body.notifications.map(({ kind, facts }) => [kind, facts['title']]);
};
const asking = (fields = {}) => calls.of(admin, { title: 'Briefing', desc: 'Helmets on.', acknowledge: {}, ...fields });

describe(AcknowledgementsService, () => {
  it('keeps who acknowledged which version when, once, and counts it', async () => {
    const { id } = await asking();
    const [first, again] = [await acknowledge(people.driver, id), await acknowledge(people.driver, id)];
    expect(first.body.sponsor.acknowledgement).toMatchObject({ version: 1, expected: true });
    expect(again.body.sponsor.acknowledgement!.acknowledged).toBe(first.body.sponsor.acknowledgement!.acknowledged);
    expect(await counts(id)).toEqual({ expected: 3, acknowledged: 1, open: 2 });
    const done = (await list(id, 'acknowledged')).body.members;
    expect(done).toMatchObject([{ user: { id: people.driver.id }, version: 1 }]);
    const open = [(await list(id, 'open', { count: 1 })).body];
    open.push((await list(id, 'open', { count: 1, page: open[0]!.next! })).body);
    expect(open.flatMap(({ members }) => members.map(({ user }) => user.id))).toEqual([people.official.id, admin.id]);
    expect(open[1]!.next).toBeNull();
  });

  it('asks again after a change of the text only when the admin says so', async () => {
    const { id } = await asking();
    await acknowledge(people.driver, id);
    const quiet = await calls.update(admin, id, { desc: 'Helmets and gloves on.' });
    expect(quiet.body.sponsor.acknowledgement).toMatchObject({ version: 2, required_version: 1 });
    expect(await counts(id)).toMatchObject({ acknowledged: 1 });
    // A member who still has the first version open may acknowledge it.
    expect((await acknowledge(people.official, id, 1)).status).toBe(200);
    await calls.update(admin, id, { color: '#112233', again: true });
    expect(await counts(id)).toMatchObject({ acknowledged: 2 });
    await calls.update(admin, id, { desc: 'Helmets, gloves, goggles.', again: true });
    expect(await counts(id)).toMatchObject({ acknowledged: 0 });
    expect((await acknowledge(people.driver, id, 2)).body.code).toBe('CONFLICT');
    expect((await acknowledge(people.driver, id, 4)).body.code).toBe('CONFLICT');
    expect((await acknowledge(people.driver, id, 3)).status).toBe(200);
    const tenant = tenantOfMember(admin);
    expect([...(await services.get(SponsorVersionRepository).digests(tenant, id)).keys()].toSorted()).toEqual([
      1, 2, 3,
    ]);
    const rows = await services.get(AcknowledgementRepository).ofSponsor(tenant, id);
    expect(rows.map(({ user, version }) => [user, version])).toEqual([
      [people.driver.id, 1],
      [people.official.id, 1],
      [people.driver.id, 3],
    ]);
  });

  it('expects only the groups and roles that the notice names', async () => {
    const { _id: group } = await services.group(admin, [people.official], { title: 'Riders' });
    const byRole = await asking({ acknowledge: { roles: [types.driver, 'workplace_admin'] } });
    expect(await counts(byRole.id)).toMatchObject({ expected: 2 });
    expect((await acknowledge(people.official, byRole.id)).body.code).toBe('FORBIDDEN');
    const byGroup = await asking({ acknowledge: { groups: [group] } });
    expect((await list(byGroup.id)).body.members.map(({ user }) => user.id)).toContain(people.official.id);
    expect((await acknowledge(people.driver, byGroup.id)).body.code).toBe('FORBIDDEN');
    const inGroup = await asking({ group });
    expect((await acknowledge(people.driver, inGroup.id)).body.code).toBe('SPONSOR_NOT_FOUND');
    expect((await acknowledge(people.outsider, byRole.id)).body.code).toBe('SPONSOR_NOT_FOUND');
    const { id } = await calls.of(admin, { title: 'None' });
    expect((await acknowledge(people.driver, id)).body.code).toBe('FORBIDDEN');
    expect((await list(id)).body.code).toBe('CONFLICT');
  });

  it('exports every version, and no cell runs as a formula', async () => {
    const { id } = await asking();
    await acknowledge(people.driver, id);
    const { body } = await services.call(exportAcknowledgements, { id }, { as: admin });
    expect(body.name).toBe(`acknowledgements-${id}.csv`);
    const lines = body.csv.replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe('"name","username","email","acknowledged","version","sha256"');
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""x""\)",.*,"1","[0-9a-f]{64}"$/);
    expect(lines.filter((line) => line.endsWith('"","",""'))).toHaveLength(2);
    for (const as of [people.driver, people.outsider]) {
      expect((await services.call(exportAcknowledgements, { id }, { as })).body.code).toBe('FORBIDDEN');
      expect((await services.call(readAcknowledgements, { id }, { as })).body.code).toBe('FORBIDDEN');
      expect((await services.call(remindOfSponsor, { id }, { as })).body.code).toBe('FORBIDDEN');
    }
  });

  it('outlives the notice and the account, which leaves no name', async () => {
    const place = { community: 'workplace', workplace: 'hq' };
    const leaver = await services.member(place);
    const { id } = await asking({ acknowledge: { roles: ['nobody'] } });
    await calls.update(admin, id, { acknowledge: {} });
    await acknowledge(leaver, id);
    await services.call(deleteSponsor, { id }, { as: admin });
    const tenant = tenantOfMember(admin);
    const rows = services.get(AcknowledgementRepository);
    const exported = await services.get(ExtensionPoints).all('export').get('notices')!(tenant, leaver.row);
    expect(exported['acknowledgements']).toMatchObject([{ notice: id, version: 1 }]);
    const before = await rows.ofSponsor(tenant, id);
    await services.get(ExtensionPoints).all('forget').get('notices')!(tenant, leaver.row);
    const [after] = await rows.ofSponsor(tenant, id);
    expect(after).toMatchObject({ version: 1, at: before[0]!.at });
    expect(after!.user).toMatch(/^erased:/);
  });

  it('counts 150 members at once exactly', async () => {
    const place = { community: 'workplace', workplace: 'studio' };
    const chief = await services.member({ ...place, acl: [{ title: 'workplace_admin', resources: ['studio'] }] });
    const { id } = await calls.of(chief, { title: 'All', acknowledge: {} });
    const members = [];
    for (let at = 0; at < 150; at += 50)
      members.push(...(await Promise.all(Array.from({ length: 50 }, () => services.member(place)))));
    const waiting = [...members, ...members.slice(0, 30)];
    const replies: { status: number }[] = [];
    // As many at a time as one machine opens connections.
    const send = async () => {
      for (let one = waiting.pop(); one; one = waiting.pop()) replies.push(await acknowledge(one, id));
    };
    await Promise.all(Array.from({ length: 180 }, send));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const { body } = await services.call(readAcknowledgements, { id }, { as: chief });
    expect(body.counts).toEqual({ expected: 151, acknowledged: 150, open: 1 });
    expect(await services.get(AcknowledgementRepository).ofSponsor(tenantOfMember(chief), id)).toHaveLength(150);
  }, 120_000);
});

describe(Reminders, () => {
  it('notifies once of a new notice, and mails and reminds only those who have not acknowledged', async () => {
    const { id } = await asking({
      title: 'Sign this',
      acknowledge: { until: new Date(Date.now() + 2 * dayMs).toISOString() },
    });
    const of = async (as: TestMember) => (await notificationsOf(as)).filter(([, title]) => title === 'Sign this');
    expect(await of(people.driver)).toEqual([['sponsor_acknowledge', 'Sign this']]);
    expect(await of(people.outsider)).toEqual([]);
    await acknowledge(people.official, id);
    const reminders = services.get(Reminders);
    await reminders.look(new Date());
    await reminders.look(new Date());
    expect((await of(people.driver)).map(([kind]) => kind)).toEqual(['sponsor_reminder', 'sponsor_acknowledge']);
    expect((await of(people.official)).map(([kind]) => kind)).toEqual(['sponsor_acknowledge']);
    await reminders.look(new Date(Date.now() + dayMs + 1000));
    expect(await of(people.driver)).toHaveLength(3);
    // Long over: the job leaves it alone.
    await reminders.look(new Date(Date.now() + 40 * dayMs));
    expect(await of(people.driver)).toHaveLength(3);
  });

  it('reminds in the other communities when one of them fails', async () => {
    expect(services.get(Communities).all().at(-1)!.id).toBe(admin.community);
    await asking({ title: 'Despite it', acknowledge: { until: new Date(Date.now() + dayMs).toISOString() } });
    jest.spyOn(services.get(SponsorRepository), 'due').mockRejectedValueOnce(new Error('A broken row'));
    await services.get(Reminders).look();
    const told = (await notificationsOf(people.driver)).filter(([, title]) => title === 'Despite it');
    expect(told.map(([kind]) => kind)).toEqual(['sponsor_reminder', 'sponsor_acknowledge']);
  });

  it('reminds now at most once an hour', async () => {
    const { id } = await asking({ title: 'Now' });
    await acknowledge(people.official, id);
    const first = await services.call(remindOfSponsor, { id }, { as: admin });
    expect(first.body.reminded).toBe((await counts(id)).open);
    const second = await services.call(remindOfSponsor, { id }, { as: admin });
    expect([second.body.code, second.body.retry_after]).toEqual(['TOO_MANY_REQUESTS', expect.any(Number)]);
    expect((await list(id)).body.remind_from).toBeDefined();
  });

  it('obeys the preference of the namespace', async () => {
    await notified(services, kinds);
    const quiet = await services.member({ community: 'workplace', workplace: 'hq' });
    await services.call(updatePreferences, { id: quiet.id, pn_sponsors: '{"partners":false}' }, { as: quiet });
    await calls.of(admin, { title: 'Loud' });
    await calls.of(admin, { title: 'Quiet', namespace: 'partners' });
    expect(await notificationsOf(quiet)).toEqual([['sponsor_new', 'Loud']]);
  });
});
