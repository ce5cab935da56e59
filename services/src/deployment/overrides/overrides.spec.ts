import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { logout } from '@paddock/contract/calls/account';
import { readBoot, writeLog } from '@paddock/contract/calls/boot';
import { endOverrides, readDeployment, setOverride } from '@paddock/contract/calls/operations';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { releaseTestModule } from '../../../test/test-folders.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { DeploymentService } from '../deployment.service.js';
import { OverridesService } from './overrides.service.js';

const id = 'mfe-chats';
let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,shouts' });
  for (const version of ['1.1.0', '1.2.0']) await releaseTestModule(services.folders.registryDir, id, version);
  await pointAt('1.1.0');
});
beforeEach(async () => {
  await writeFile(inRegistry('log.jsonl'), '');
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const inRegistry = (...path: string[]) => join(services.folders.registryDir, id, ...path);
async function pointAt(stable: string) {
  await writeFile(inRegistry('channels.json'), JSON.stringify({ stable }));
  services.get(DeploymentService).poll();
}
/** The log of a registry in which the channel went to each version, and left the one before if it was a recall. */
const logMoves = (...moves: { version: string; before?: string; recall?: true }[]) =>
  writeFile(
    inRegistry('log.jsonl'),
    moves
      .map((move) => `${JSON.stringify({ at: new Date().toISOString(), by: 'ann', channel: 'stable', ...move })}\n`)
      .join(''),
  );
const boot = async (as?: TestMember, running?: string) =>
  (await services.call(readBoot, { running, integrity: 'file' }, as ? { as } : {})).body;
const shown = async (as?: TestMember) => {
  const { modules } = await boot(as);
  const { version, override_of, fallback } = modules.find((module) => module.id === id)!;
  return [version, override_of, fallback?.version];
};
const override = (version: string, as = admin, module = id) => services.call(setOverride, { module, version }, { as });

describe(OverridesService, () => {
  it('shows a release to one session alone, with the hash of its files, and goes back to the deployed one', async () => {
    const sameMember = { ...admin, token: await services.get(SessionService).open(tenantOf('motorsport'), admin.id) };
    const other = await services.member({ admin: true });
    const before = await boot(admin);
    const { status, body } = await override('1.2.0');
    expect([status, body]).toEqual([200, { overrides: [{ module: id, version: '1.2.0' }] }]);
    const reply = await boot(admin);
    expect(reply.modules.find((module) => module.id === id)).toMatchObject({
      base: `/${id}/1.2.0/`,
      integrity: { 'integrity.json': expect.stringMatching(/^sha384-/) },
      override_of: '1.1.0',
      fallback: { version: '1.1.0' },
    });
    expect(reply.revision).not.toBe(before.revision);
    for (const as of [sameMember, other, undefined]) {
      expect((await shown(as)).slice(0, 2)).toEqual(['1.1.0', undefined]);
      expect((await boot(as)).revision).toBe(before.revision);
    }
    expect((await services.call(endOverrides, { module: id }, { as: admin })).body).toEqual({ overrides: [] });
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
    expect((await boot(admin)).revision).toBe(before.revision);
  });

  it('leaves every other release of the module in the windows of the session at once', async () => {
    expect((await boot(admin, `${id}@1.1.0,mfe-events@1.0.0`)).recalled).toBeUndefined();
    await override('1.0.0');
    expect((await boot(admin, `${id}@1.1.0,mfe-events@1.0.0`)).recalled).toEqual([`${id}@1.1.0`]);
    await override('1.2.0');
    expect((await boot(admin, `${id}@1.1.0`)).recalled).toEqual([`${id}@1.1.0`]);
    expect((await boot(admin, `${id}@1.2.0`)).recalled).toBeUndefined();
  });

  it('keeps the overrides of several modules, and ends all or one', async () => {
    await releaseTestModule(services.folders.registryDir, 'mfe-people', '2.0.0');
    await writeFile(join(services.folders.registryDir, 'mfe-people/channels.json'), '{"stable":"1.0.0"}');
    await override('1.2.0');
    const both = [
      { module: id, version: '1.2.0' },
      { module: 'mfe-people', version: '2.0.0' },
    ];
    expect((await override('2.0.0', admin, 'mfe-people')).body.overrides).toEqual(both);
    expect((await services.call(endOverrides, { module: id }, { as: admin })).body.overrides).toEqual([both[1]]);
    await override('1.2.0');
    expect((await services.call(endOverrides, {}, { as: admin })).body.overrides).toEqual([]);
  });

  it('ends with the session', async () => {
    await override('1.2.0');
    await services.call(logout, {}, { as: admin });
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
    const again = { ...admin, token: await services.get(SessionService).open(tenantOf('motorsport'), admin.id) };
    expect((await shown(again)).slice(0, 2)).toEqual(['1.1.0', undefined]);
  });

  it('ends when the member is a super admin no longer', async () => {
    await override('1.2.0');
    await services.get(UserRepository).setAdmin(tenantOf('motorsport'), admin.id, false, {});
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
    expect((await override('1.2.0')).body.code).toBe('FORBIDDEN');
  });

  it.each([
    ['an unknown version', { module: id, version: '9.9.9' }, { version: 'version_UNKNOWN' }],
    ['a channel', { module: id, version: 'stable' }, { version: 'version_INVALID_PATTERN' }],
    ['a path', { module: id, version: '1/../1.2.0' }, { version: 'version_INVALID_PATTERN' }],
    ['an unknown module', { module: 'mfe-invented', version: '1.0.0' }, { module: 'module_UNKNOWN' }],
    ['a folder', { module: '../mfe-chats', version: '1.0.0' }, { module: 'module_INVALID_PATTERN' }],
  ])('refuses %s', async (_, input, fields) => {
    const { status, body } = await services.call(setOverride, input, { as: admin });
    expect([status, body.code, body.fields]).toEqual([400, 'INVALID_INPUT', fields]);
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
  });

  it('refuses a module that the community does not deploy', async () => {
    await cp(inRegistry('1.1.0'), join(services.folders.registryDir, 'mfe-extra/1.0.0'), { recursive: true });
    const other = await services.member({ admin: true, community: 'workplace', workplace: 'hq' });
    const { fields } = (await override('1.0.0', other, 'mfe-extra')).body;
    expect(fields).toEqual({ module: 'module_UNKNOWN' });
    expect((await override('1.2.0', other)).status).toBe(200);
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
  });

  it('refuses a recalled release, and ends when its release is recalled', async () => {
    await logMoves({ version: '1.2.0' }, { version: '1.1.0', before: '1.2.0', recall: true });
    const { status, body } = await override('1.2.0');
    expect([status, body.code, body.fields]).toEqual([409, 'RELEASE_REFUSED', { version: 'RELEASE_REFUSED' }]);
    expect(body.message).toContain('was recalled');
    await logMoves({ version: '1.2.0' }, { version: '1.1.0', before: '1.2.0' });
    expect((await override('1.2.0')).status).toBe(200);
    expect(await shown(admin)).toEqual(['1.2.0', '1.1.0', '1.1.0']);
    await logMoves({ version: '1.2.0' }, { version: '1.1.0', before: '1.2.0', recall: true });
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
    expect((await boot(admin, `${id}@1.2.0`)).recalled).toEqual([`${id}@1.2.0`]);
    // A later move to it takes the recall back.
    await logMoves(
      { version: '1.2.0' },
      { version: '1.1.0', before: '1.2.0', recall: true },
      { version: '1.2.0', before: '1.1.0' },
    );
    expect((await override('1.2.0')).status).toBe(200);
  });

  it('refuses a release that makes calls which the services lack, or that has not the tabs of the deployment', async () => {
    await mkdir(inRegistry('1.3.0'), { recursive: true });
    const manifest = JSON.parse(await readFile(inRegistry('1.2.0/manifest.json'), 'utf8')) as Record<string, unknown>;
    await writeFile(inRegistry('1.3.0/integrity.json'), await readFile(inRegistry('1.2.0/integrity.json')));
    const refusal = async (change: object) => {
      await writeFile(inRegistry('1.3.0/manifest.json'), JSON.stringify({ ...manifest, ...change }));
      const { status, body } = await override('1.3.0');
      expect([status, body.code]).toEqual([409, 'RELEASE_REFUSED']);
      return body.message;
    };
    expect(await refusal({ calls: ['GET /telepathy'] })).toContain('GET /telepathy');
    expect(await refusal({ tabs: [] })).toContain("no module in this deployment serves the tab 'chats'");
  });

  it('is not in force once its files are removed', async () => {
    await releaseTestModule(services.folders.registryDir, id, '1.4.0');
    await pointAt('1.1.0');
    await override('1.4.0');
    await rm(inRegistry('1.4.0'), { recursive: true });
    expect((await override('1.4.0')).body.fields).toEqual({ version: 'version_UNKNOWN' });
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.1.0', undefined]);
  });

  it('is not in force while its release is deployed to all', async () => {
    await override('1.2.0');
    await pointAt('1.2.0');
    expect((await shown(admin)).slice(0, 2)).toEqual(['1.2.0', undefined]);
    await pointAt('1.1.0');
    expect((await override('1.1.0')).body).toEqual({ overrides: [] });
  });

  it('counts no report of its session for other members', async () => {
    await override('1.2.0');
    const report = { module: id, version: '1.2.0' } as const;
    await services.call(writeLog, { type: 'module_mounted', ...report }, { as: admin });
    for (const version of ['1.2.0', '1.1.0', '1.0.0'])
      await services.call(
        writeLog,
        { type: 'module_failed', module: id, version, code: 'MODULE_CRASHED' },
        { as: admin },
      );
    const { modules } = (await services.call(readDeployment, {}, { as: admin })).body;
    expect(modules.find((module) => module.id === id)).toMatchObject({
      version: '1.1.0',
      state: 'new',
      override: '1.2.0',
      releases: expect.arrayContaining([{ version: '1.2.0', channels: [], recalled: false }]),
    });
    const other = await services.member({ admin: true });
    const others = (await services.call(readDeployment, {}, { as: other })).body.modules;
    expect(others.find((module) => module.id === id)).not.toHaveProperty('override');
  });
});
