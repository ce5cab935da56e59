import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvent } from '@paddock/contract/calls/events';
import { readShout, readShouts } from '@paddock/contract/calls/shouts';
import { eventOf } from '../../test/events-scenario.js';
import { expectNoCollectionScan } from '../../test/expect-no-collection-scan.js';
import {
  adminOf,
  hq,
  moderationScenario,
  startModeration,
  type ModerationScenario,
} from '../../test/moderation-scenario.js';
import { tenantOfMember, type TestServices } from '../../test/start-test-services.js';
import { TestWindows } from '../../test/test-windows.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { UserRepository } from '../community/users/user.repository.js';
import { QueueService } from './queue.service.js';
import { Removals } from './removals.js';

let services: TestServices;
let calls: ModerationScenario['calls'];
let admin: ModerationScenario['admin'];
let reported: ModerationScenario['reported'];
let notificationsOf: ModerationScenario['notificationsOf'];
let windows: TestWindows;
beforeAll(async () => {
  services = await startModeration();
  ({ calls, admin, reported, notificationsOf } = moderationScenario(services));
  windows = new TestWindows(services);
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

describe(QueueService, () => {
  it.each([
    ['no', undefined],
    ['an empty', ''],
    ['a blank', ' \n '],
  ])('refuses to delete with %s reason', async (_, reason) => {
    const { chief, caseId, id, reporter } = await reported();
    const { status, body } = await calls.decide(chief, caseId, 'delete', reason);
    expect([status, body.fields]).toEqual([400, { reason: 'reason_REQUIRED' }]);
    expect((await services.call(readShout, { id }, { as: reporter })).status).toBe(200);
  });

  it.each([
    ['an invisible', '\u200b', 'reason_INVALID_PATTERN'],
    ['a long', 'x'.repeat(501), 'reason_LENGTH_PATTERN'],
  ])('refuses %s reason', async (_, reason, code) => {
    const { chief, caseId } = await reported();
    expect((await calls.decide(chief, caseId, 'delete', reason)).body.fields).toEqual({ reason: code });
  });

  it.each(['motorsport', 'workplace'])('deletes a shout as an admin, in %s', async (community) => {
    const place = community === 'motorsport' ? { community } : hq;
    const address = `/main/notifications${community === 'motorsport' ? '' : '?workplace=hq'}`;
    const { author, reporter, chief, id, caseId } = await reported(place);
    const { body } = await calls.decide(chief, caseId, 'delete', 'Hate has no place here');
    expect(body.decision).toMatchObject({
      decision: 'delete',
      reason: 'Hate has no place here',
      admin: { id: chief.id },
    });
    expect([body.current, body.content.text]).toEqual(['gone', 'Cutting the chicane']);
    const feed = await services.call(readShouts, {}, { as: reporter });
    expect(feed.body.shouts.find((shout) => shout.id === id) ?? { admin_deleted: true }).toMatchObject({
      admin_deleted: true,
    });
    expect(await notificationsOf(author)).toEqual([
      { kind: 'content_deleted', facts: { reason: 'Hate has no place here' }, address },
    ]);
    expect(await notificationsOf(reporter)).toEqual([{ kind: 'report_deleted', facts: {}, address }]);
    expect((await calls.reports(chief, { status: 'decided' })).body.reports[0]).toMatchObject({ id: caseId });
    expect(await calls.open(chief, id)).toBeUndefined();
  });

  it('deletes a private shout that no admin can read', async () => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    const id = await calls.post(ann, { recipients: [bob.id] });
    await calls.report('shout', id, { as: bob });
    await calls.decide(chief, (await calls.open(chief, id))!.id, 'delete', 'A threat');
    expect((await services.call(readShout, { id }, { as: chief })).body.code).toBe('SHOUT_NOT_FOUND');
    const { shouts } = (await services.call(readShouts, { filter: ann.id }, { as: bob })).body;
    expect(shouts.filter((shout) => !shout.admin_deleted)).toEqual([]);
  });

  it('keeps content: it stays, its author learns nothing, the reporter learns the outcome', async () => {
    const { author, reporter, chief, id, caseId } = await reported();
    const { body } = await calls.decide(chief, caseId, 'keep');
    expect([body.current, body.decision?.decision]).toEqual(['same', 'keep']);
    expect((await services.call(readShout, { id }, { as: reporter })).status).toBe(200);
    expect(await notificationsOf(author)).toEqual([]);
    expect(await notificationsOf(reporter)).toEqual([
      { kind: 'report_kept', facts: {}, address: '/main/notifications?workplace=hq' },
    ]);
  });

  it('deletes an event', async () => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    const { id } = await eventOf(services, ann, { title: 'Illegal race' });
    await calls.report('event', id, { as: bob });
    const found = (await calls.open(chief, id))!;
    const { body } = await calls.decide(chief, found.id, 'delete', 'Illegal');
    expect([body.content.title, body.current]).toEqual(['Illegal race', 'gone']);
    expect((await services.call(readEvent, { id }, { as: bob })).body.code).toBe('EVENT_NOT_FOUND');
  });

  it('bans a member by a super admin only', async () => {
    const [ann, bob, chief] = [await services.member(hq), await services.member(hq), await admin()];
    const root = await services.member({ ...hq, admin: true });
    await calls.report('user', ann.id, { as: bob });
    const { id } = (await calls.open(chief, ann.id))!;
    expect((await calls.read(chief, id)).body.can_delete).toBe(false);
    expect((await calls.decide(chief, id, 'delete', 'Rude')).body.code).toBe('FORBIDDEN');
    expect((await calls.read(root, id)).body.can_delete).toBe(true);
    expect((await calls.decide(root, id, 'delete', 'Rude')).status).toBe(200);
    expect((await services.get(UserRepository).byId(tenantOfMember(ann), ann.id))?.banned).toBe(true);
  });

  it('lets the first of parallel decisions win, and answers the others with it', async () => {
    for (let round = 0; round < 4; round++) {
      const { author, caseId, id, reporter } = await reported();
      const admins = await Promise.all([1, 2, 3, 4].map(() => admin()));
      const replies = await Promise.all(
        admins.map((as, index) => calls.decide(as, caseId, index % 2 ? 'keep' : 'delete', `Reason ${index}`)),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const decisions = new Set(
        replies.map(({ body }) => JSON.stringify({ ...body.decision, admin: body.decision?.admin?.id })),
      );
      expect(decisions.size).toBe(1);
      const { decision } = replies[0]!.body;
      const { status, body } = await services.call(readShout, { id }, { as: reporter });
      const isGone = status === 404 || body.shout.admin_deleted;
      expect(isGone).toBe(decision?.decision === 'delete');
      const entries = (await calls.audit(admins[0]!, { count: 100 })).body.entries;
      expect(entries.filter(({ subject }) => subject === id)).toHaveLength(1);
      expect(await notificationsOf(author)).toHaveLength(isGone ? 1 : 0);
    }
  });

  it('removes the content after a process ended between decision and removal', async () => {
    const { id, caseId, chief, reporter } = await reported();
    const cases = services.get(Mongo).connection.collection('report_cases');
    const decision = { decision: 'delete', reason: 'Hate', admin: chief.id, at: new Date() };
    await cases.updateOne({ _id: caseId as never }, { $set: { open: false, decision } });
    await services.get(Removals).carryOut(tenantOfMember(chief), caseId);
    await services.get(Removals).carryOut(tenantOfMember(chief), caseId);
    const { status, body } = await services.call(readShout, { id }, { as: reporter });
    expect(status === 404 || body.shout.admin_deleted).toBe(true);
  });

  it('informs the windows of admins alone, live', async () => {
    const [ann, bob, chief, other] = [
      await services.member(hq),
      await services.member(hq),
      await admin(),
      await admin(),
    ];
    const [own, members] = [await windows.open(chief), await windows.open(ann)];
    const id = await calls.post(ann);
    await calls.report('shout', id, { as: bob });
    await waitFor(() => own.received.some(({ event }) => event === 'updating_reports'));
    const { id: caseId } = (await calls.open(other, id))!;
    expect(own.received.find(({ event }) => event === 'updating_reports')?.payload).toEqual({
      workplace: 'hq',
      id: caseId,
    });
    own.received.length = 0;
    await calls.decide(other, caseId, 'keep');
    await waitFor(() => own.received.some(({ event }) => event === 'updating_reports'));
    await windows.settled([ann, members]);
    expect(members.received.map(({ event }) => event)).not.toContain('updating_reports');
  });

  it('informs admins of a case once', async () => {
    const chief = await admin();
    const { reporter, caseId, id } = await reported();
    await calls.report('shout', id, { as: await services.member(hq) });
    const about = (await notificationsOf(chief)).filter(
      ({ address }) => address === `/main/moderation/${caseId}?workplace=hq`,
    );
    expect(about).toEqual([
      { kind: 'content_reported', facts: {}, address: `/main/moderation/${caseId}?workplace=hq` },
    ]);
    expect(await notificationsOf(reporter)).toEqual([]);
  });

  it('pages by cursor and by number without gaps', async () => {
    const place = { community: 'workplace', workplace: 'porto' };
    const [ann, bob] = [await services.member(place), await services.member(place)];
    const chief = await services.member({ ...place, ...adminOf('porto') });
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift(await calls.post(ann));
    for (const id of ids.toReversed()) await calls.report('shout', id, { as: bob });
    const first = (await calls.reports(chief, { count: 2 })).body;
    const second = (await calls.reports(chief, { count: 2, page: first.next! })).body;
    const third = (await calls.reports(chief, { count: 2, page: second.next! })).body;
    const byNumber = (await calls.reports(chief, { count: 2, page: '1' })).body;
    expect([first, second, third].flatMap(({ reports }) => reports.map(({ subject }) => subject))).toEqual(ids);
    expect([third.next, first.open, byNumber.reports]).toEqual([null, 5, second.reports]);
    await expectNoCollectionScan(services, () => calls.reports(chief, { count: 2, page: first.next! }));
    expect((await calls.reports(chief, { page: 'x' })).body.fields).toEqual({ page: 'page_INVALID_PATTERN' });
  });
});

async function waitFor(isDone: () => boolean) {
  for (const end = Date.now() + 10_000; !isDone(); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() > end) throw new Error('nothing arrived');
}
