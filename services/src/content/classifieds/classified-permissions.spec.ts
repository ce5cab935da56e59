import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClassified,
  deleteClassified,
  markAllClassifiedsRead,
  markClassifiedRead,
  readClassified,
  readClassifiedCategories,
  readClassifieds,
  renewClassified,
  updateClassified,
} from '@paddock/contract/calls/classifieds';
import { reportClassified } from '@paddock/contract/calls/moderation';
import { randomUUID } from 'node:crypto';
import { adOf, setDates, withClassifieds } from '../../../test/classifieds-scenario.js';
import {
  cells,
  codeOf,
  hq,
  refusedRows,
  sameCode,
  tableCallers,
  type TableCaller,
} from '../../../test/permission-tables.js';
import {
  startTestServices,
  type CallOptions,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';

type Caller = TableCaller | 'member' | 'owner' | 'blocking' | 'blocked';
const acts = [
  'list',
  'own',
  'categories',
  'read',
  'create',
  'edit',
  'delete',
  'renew',
  'mark',
  'markAll',
  'report',
] as const;
type Act = (typeof acts)[number];
type Codes = Record<Act, string>;
const all = (code: string) => sameCode(acts, code);

let services: TestServices;
let owner: TestMember;
let callers: Record<Caller, CallOptions>;

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'classifieds,moderation', RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace']) await services.configure(community, withClassifieds);
  const blocked = await services.member(hq);
  owner = await services.member({ ...hq, blocked_users: [blocked.id] });
  callers = {
    ...(await tableCallers(services)),
    member: { as: await services.member(hq) },
    owner: { as: owner },
    blocking: { as: await services.member({ ...hq, blocked_users: [owner.id] }) },
    blocked: { as: blocked },
  };
});
afterAll(() => services.close());

async function attempt(act: Act, id: string, options: CallOptions): Promise<string> {
  const fresh = { client_id: randomUUID(), title: 'Jack', desc: 'Two tons', category: 'tools', lifetime: 3 };
  const calls = {
    list: () => services.call(readClassifieds, { count: 50 }, options),
    own: () => services.call(readClassifieds, { own: true, count: 50 }, options),
    categories: () => services.call(readClassifiedCategories, {}, options),
    read: () => services.call(readClassified, { id }, options),
    create: () => services.call(createClassified, fresh, options),
    edit: () => services.call(updateClassified, { id, desc: 'Changed' }, options),
    delete: () => services.call(deleteClassified, { id }, options),
    renew: () => services.call(renewClassified, { id }, options),
    mark: () => services.call(markClassifiedRead, { id }, options),
    markAll: () => services.call(markAllClassifiedsRead, {}, options),
    report: () => services.call(reportClassified, { id, client_id: randomUUID() }, options),
  };
  const reply = await calls[act]();
  if (reply.status !== 200 || (act !== 'list' && act !== 'own')) return codeOf(reply);
  return (reply.body as { classifieds: { id: string }[] }).classifieds.some((ad) => ad.id === id) ? 'ok' : 'unseen';
}

const gone = 'CLASSIFIED_NOT_FOUND';
const reader: Codes = { ...all('ok'), own: 'unseen', edit: 'FORBIDDEN', delete: 'FORBIDDEN', renew: 'FORBIDDEN' };
const unseen: Codes = { ...all(gone), list: 'unseen', own: 'unseen', categories: 'ok', create: 'ok', markAll: 'ok' };
/** Renewing is the owner's alone: an admin cannot keep an ad up that its owner gave up. */
const admin: Codes = { ...all('ok'), own: 'unseen', renew: 'FORBIDDEN' };
const base = {
  ...refusedRows(acts),
  blocking: unseen,
  blocked: unseen,
  adminInTheirOwnWorkplace: unseen,
  memberOfAnotherCommunity: unseen,
};
const tables: Record<'live' | 'expired', Record<Caller, Codes>> = {
  live: {
    ...base,
    member: reader,
    owner: { ...all('ok'), report: 'FORBIDDEN' },
    admin,
    superAdmin: admin,
    adminOfAnotherWorkplace: reader,
  },
  expired: {
    ...base,
    member: unseen,
    owner: { ...all('ok'), list: 'unseen', report: 'FORBIDDEN' },
    admin: unseen,
    superAdmin: unseen,
    adminOfAnotherWorkplace: unseen,
  },
};

describe.each(['live', 'expired'] as const)('an ad that is %s', (state) => {
  const ad = async () => {
    const { id } = await adOf(services, owner);
    if (state === 'expired') await setDates(services, id, { expires: new Date(Date.now() - 1000) });
    return id;
  };
  it.each(cells(tables[state]))('%s may %s: %s', async (caller, act, code) =>
    expect(await attempt(act, await ad(), callers[caller])).toBe(code),
  );
});
