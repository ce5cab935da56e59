import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decideReport, readAudit, readReport, readReports } from '@paddock/contract/calls/moderation';
import { organizedEvent } from '../../test/events-scenario.js';
import {
  adminOf,
  hq,
  moderationScenario,
  startModeration,
  type ModerationScenario,
} from '../../test/moderation-scenario.js';
import type { TestMember, TestServices } from '../../test/start-test-services.js';

let services: TestServices;
let calls: ModerationScenario['calls'];
let admin: ModerationScenario['admin'];
let reported: ModerationScenario['reported'];
let notificationsOf: ModerationScenario['notificationsOf'];
beforeAll(async () => {
  services = await startModeration();
  ({ calls, admin, reported, notificationsOf } = moderationScenario(services));
});
afterAll(() => services.close());

describe('who sees and decides', () => {
  const codes = async (as: TestMember | undefined, caseId: string, workplace = 'hq') => {
    const options = as ? { as, workplace } : { host: 'workplace.localhost', workplace };
    const replies = [
      await services.call(readReports, {}, options),
      await services.call(readReport, { id: caseId }, options),
      await services.call(decideReport, { id: caseId, decision: 'keep' }, options),
      await services.call(readAudit, {}, options),
    ];
    return replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code));
  };

  it.each<[string, object | undefined, string[]]>([
    ['signed out', undefined, Array<string>(4).fill('INVALID_TOKEN')],
    ['a member', {}, Array<string>(4).fill('FORBIDDEN')],
    ['a pending admin', { pending: true, ...adminOf('hq') }, Array<string>(4).fill('PENDING_APPROVAL')],
    [
      'an admin of another workplace',
      { workplaces: ['hq', 'porto'], ...adminOf('porto') },
      Array<string>(4).fill('FORBIDDEN'),
    ],
    ['a workplace admin', adminOf('hq'), Array<string>(4).fill('ok')],
    ['a super admin', { admin: true }, Array<string>(4).fill('ok')],
  ])('%s', async (_, given, expected) => {
    const { caseId } = await reported();
    const as = given && (await services.member({ ...hq, ...given }));
    expect(await codes(as, caseId)).toEqual(expected);
  });

  it('is no admin elsewhere, nor one about their own content', async () => {
    const { caseId } = await reported();
    const elsewhere = await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') });
    expect(await codes(elsewhere, caseId, 'porto')).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND', 'ok']);
    const [chief, other, bob] = [await admin(), await admin(), await services.member(hq)];
    const own = await calls.post(chief);
    await calls.report('shout', own, { as: bob });
    const found = (await calls.open(other, own))!;
    expect(await calls.open(chief, own)).toBeUndefined();
    expect(await codes(chief, found.id)).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND', 'ok']);
    const [all, others] = [await calls.reports(other), await calls.reports(chief)];
    expect(all.body.open - others.body.open).toBe(1);
    expect(await notificationsOf(chief)).not.toContainEqual(
      expect.objectContaining({ address: `/main/moderation/${found.id}?workplace=hq` }),
    );
  });

  it('hides a case about an event from its organizer, also as an admin', async () => {
    const [creator, reporter, organizer, other] = [
      await admin(),
      await services.member(hq),
      await admin(),
      await admin(),
    ];
    const { id } = await organizedEvent(services, creator, organizer);
    expect((await calls.report('event', id, { as: reporter })).status).toBe(200);
    const found = (await calls.open(other, id))!;
    for (const as of [creator, organizer]) {
      expect(await calls.open(as, id)).toBeUndefined();
      expect((await calls.read(as, found.id)).status).toBe(404);
      expect((await calls.decide(as, found.id, 'keep')).status).toBe(404);
    }
    expect((await notificationsOf(organizer)).filter(({ kind }) => kind === 'content_reported')).toEqual([]);
    expect((await calls.decide(other, found.id, 'keep')).status).toBe(200);
  });
});
