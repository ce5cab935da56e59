import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteAccount } from '@paddock/contract/calls/account-data';
import { deleteShout } from '@paddock/contract/calls/shouts';
import { dayMs } from '@paddock/contract/core/durations';
import { setTimeout as wait } from 'node:timers/promises';
import { memberWithPassword, testPassword } from '../../test/member-with-password.js';
import { reportCalls } from '../../test/reports.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { statusOfFile, uploadPicture } from '../../test/upload-picture.js';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { ModerationPersonalData } from './moderation.personal-data.js';

let services: TestServices;
let calls: ReturnType<typeof reportCalls>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '', RATE_LIMITS: 'off' });
  calls = reportCalls(services);
});
afterAll(() => services.close());

const collection = (name: string) => services.get(Mongo).connection.collection(name);
const exported = async (as: TestMember) =>
  services.get(ExtensionPoints).all('export').get('moderation')!(tenantOfMember(as), as.row);
async function leave(as: TestMember) {
  expect((await services.call(deleteAccount, { password: testPassword }, { as })).status).toBe(200);
  for (const end = Date.now() + 15_000; (await collection('departures').countDocuments()) > 0; await wait(50))
    if (Date.now() > end) throw new Error('the member is not forgotten');
}

describe(ModerationPersonalData, () => {
  it("exports a member's own reports and acts, and not who reported them", async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const chief = await services.member({ admin: true });
    const id = await calls.post(ann);
    await calls.report('shout', id, { as: bob }, { reason: 'spam', text: 'Adverts' });
    await calls.decide(chief, (await calls.open(chief, id))!.id, 'delete', 'Adverts');
    expect(await exported(bob)).toMatchObject({
      reports: [{ workplace: '', kind: 'shout', subject: id, reason: 'spam', text: 'Adverts' }],
      acts_as_admin: [],
    });
    expect(await exported(chief)).toMatchObject({
      reports: [],
      acts_as_admin: [{ action: 'report_deleted', kind: 'shout', subject: id, reason: 'Adverts' }],
    });
    expect(await exported(ann)).toEqual({ reports: [], acts_as_admin: [] });
  });

  it('leaves the report of a deleted member without name and text, and counts it', async () => {
    const [ann, bob, chief] = [
      await services.member(),
      await memberWithPassword(services),
      await services.member({ admin: true }),
    ];
    const id = await calls.post(ann);
    await calls.report('shout', id, { as: bob }, { reason: 'hate', text: 'I am Bob, look' });
    await leave(bob);
    const { body } = await calls.read(chief, (await calls.open(chief, id))!.id);
    expect([body.reports, body.reporters]).toEqual([1, [{ reason: 'hate', at: expect.any(String) }]]);
    expect(await collection('reports').countDocuments({ user: bob.id })).toBe(0);
  });

  it('erases the reported content with its author, its pictures and the reason, but no trace of the decision', async () => {
    const [ann, bob] = [await memberWithPassword(services), await services.member()];
    const chief = await services.member({ admin: true });
    const id = await calls.post(ann, { shout: 'Words of Ann', image_urls: [await uploadPicture(services, ann)] });
    const kept = await calls.post(ann, { shout: 'Still published' });
    for (const one of [id, kept]) await calls.report('shout', one, { as: bob });
    await calls.report('user', ann.id, { as: bob });
    const caseId = (await calls.open(chief, id))!.id;
    const picture = (await calls.read(chief, caseId)).body.content.images[0]!.path;
    await calls.decide(chief, caseId, 'delete', 'Because of Ann');
    expect(await statusOfFile(services, picture)).toBe(200);
    await leave(ann);
    const { body } = await calls.read(chief, caseId);
    expect(body.content).toEqual({ text: '', images: [], files: [] });
    expect(await statusOfFile(services, picture)).toBe(404);
    const { reports } = (await calls.reports(chief, { count: 60 })).body;
    expect(reports.find(({ subject }) => subject === kept)?.content).toMatchObject({ text: 'Still published' });
    expect(reports.some(({ subject }) => subject === ann.id)).toBe(false);
    const stored = JSON.stringify([
      await collection('report_cases').find().toArray(),
      await collection('audit').find().toArray(),
    ]);
    expect(stored).not.toContain('of Ann');
    const trail = (await calls.audit(chief)).body;
    expect(trail.intact).toBe(true);
    expect(trail.entries.find(({ subject }) => subject === id)).toMatchObject({ action: 'report_deleted' });
  });

  it('erases decided cases after their retention, and no open ones', async () => {
    const [ann, bob, chief] = [
      await services.member(),
      await services.member(),
      await services.member({ admin: true }),
    ];
    const picture = await uploadPicture(services, ann);
    const [old, open] = [await calls.post(ann, { image_urls: [picture] }), await calls.post(ann)];
    for (const one of [old, open]) await calls.report('shout', one, { as: bob });
    const caseId = (await calls.open(chief, old))!.id;
    const held = (await calls.read(chief, caseId)).body.content.images[0]!.path;
    await calls.decide(chief, caseId, 'keep');
    const days = (count: number) => new Date(Date.now() + count * dayMs);
    await services.get(ModerationPersonalData).sweep(days(179));
    expect((await calls.read(chief, caseId)).status).toBe(200);
    await services.get(ModerationPersonalData).sweep(days(181));
    expect((await calls.read(chief, caseId)).body.code).toBe('NOT_FOUND');
    expect(await collection('reports').countDocuments({ case: caseId })).toBe(0);
    expect(await calls.open(chief, open)).toBeDefined();
    expect(await statusOfFile(services, held)).toBe(200);
    await services.call(deleteShout, { id: old }, { as: ann });
    expect(await statusOfFile(services, held)).toBe(404);
    expect(await collection('files').countDocuments({ 'holds.id': caseId })).toBe(0);
  });
});
