import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeLog } from '@paddock/contract/calls/boot';
import { readStatus } from '@paddock/contract/calls/operations';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spendLimit } from '../../../test/spend-limit.js';
import { type TestMember, startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { JobRuns } from '../../infrastructure/processes/job-runs.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import { DeploymentService } from '../deployment.service.js';
import { StatusService } from './status.service.js';

let database: TestDatabase;
let services: TestServices;
let admin: TestMember;
let other: TestMember;
const start = (variables = {}) =>
  startTestServices({ MONGODB_URI: database.uri, MONGODB_DB: database.name, SERVICES: 'shouts', ...variables });
beforeAll(async () => {
  database = await startTestDatabase();
  services = await start({ RELEASE: 'v7' });
  admin = await services.member({ admin: true });
  other = await services.member({ admin: true, community: 'workplace', workplace: 'hq' });
});
afterAll(async () => {
  await services.close();
  await database.stop();
});

const status = async (as = admin, from = services) => {
  const { status: code, body } = await from.call(readStatus, {}, { as });
  expect([code, body.code]).toEqual([200, undefined]);
  return body;
};

describe(StatusService, () => {
  it('shows the process that answers, with its release, and the kind of the database', async () => {
    const { processes, database: measured, backup, modules, refused, limits } = await status();
    const { bytes: _, ...found } = measured;
    expect(processes).toEqual([
      expect.objectContaining({ answering: true, release: 'v7', services: [], outbox_lag_ms: 0, outbox_waiting: 0 }),
    ]);
    expect(processes[0]!.host).not.toContain('.');
    expect(found).toEqual({
      kind: process.env['TEST_MONGODB_URI'] ? expect.any(String) : 'embedded',
      version: expect.stringMatching(/^\d+\.\d+/),
      ping_ms: expect.any(Number),
    });
    for (const end = Date.now() + 10_000; (await status()).database.bytes === undefined && Date.now() < end;);
    expect((await status()).database.bytes).toBeGreaterThan(1000);
    expect([backup, modules, refused, limits]).toEqual([undefined, [], [], []]);
  });

  it('shows the other processes until they end, and which one is alone', async () => {
    const second = await start();
    try {
      const seen = async () => (await status()).processes.map(({ answering }) => answering).sort();
      for (const end = Date.now() + 10_000; (await seen()).length < 2 && Date.now() < end;);
      expect(await seen()).toEqual([false, true]);
      const ids = (await status(admin, second)).processes.map(({ id }) => id).sort();
      expect(ids).toEqual([services, second].map((one) => one.get(Outbox).sole.id).sort());
    } finally {
      await second.close();
    }
    expect((await status()).processes).toHaveLength(1);
    for (const end = Date.now() + 10_000; Date.now() < end;) if ((await status()).processes[0]!.alone) return;
    throw new Error('the remaining process never became alone');
  });

  it('counts waiting and failed mails of the own community', async () => {
    const jobs = services.get(Mongo).connection.collection<{ _id: string }>('mail_jobs');
    const created = new Date(Date.now() - 60_000);
    const mail = (community: string, fields: object) => {
      const id = randomUUID();
      const due = new Date(Date.now() + hourMs);
      const row = {
        _id: id,
        community,
        workplace: '',
        key: id,
        to: `${id}@example.org`,
        template: 'welcome',
        data: {},
      };
      return jobs.insertOne({ ...row, attempts: 1, due, created, until: due, bulk: false, ...fields } as never);
    };
    expect((await status()).mail).toEqual({ waiting: 0, failed: 0 });
    await mail('motorsport', { state: 'due' });
    await mail('motorsport', { state: 'due', created: new Date() });
    await mail('motorsport', { state: 'failed' });
    await mail('motorsport', { state: 'failed', created: new Date(Date.now() - 8 * dayMs) });
    await mail('motorsport', { state: 'sent' });
    await mail('workplace', { state: 'due' });
    const text = JSON.stringify((await status()).mail);
    expect(JSON.parse(text)).toEqual({ waiting: 2, oldest: created.toISOString(), failed: 1 });
    expect((await status(other)).mail).toMatchObject({ waiting: 1, failed: 0 });
  });

  it('shows the last run and the last failure of each job, failing ones first, without the message', async () => {
    let isBroken = true;
    const run = services.get(CommunityJobs).add({
      ...{ name: 'tests.job', everyMs: 60_000, failure: 'the job failed' },
      run: async ({ community }) => {
        if (isBroken && community === 'motorsport') throw new TypeError('ann@example.org is in the way');
      },
    });
    await run();
    const failing = await status();
    expect(failing.jobs[0]).toEqual({
      name: 'tests.job',
      every_seconds: 60,
      last: expect.any(String),
      failed: { at: failing.jobs[0]!.last, error: 'TypeError' },
    });
    expect(JSON.stringify(failing)).not.toContain('example.org');
    expect((await status(other)).jobs.find(({ name }) => name === 'tests.job')).not.toHaveProperty('failed');
    isBroken = false;
    await new Promise((resolve) => setTimeout(resolve, 5));
    await run();
    const { jobs } = await status();
    const mended = jobs.find(({ name }) => name === 'tests.job')!;
    expect([mended.last > failing.jobs[0]!.last, mended.failed?.at]).toEqual([true, failing.jobs[0]!.last]);
    // Of all communities, from the services' own timers.
    expect(
      services
        .get(JobRuns)
        .all()
        .some(({ community }) => community === ''),
    ).toBe(true);
    expect(jobs.map(({ name }) => name)).toContain('shouts.end_polls');
  });

  it('counts what limits refused in the own community', async () => {
    const limit = { by: 'member', points: 1, seconds: 60 } as const;
    const act = () => spendLimit(services, { name: 'tests.act', limit, subject: 'ann' }, 1).catch(() => undefined);
    for (let count = 0; count < 4; count++) await act();
    expect((await status()).limits).toEqual([{ name: 'tests.act', count: 3 }]);
    expect((await status(other)).limits).toEqual([]);
  });

  it('counts what other processes refused and ran, also of one that was killed', async () => {
    const now = Date.now();
    const ago = (minutes: number) => new Date(now - minutes * 60_000);
    const job = { name: 'tests.elsewhere', community: 'motorsport', everyMs: 60_000 };
    const hits = { community: 'motorsport', name: 'tests.elsewhere' };
    const report = {
      host: 'killed',
      contract: '1.0.0',
      services: [],
      started: ago(90),
      hasEnded: false,
      outboxLagMs: 0,
    };
    await services
      .get(Mongo)
      .connection.collection<{ _id: string }>('process_reports')
      .insertMany([
        {
          ...{ ...report, _id: 'killed', seen: ago(3), jobs: [{ ...job, at: ago(4) }] },
          limits: [
            { ...hits, from: ago(20), count: 5 },
            { ...hits, from: ago(70), count: 100 },
            { ...hits, community: 'workplace', from: ago(20), count: 1 },
          ],
        },
        {
          ...{ ...report, _id: 'silent', seen: ago(2) },
          jobs: [{ ...job, at: ago(9), failure: { at: ago(9), error: 'ENOSPC' } }],
          limits: [{ ...hits, from: ago(5), count: 2 }],
        },
      ] as never);
    const { processes, jobs, limits } = await status();
    expect(processes.map(({ host }) => host)).not.toContain('killed');
    expect(jobs.find(({ name }) => name === 'tests.elsewhere')).toEqual({
      ...{ name: 'tests.elsewhere', every_seconds: 60, last: ago(4).toISOString() },
      failed: { at: ago(9).toISOString(), error: 'ENOSPC' },
    });
    expect(limits).toContainEqual({ name: 'tests.elsewhere', count: 7 });
    expect((await status(other)).limits).toEqual([{ name: 'tests.elsewhere', count: 1 }]);
  });

  it('shows modules that failed in members’ windows within a day, and not what another community reports', async () => {
    const rows = services.get(Mongo).connection.collection('proven_releases');
    const setLastFailure = (hoursAgo: number) =>
      rows.updateOne(
        { community: 'motorsport', module: 'mfe-people' },
        { $set: { 'failures.0.last': new Date(Date.now() - hoursAgo * hourMs) } },
      );
    const report = { type: 'module_failed', module: 'mfe-people', version: '1.0.0', code: 'MODULE_CRASHED' } as const;
    await services.call(writeLog, report, { as: await services.member() });
    await services.call(writeLog, report, { as: await services.member() });
    expect((await status()).modules).toEqual([
      { id: 'mfe-people', version: '1.0.0', failures: { count: 2, code: 'MODULE_CRASHED', last: expect.any(String) } },
    ]);
    expect((await status(other)).modules).toEqual([]);
    await setLastFailure(25);
    expect((await status()).modules).toEqual([]);
    await setLastFailure(23);
    expect((await status()).modules).toHaveLength(1);
    await releaseTestModule(services.folders.registryDir, 'mfe-people', '1.1.0');
    services.get(DeploymentService).poll();
    expect((await status()).modules).toEqual([]);
    await writeFile(join(services.folders.registryDir, 'mfe-chats/channels.json'), '{');
    services.get(DeploymentService).poll();
    expect((await status()).modules).toEqual([
      { id: 'mfe-chats', version: '1.0.0', problem: expect.stringContaining('channels.json') },
    ]);
    await releaseTestModule(services.folders.registryDir, 'mfe-chats', '1.0.0').catch(() => undefined);
    await writeFile(join(services.folders.registryDir, 'mfe-chats/channels.json'), '{"stable":"1.0.0"}');
    services.get(DeploymentService).poll();
  });

  it('shows what was refused of the own files, without naming another community', async () => {
    await services.configure('motorsport', (file) => (file['hosts'] = ['workplace.localhost']));
    expect((await status()).refused).toEqual([
      { path: 'hosts', hint: "'workplace.localhost' already leads to another community" },
    ]);
    expect((await status(other)).refused).toEqual([]);
    await services.configure('motorsport', (file) => delete file['hosts']);
    expect((await status()).refused).toEqual([]);
  });

  it('shows the last backup, and none for a damaged mark', async () => {
    const mark = join(services.folders.dataDir, 'last-backup.json');
    const made = '2026-11-28T02:00:00.000Z';
    await writeFile(mark, JSON.stringify({ made, files: 12, bytes: 3400 }));
    expect((await status()).backup).toEqual({ made, files: 12, bytes: 3400 });
    await writeFile(mark, `{"made":"${made.replace('.000', '')}"}`);
    expect((await status()).backup).toEqual({ made: made.replace('.000', '') });
    await writeFile(mark, '{"made":');
    expect(await status()).not.toHaveProperty('backup');
  });
});
