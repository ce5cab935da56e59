import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import { endOverrides, readDeployment, setOverride } from '@paddock/contract/calls/operations';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { SessionService } from '../../community/sessions/session.service.js';
import type { Environment } from '../../infrastructure/environment/environment.js';
import { createLogger } from '../../infrastructure/logging/logger.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { DeploymentService } from '../deployment.service.js';
import { ProvenReleases } from '../registry/proven-releases.js';
import { RolloutReportRepository } from './rollout-report.repository.js';
import { RolloutsService } from './rollouts.service.js';

const id = 'mfe-chats';
let database: TestDatabase;
let services: TestServices;
let members: TestMember[];
let admin: TestMember;
let rounds = 0;
beforeAll(async () => {
  database = await startTestDatabase();
  services = await startTestServices({ MONGODB_URI: database.uri, MONGODB_DB: database.name, RATE_LIMITS: 'off' });
  members = await Promise.all(Array.from({ length: 24 }, () => services.member()));
  admin = await services.member({ admin: true });
  for (const version of ['1.1.0', '1.2.0']) await releaseTestModule(services.folders.registryDir, id, version);
});
beforeEach(async () => {
  await writeInRegistry('channels.json', { stable: '1.1.0' });
  await rm(join(services.folders.registryDir, id, 'rollouts.json'), { force: true });
  services.get(DeploymentService).poll();
});
afterAll(async () => {
  await services.close();
  await database.stop();
});

async function writeInRegistry(name: string, content: unknown, folder = services.folders.registryDir) {
  const file = join(folder, id, name);
  await writeFile(`${file}.draft`, typeof content === 'string' ? content : JSON.stringify(content));
  await rename(`${file}.draft`, file);
}
async function rollOut(percent: number, { version = '1.2.0', from = '1.1.0', started = startOf(++rounds) } = {}) {
  await writeInRegistry('rollouts.json', { stable: { version, from, percent, started } });
  services.get(DeploymentService).poll();
}
const startOf = (round: number) => new Date(Date.UTC(2026, 4, 1, 0, round)).toISOString();

const shown = async (as?: TestMember, on = services, running?: string) => {
  const options = as ? { as } : { host: 'motorsport.localhost' };
  const { modules, recalled } = (await on.call(readBoot, { running }, options)).body;
  const { version, fallback, proven } = modules.find((module) => module.id === id)!;
  return { version, fallback: fallback?.version, proven, recalled };
};
const versionsOf = async (all: readonly TestMember[], on = services) =>
  Promise.all(all.map(async (member) => (await shown(member, on)).version));
async function arms() {
  const versions = await versionsOf(members);
  const of = (version: string) => members.filter((_, index) => versions[index] === version);
  return { next: of('1.2.0'), before: of('1.1.0') };
}
const mounted = (as: TestMember | undefined, version: string) =>
  services.call(writeLog, { type: 'module_mounted', module: id, version }, as && { as });
const failed = (as: TestMember, version: string, code = 'MODULE_CRASHED') =>
  services.call(writeLog, { type: 'module_failed', module: id, version, code }, { as });
const rollout = async (as = admin) => {
  const { modules } = (await services.call(readDeployment, {}, { as })).body;
  return modules.find((module) => module.id === id)!.rollout;
};

describe(RolloutsService, () => {
  it('gives no member the release at 0 %, some at 50 %, and more of them at 80 %', async () => {
    await rollOut(0);
    expect(new Set(await versionsOf(members))).toEqual(new Set(['1.1.0']));
    await rollOut(50);
    const half = (await arms()).next;
    expect(half.length).toBeGreaterThan(3);
    expect(half.length).toBeLessThan(21);
    await rollOut(80);
    const most = (await arms()).next;
    expect(most).toEqual(expect.arrayContaining(half));
    await rollOut(100);
    expect((await arms()).before).toEqual([]);
  });

  it('gives a member the same release in each session and in both workplaces', async () => {
    const both = { community: 'workplace', workplaces: ['hq', 'porto'], workplace: 'hq' };
    const others = await Promise.all(Array.from({ length: 24 }, () => services.member(both)));
    await rollOut(50);
    const first = await versionsOf(others);
    expect(new Set(first)).toEqual(new Set(['1.1.0', '1.2.0']));
    expect(await versionsOf(others.map((member) => ({ ...member, workplace: 'porto' })))).toEqual(first);
    const again = await Promise.all(
      others.map(async (member) => ({
        ...member,
        token: await services.get(SessionService).open(tenantOf('workplace'), member.id),
      })),
    );
    expect(await versionsOf(again)).toEqual(first);
  });

  it("gives signed-out visitors the channel's release and counts nothing of theirs", async () => {
    await rollOut(99);
    expect(await shown()).toMatchObject({ version: '1.1.0' });
    for (const version of ['1.1.0', '1.2.0']) await mounted(undefined, version);
    expect(await rollout()).toMatchObject({ next: { members: 0 }, before: { members: 0 } });
  });

  it.each([{ email_verified: false }, { pending: true }, { denied: true }])(
    'counts no report of accounts with %j, which prove no release either',
    async (state) => {
      await rollOut(100);
      const accounts = await Promise.all([1, 2, 3].map(() => services.member(state)));
      for (const account of accounts) await failed(account, '1.2.0');
      const [account] = accounts;
      expect((await shown(account)).version).toBe('1.2.0');
      expect(await rollout()).toMatchObject({ next: { members: 0, failed: 0 } });
      expect(await rollout()).not.toHaveProperty('returned');
      await writeInRegistry('channels.json', { stable: '1.2.0' });
      services.get(DeploymentService).poll();
      await mounted(account, '1.2.0');
      expect((await shown(account)).proven).toBe(false);
    },
  );

  it("falls back to the channel's release, and leaves the new one when the rollout ends", async () => {
    await rollOut(50);
    const [member] = (await arms()).next;
    expect(await shown(member)).toMatchObject({ version: '1.2.0', fallback: '1.1.0' });
    expect((await shown(member, services, `${id}@1.1.0`)).recalled).toBeUndefined();
    await rm(join(services.folders.registryDir, id, 'rollouts.json'));
    services.get(DeploymentService).poll();
    expect(await shown(member, services, `${id}@1.2.0`)).toMatchObject({ version: '1.1.0', recalled: [`${id}@1.2.0`] });
  });

  it('counts each member once for the release that they get', async () => {
    await rollOut(50);
    const { next, before } = await arms();
    await mounted(next[0], '1.1.0');
    await failed(before[0]!, '1.2.0');
    for (const member of [next[0], next[0], next[1]]) await mounted(member, '1.2.0');
    for (let times = 0; times < 3; times++) await failed(next[0]!, '1.2.0');
    // An outage says nothing of a release.
    for (const code of ['MODULE_NOT_FOUND', 'MODULE_TIMEOUT']) await failed(next[2]!, '1.2.0', code);
    await Promise.all([mounted(before[0], '1.1.0'), failed(before[0]!, '1.1.0'), mounted(before[1], '1.1.0')]);
    expect(await rollout()).toMatchObject({
      ...{ version: '1.2.0', percent: 50 },
      next: { members: 2, failed: 1 },
      before: { members: 2, failed: 1 },
    });
    expect(await shown(next[0])).toMatchObject({ version: '1.2.0', proven: false });
    await expectNoCollectionScan(services, () => rollout());
  });

  it('returns when the new release fails clearly more often, in this community only and at once', async () => {
    await rollOut(50);
    const { next, before } = await arms();
    for (const member of before) await mounted(member, '1.1.0');
    for (const member of next) await mounted(member, '1.2.0');
    const announced: string[] = [];
    const changes = services.get(DeploymentService).changes.subscribe(({ community }) => announced.push(community));
    await failed(next[0]!, '1.2.0');
    await failed(next[1]!, '1.2.0');
    expect((await shown(next[2])).version).toBe('1.2.0');
    await failed(next[2]!, '1.2.0');
    changes.unsubscribe();
    expect(announced).toEqual(['motorsport']);
    expect(new Set(await versionsOf(members))).toEqual(new Set(['1.1.0']));
    expect((await shown(next[3], services, `${id}@1.2.0`)).recalled).toEqual([`${id}@1.2.0`]);
    expect(await rollout()).toMatchObject({ returned: expect.any(String), next: { failed: 3 } });
    const elsewhere = await services.member({ admin: true, community: 'workplace', workplace: 'hq' });
    expect(await rollout(elsewhere)).not.toHaveProperty('returned');
    const stored = await readFile(join(services.folders.dataDir, 'deployed/rollouts.json'), 'utf8');
    expect(JSON.parse(stored)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ community: 'motorsport', module: id, returned: expect.any(String) }),
        expect.not.objectContaining({ returned: expect.anything() }),
      ]),
    );
  });

  it('stays returned at a higher percentage and after a restart, and begins again with a later start', async () => {
    await rollOut(100);
    const started = startOf(rounds);
    for (const member of members.slice(0, 3)) await failed(member, '1.2.0');
    await rollOut(80, { started });
    expect((await arms()).next).toEqual([]);
    const other = await startTestServices({ MONGODB_URI: database.uri, MONGODB_DB: database.name });
    try {
      for (const version of ['1.1.0', '1.2.0']) await releaseTestModule(other.folders.registryDir, id, version);
      const table = { stable: { version: '1.2.0', from: '1.1.0', percent: 80, started } };
      await writeInRegistry('channels.json', { stable: '1.1.0' }, other.folders.registryDir);
      await writeInRegistry('rollouts.json', table, other.folders.registryDir);
      other.get(DeploymentService).poll();
      // Its own round reads what the other process has recorded.
      await other.get(RolloutsService).onApplicationBootstrap();
      expect(new Set(await versionsOf(members, other))).toEqual(new Set(['1.1.0']));
    } finally {
      await other.close();
    }
    await rollOut(80);
    expect((await arms()).next).not.toEqual([]);
  });

  it("leaves a returned release at once where it is older than the channel's", async () => {
    await rollOut(100, { version: '1.0.0' });
    for (const member of members.slice(0, 3)) await failed(member, '1.0.0');
    expect(await shown(members[3], services, `${id}@1.0.0`)).toMatchObject({
      version: '1.1.0',
      recalled: [`${id}@1.0.0`],
    });
  });

  it('keeps of rollouts that ended only the returns, and those until the next rollout', async () => {
    const dataDir = join(services.folders.dataDir, 'of-another-process');
    const file = join(dataDir, 'deployed/rollouts.json');
    const returned = { community: 'workplace', module: id, version: '1.2.0', returned: startOf(0) };
    await mkdir(join(dataDir, 'deployed'), { recursive: true });
    const absent = { ...returned, community: 'absent' };
    await writeFile(file, JSON.stringify([{ community: 'motorsport', module: id }, returned, absent]));
    const next = new RolloutsService(
      services.get(DeploymentService),
      services.get(ProvenReleases),
      services.get(RolloutReportRepository),
      { dataDir } as Environment,
      createLogger('silent'),
    );
    await next.onApplicationBootstrap();
    next.onApplicationShutdown();
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([returned]);
    await rollOut(50);
    await next.onApplicationBootstrap();
    next.onApplicationShutdown();
    const begun = JSON.parse(await readFile(file, 'utf8')) as object[];
    expect(begun).toContainEqual(expect.objectContaining({ community: 'workplace', started: startOf(rounds) }));
    expect(begun).not.toContainEqual(expect.objectContaining({ returned: expect.anything() }));
  });

  it('does not return when the release before fails as often', async () => {
    await rollOut(50);
    const { next, before } = await arms();
    for (const member of before) await failed(member, '1.1.0');
    for (const member of next) await failed(member, '1.2.0');
    expect(await rollout()).toMatchObject({ next: { failed: next.length }, before: { failed: before.length } });
    expect(await rollout()).not.toHaveProperty('returned');
  });

  it('is in force only while the channel points to the release that it started from', async () => {
    await rollOut(100);
    await writeInRegistry('channels.json', { stable: '1.0.0' });
    services.get(DeploymentService).poll();
    expect(await versionsOf(members.slice(0, 2))).toEqual(['1.0.0', '1.0.0']);
  });

  it.each([
    ['a table that cannot be read', '{ "stable": ', /rollouts\.json in the registry is broken/],
    [
      'a release that is not there',
      { stable: { version: '9.9.9', from: '1.1.0', percent: 50, started: startOf(0) } },
      /9\.9\.9/,
    ],
  ])("keeps the channel's release and says why for %s", async (_, table, hint) => {
    await writeInRegistry('rollouts.json', table);
    services.get(DeploymentService).poll();
    expect(await versionsOf(members.slice(0, 2))).toEqual(['1.1.0', '1.1.0']);
    const { problems } = services.get(DeploymentService);
    expect(problems.map(({ path, hint }) => [path, hint])).toContainEqual([
      `modules.${id}`,
      expect.stringMatching(hint),
    ]);
  });

  it('keeps out a release that has not the tabs of the deployment', async () => {
    await releaseTestModule(services.folders.registryDir, id, '1.3.0');
    const manifest = join(services.folders.registryDir, id, '1.3.0/manifest.json');
    const content = JSON.parse(await readFile(manifest, 'utf8')) as object;
    await writeFile(manifest, JSON.stringify({ ...content, tabs: [] }));
    await writeInRegistry('channels.json', { stable: '1.1.0' });
    await rollOut(100, { version: '1.3.0' });
    expect(await versionsOf(members.slice(0, 2))).toEqual(['1.1.0', '1.1.0']);
    expect(services.get(DeploymentService).problems[0]?.hint).toContain('the rollout of 1.3.0 does not fit');
  });

  it('gives way to an override, whose reports do not count', async () => {
    await rollOut(100);
    await services.call(setOverride, { module: id, version: '1.1.0' }, { as: admin });
    expect((await shown(admin)).version).toBe('1.1.0');
    await mounted(admin, '1.1.0');
    expect(await rollout()).toMatchObject({ next: { members: 0 }, before: { members: 0 } });
    await services.call(endOverrides, {}, { as: admin });
    expect((await shown(admin)).version).toBe('1.2.0');
  });
});
