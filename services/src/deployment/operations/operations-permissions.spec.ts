import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkChange, endOverrides, readDeployment, readStatus, setOverride } from '@paddock/contract/calls/operations';
import { endPreview, startPreview } from '@paddock/contract/calls/previews';
import { cells, codeOf, hq, refusedRows, sameCode, tableCallers } from '../../../test/permission-tables.js';
import { type CallOptions, startTestServices, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let callers: Record<string, CallOptions>;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'shouts' });
  callers = { ...(await tableCallers(services)), member: { as: await services.member(hq) } };
});
afterAll(() => services.close());

const acts = [
  'readStatus',
  'readDeployment',
  'checkChange',
  'setOverride',
  'endOverrides',
  'startPreview',
  'endPreview',
] as const;
const forbidden = sameCode(acts, 'FORBIDDEN');
const call = {
  readStatus: (as: CallOptions) => services.call(readStatus, {}, as),
  readDeployment: (as: CallOptions) => services.call(readDeployment, {}, as),
  checkChange: (as: CallOptions) => services.call(checkChange, { path: 'totp', value: 'true' }, as),
  setOverride: (as: CallOptions) => services.call(setOverride, { module: 'mfe-chats', version: '1.0.0' }, as),
  endOverrides: (as: CallOptions) => services.call(endOverrides, {}, as),
  startPreview: (as: CallOptions) => services.call(startPreview, { role: 'super_admin', path: 'totp' }, as),
  endPreview: (as: CallOptions) => services.call(endPreview, {}, as),
};
const table = {
  ...refusedRows(acts),
  member: forbidden,
  admin: forbidden,
  adminOfAnotherWorkplace: forbidden,
  adminInTheirOwnWorkplace: forbidden,
  memberOfAnotherCommunity: forbidden,
  superAdmin: sameCode(acts, 'ok'),
};

describe('calls of operators', () => {
  it.each(cells(table))('answer %s %s with %s', async (caller, act, code) => {
    expect(codeOf(await call[act](callers[caller]!))).toBe(code);
  });
});
