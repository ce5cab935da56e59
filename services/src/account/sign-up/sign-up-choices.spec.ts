import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelectableGroups, readSelf, signUp } from '@paddock/contract/calls/account';
import { verifyPin } from '@paddock/contract/calls/email-verification';
import { readGroup } from '@paddock/contract/calls/groups';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pinMail } from '../../../test/mails.js';
import {
  startTestServices,
  tenantOfMember,
  type DeploymentFile,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { makeTestFolders } from '../../../test/test-folders.js';
import { underFlags } from '../../../test/under-flags.js';
import { DeploymentService } from '../../deployment/deployment.service.js';
import { ModuleRegistry } from '../../deployment/registry/module-registry.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { readEnvironment } from '../../infrastructure/environment/environment.js';
import { createLogger } from '../../infrastructure/logging/logger.js';
import { Metrics } from '../../infrastructure/metrics/metrics.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { newcomer } from '../../../test/sign-up-input.js';
import { SignUpChoices } from './sign-up-choices.js';

const host = 'workplace.localhost';
const workplaces = { name: 'place', type: 'workplaces', mandatory: true };
const groups = { name: 'interests', type: 'selected-groups', multiple: true };

let services: TestServices;
let owner: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,chats', RATE_LIMITS: 'off' });
  owner = await services.member({ community: 'workplace', workplace: 'hq' });
});
afterAll(() => services.close());

const signUpWith = (fields: Record<string, string | string[]>, input = newcomer()) =>
  services.call(signUp, { ...input, fields }, { host });
const under = (fields: object[], work: () => Promise<unknown>) =>
  underFlags(services, 'workplace', { signup_fields: fields, admin_approval_required: false }, work);

describe(SignUpChoices, () => {
  describe('workplaces', () => {
    it.each<[string, string | string[], number]>([
      ['one of the deployment', 'porto', 200],
      ['none of the deployment', 'paris', 400],
      ['the default workplace, which needs no choice', '', 400],
      ['a list, where it takes one', ['hq', 'porto'], 400],
      ['an operator', '{"$ne":null}', 400],
    ])('%s', (_, place, status) =>
      under([workplaces], async () => {
        const reply = await signUpWith({ place });
        expect(reply.status).toBe(status);
        if (status === 200) expect(reply.body.user.workplaces).toEqual([place]);
        else expect(Object.keys(reply.body.fields!)).toEqual(['place']);
      }),
    );

    it('accepts several where the field allows it', () =>
      under([{ ...workplaces, multiple: true }], async () => {
        const { body } = await signUpWith({ place: ['hq', 'studio', 'hq'] });
        expect(body.user.workplaces).toEqual(['hq', 'studio']);
        const refused = await signUpWith({ place: ['hq', 'paris'] });
        expect(refused.body.fields).toEqual({ place: 'place_INVALID_PATTERN' });
      }));

    it('adds no member to a workplace through another field', () =>
      under([{ name: 'workplaces', type: 'input' }], async () => {
        const { body } = await signUpWith({ workplaces: 'hq' });
        expect(body.user.workplaces).toEqual([]);
      }));
  });

  describe('groups', () => {
    const open = { autojoin: true } as const;
    const verified = async (input: ReturnType<typeof newcomer>, token: string) => {
      const as = { ...owner, workplace: '', token };
      const { pin } = await pinMail(services, input.email);
      expect((await services.call(verifyPin, { pin }, { as })).status).toBe(200);
      return as;
    };

    it('joins the chosen groups once the member is admitted, not before', () =>
      under([workplaces, groups], async () => {
        const [boats, tea] = [await services.group(owner, [], open), await services.group(owner, [], open)];
        const input = newcomer();
        const { body } = await signUpWith({ place: 'hq', interests: [boats._id, tea._id] }, input);
        const size = async () => (await services.call(readGroup, { id: boats._id }, { as: owner })).body.totalUsers;
        expect([body.user.groups, await size()]).toEqual([[], 1]);
        const heads = services.get(ConversationRepository);
        const turnOf = async () => (await heads.byId(tenantOf('workplace', 'hq'), boats._id))!.last_updated;
        const before = await turnOf();
        const as = await verified(input, body.token);
        const self = await services.call(readSelf, {}, { as, workplace: 'hq' });
        expect([...self.body.groups].sort()).toEqual([boats._id, tea._id].sort());
        expect(await size()).toBe(2);
        // It took the group's turn: a deletion at the same moment leaves no membership (ADR 0030).
        expect((await turnOf()).getTime()).toBeGreaterThan(before.getTime());
      }));

    it('lets the new member only read a chosen group whose joiners only read', () =>
      under([workplaces, groups], async () => {
        const { _id } = await services.group(owner, [], { ...open, joiners_read_only: true });
        const input = newcomer();
        const { body } = await signUpWith({ place: 'hq', interests: [_id] }, input);
        await verified(input, body.token);
        expect(await services.get(MembershipRepository).of(tenantOfMember(owner), _id, body.user.id)).toMatchObject({
          role: 'member',
          read_only: true,
        });
      }));

    it.each([
      ['an invisible one', { invisible: true, autojoin: false }],
      ['one that asks first', { autojoin: false }],
      ['a hidden one', { hidden: true, autojoin: true }],
    ])('refuses %s', (_, fields) =>
      under([workplaces, groups], async () => {
        const [good, bad] = [await services.group(owner, [], open), await services.group(owner, [], fields)];
        const { status, body } = await signUpWith({ place: 'hq', interests: [good._id, bad._id] });
        expect([status, body.fields]).toEqual([400, { interests: 'interests_INVALID_PATTERN' }]);
      }),
    );

    it('refuses a group of another workplace, an unknown one, and everybody', () =>
      under([workplaces, groups], async () => {
        const { _id } = await services.group(owner, [], open);
        for (const [place, id] of [
          ['porto', _id],
          ['hq', 'nothing'],
          ['hq', '0'],
        ] as const) {
          const { body } = await signUpWith({ place, interests: [id] });
          expect(body.fields).toEqual({ interests: 'interests_INVALID_PATTERN' });
        }
      }));

    it('does not join a group that was closed meanwhile', () =>
      under([workplaces, groups], async () => {
        const { _id } = await services.group(owner, [], open);
        const input = newcomer();
        const { body } = await signUpWith({ place: 'hq', interests: [_id] }, input);
        const users = services.get(UserRepository);
        const row = await users.byId(tenantOf('workplace'), body.user.id);
        expect(row!.chosen_groups).toEqual({ workplace: 'hq', ids: [_id] });
        const closed = { $set: { autojoin: false } };
        await services
          .get(Mongo)
          .connection.collection('conversations')
          .updateOne({ _id: _id as never }, closed);
        const as = await verified(input, body.token);
        expect((await services.call(readSelf, {}, { as, workplace: 'hq' })).body.groups).toEqual([]);
      }));

    it('are not offered where no field asks for them', async () => {
      const { status, body } = await services.call(readSelectableGroups, {}, { host });
      expect([status, body.code]).toEqual([403, 'FEATURE_DISABLED']);
    });

    it('are offered by workplace: open groups only, with title and colour only', () =>
      under([workplaces, groups], async () => {
        const shown = await services.group(owner, [], open);
        const closed = await services.group(owner, [], { autojoin: false });
        const invisible = await services.group(owner, [], { autojoin: true, invisible: true });
        const { body } = await services.call(readSelectableGroups, { place: 'hq' }, { host });
        expect(body.groups).toContainEqual({ id: shown._id, title: shown.title, color: shown.color });
        const ids = body.groups.map(({ id }) => id);
        expect(ids).not.toContain(closed._id);
        expect(ids).not.toContain(invisible._id);
        expect((await services.call(readSelectableGroups, {}, { host })).body.groups).toEqual([]);
        const unknown = await services.call(readSelectableGroups, { place: 'paris' }, { host });
        expect([unknown.status, unknown.body.code]).toEqual([400, 'INVALID_INPUT']);
      }));
  });

  describe('a dynamic list', () => {
    const list = { name: 'department', type: 'dynamic-list', subtype: 'shifts' };
    beforeAll(() =>
      services
        .get(ExtensionPoints)
        .provide('list_choices', 'test', async ({ community }, subtype) =>
          community === 'workplace' && subtype === 'shifts' ? ['Early', 'Late'] : [],
        ),
    );
    it.each<[string, object, string | string[], string | undefined]>([
      ['an item', {}, 'Late', undefined],
      ['none of its items', {}, 'Night', 'department_INVALID_PATTERN'],
      ['an item of another list', { subtype: 'roles' }, 'Late', 'department_INVALID_PATTERN'],
      ['nothing, where it is not mandatory', {}, '', undefined],
      ['nothing, where it is', { mandatory: true }, '', 'department_REQUIRED'],
      ['several', { multiple: true }, ['Early', 'Late'], undefined],
      ['one that is no item among several', { multiple: true }, ['Early', 'Night'], 'department_INVALID_PATTERN'],
      ['a text of their own, where the last item is one', { last_option_is_text: true }, 'Night', undefined],
    ])('%s', (_, change, department, code) =>
      under([{ ...list, ...change }], async () => {
        const { status, body } = await signUpWith({ department });
        expect([status, body.fields]).toEqual(code ? [400, { department: code }] : [200, undefined]);
        const row = code ? null : await services.get(UserRepository).byId(tenantOf('workplace'), body.user.id);
        if (row) expect(row.fields['department'] ?? '').toBe([department].flat().join(', '));
      }),
    );
  });
});

describe('a deployment', () => {
  it.each<[string, object[], string]>([
    [
      'several workplaces with selected groups',
      [{ ...workplaces, multiple: true }, groups],
      'Cannot have multiple workplaces AND selected groups!!!',
    ],
    ['a field named as a base field', [{ name: 'email', type: 'input' }], "'email' is the name of a base field"],
    [
      'two fields of one name',
      [
        { name: 'a', type: 'input' },
        { name: 'a', type: 'input' },
      ],
      "there is a field 'a' already",
    ],
    ['a dropdown without options', [{ name: 'a', type: 'dropdown' }], 'a dropdown needs options'],
    ['a list without a subtype', [{ name: 'a', type: 'dynamic-list' }], 'needs the subtype of its items'],
  ])('does not serve a community with %s', async (_, signup_fields, hint) => {
    const { deploymentsDir, dataDir, registryDir } = await makeTestFolders();
    const path = join(deploymentsDir, 'workplace.json');
    const file = JSON.parse(await readFile(path, 'utf8')) as DeploymentFile;
    await writeFile(path, JSON.stringify({ ...file, flags: { ...file.flags, signup_fields } }));
    const environment = readEnvironment({
      MONGODB_URI: 'mongodb://127.0.0.1',
      DATA_DIR: dataDir,
      REGISTRY_DIR: registryDir,
      DEPLOYMENTS_DIR: deploymentsDir,
    });
    const deployments = new DeploymentService(
      new ModuleRegistry(environment),
      environment,
      createLogger('silent'),
      new Metrics(),
    );
    expect(deployments.all().map(({ id }) => id)).toEqual(['motorsport']);
    expect(deployments.problems).toContainEqual(
      expect.objectContaining({ community: 'workplace', hint: expect.stringContaining(hint) }),
    );
  });
});
