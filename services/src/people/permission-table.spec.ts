import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as people from '@paddock/contract/calls/people';
import * as profiles from '@paddock/contract/calls/profiles';
import { reportMember } from '@paddock/contract/calls/moderation';
import type { Call } from '@paddock/contract/core/call';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { randomUUID } from 'node:crypto';
import { type Cell, type Cells, compareCells, members, superAdmins, workplaceAdmins } from '../../test/caller-cells.js';
import { startTestServices, type TestMember, type TestServices } from '../../test/start-test-services.js';
import { underFlags } from '../../test/under-flags.js';
import { allCalls } from '../infrastructure/calls/all-calls.js';

/*
 * Permissions of each call about members, in workplace `hq`, by a caller about another member of it. Each cell has a new caller and a new
 * member. A cell is the error code, or 200.
 */

const community = 'workplace';
const workplace = 'hq';
let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,people,moderation', RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

/** Members who have no access yet, or no more, may call it too. */
const sessions = (own: Cell): Cells => ({
  ...members(own),
  ...{ unverified: own, pending: own, denied: own, banned: own },
});
type Input = (member: TestMember, caller: TestMember | undefined) => object;
const about =
  (input: object = {}): Input =>
  ({ id }) => ({ id, ...input });
const own =
  (input: object = {}): Input =>
  ({ id }, caller) => ({ id: caller?.id ?? id, ...input });
const editing = { fields: { job: 'Chief' } };

const rows: [string, Call, Input, Cells][] = [
  ['', people.readPeople, () => ({}), members(200)],
  ['without a position', people.readClosest, () => ({}), members(200)],
  ['', people.setPosition, () => ({ position: [5.97, 50.44] }), members(200)],
  ['', people.forgetPosition, () => ({}), sessions(200)],
  ['', people.searchPeople, () => ({ query: 'a' }), members(200)],
  ['', people.findMember, ({ username }) => ({ username }), members(200)],
  ['', people.readProfile, about(), members(200)],
  ['', profiles.readActivities, about(), members(200)],
  ['of one’s own', profiles.updateProfile, own(editing), members(200)],
  ['of another', profiles.updateProfile, about(editing), workplaceAdmins(200)],
  ['of one’s own', profiles.replaceProfileImage, own(), members('INVALID_FILE')],
  ['of another', profiles.replaceProfileImage, about(), workplaceAdmins('INVALID_FILE')],
  ['', profiles.blockMember, about(), members(200)],
  ['of oneself', profiles.blockMember, own(), members('FORBIDDEN')],
  ['', profiles.unblockMember, about(), members(200)],
  ['', profiles.readAdmins, () => ({}), workplaceAdmins(200)],
  ['in the workplace', profiles.setRole, about({ role: 'workplace_admin', granted: true }), workplaceAdmins(200)],
  ['in the community', profiles.setRole, about({ role: 'admin', granted: true }), superAdmins(200)],
  ['', reportMember, about({ client_id: randomUUID() }), members(200)],
];

async function send(call: Call, caller: TestMember | undefined, input: Record<string, unknown>) {
  const headers = { host: `${community}.localhost`, ...(caller && { authorization: `Bearer ${caller.token}` }) };
  if (!call.files) {
    const as = caller ? { as: caller } : { host: headers.host };
    const { status, body } = await services.call(call, { ...(caller && { workplace }), ...input }, as);
    return [status, body.code] as const;
  }
  const path = call.path.replace('{id}', String(input['id']));
  const field = (name: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  const body = `${caller ? field('workplace', workplace) : ''}${field(`${call.files.field}"; filename="a.png`, 'no picture')}--x--\r\n`;
  const multipart = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
  const reply = await services.request(call.method, `/api${path}`, { headers: multipart, body });
  return [reply.status, (JSON.parse(reply.text) as ErrorReply).code] as const;
}

describe('permissions of calls about members', () => {
  it('cover every call', () => {
    const written = new Set(rows.map(([, { name }]) => name));
    const ours = allCalls.map(({ name }) => name).filter((name) => name.startsWith('people.'));
    expect(ours.filter((name) => !written.has(name))).toEqual([]);
  });

  it.each(rows.map(([what, call, input, cells]) => [`${call.name} ${what}`, call, input, cells] as const))(
    '%s',
    async (_, call, input, cells) => {
      const flags = { can_only_view_users_in_my_groups: false, people_tab: { by_distance: true } };
      await underFlags(services, 'workplace', flags, async () => {
        const { found, expected } = await compareCells(services, cells, async (caller) =>
          send(call, caller, { ...input(await services.member({ community, workplace }), caller) }),
        );
        expect(found).toEqual(expected);
      });
    },
    60_000,
  );
});
