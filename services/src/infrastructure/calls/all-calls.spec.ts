import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allCalls } from './all-calls.js';
import { type Call, pathParameters, placeInput } from '@paddock/contract/core/call';
import { commonParameters, isCurrentApiVersion } from '@paddock/contract/core/common-parameters';
import { contractVersion } from '@paddock/contract/core/contract-version';
import { permissions, ruleOf } from '@paddock/contract/core/permissions';

describe('allCalls', () => {
  it('finds every call of every contract file', () => {
    expect(allCalls.map((call) => call.name)).toEqual(
      expect.arrayContaining(['account.login', 'shouts.create', 'events.list']),
    );
  });

  it('names each call once and uses each method and path once with a verb or without, with extra fields or without, and with a token or without', () => {
    const names = allCalls.map((call) => call.name);
    expect(new Set(names).size).toBe(names.length);
    const isOpen = ({ permission }: Call) => ruleOf(permission).role === 'anyone';
    const routes = allCalls.map((call) =>
      [
        call.method,
        call.path.replaceAll(/\{\w+\}/g, '{}'),
        'verb' in call.input.shape,
        'extras' in call,
        isOpen(call),
      ].join(' '),
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(allCalls.map((call) => [call.name, call] as const))('%s declares a consistent call', (_name, call) => {
    const fields = Object.keys(call.input.shape);
    expect(fields).toEqual(expect.arrayContaining(pathParameters(call.path)));
    expect(fields.filter((field) => field in commonParameters.shape)).toEqual([]);
    if (typeof call.permission === 'string') expect(Object.keys(permissions)).toContain(call.permission);
    else expect(call.permission.name).toMatch(new RegExp(`^${call.permission.tabs[0]}\\.[a-z_]+$`));
    expect(Object.values(call.aliases ?? {}).every((field) => fields.includes(field))).toBe(true);
    if (call.idempotent) expect(fields).toContain('client_id');
  });

  it('marks every field with a credential as secret, and has none in a GET, which has no body', () => {
    const opens =
      /password|token|(^|_)(pin|code|jwt|secret|state|nonce|response)$|^(endpoint|p256dh|auth|receipt|purchases)$/;
    const known = ['logs.write code', 'rooms.create door_code', 'rooms.update door_code', 'dues.members state'];
    for (const { name, method, path, input, inBody } of allCalls) {
      const secrets = Object.keys(input.shape).filter(
        (field) => opens.test(field) && !known.includes(`${name} ${field}`),
      );
      expect([name, inBody]).toEqual([name, secrets]);
      if (method === 'GET') expect([name, inBody]).toEqual([name, []]);
      expect([name, pathParameters(path).filter((field) => inBody.includes(field))]).toEqual([name, []]);
    }
  });

  it.each(allCalls.map((call) => [call.name, call] as const))(
    '%s refuses a field it does not declare',
    (_name, call) => {
      const refused = call.input.safeParse({ surprise: 1 });
      expect(refused.error?.issues).toEqual(
        expect.arrayContaining([expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'] })]),
      );
    },
  );
});

describe(placeInput, () => {
  it('sends the common parameters in the query of a GET and in the body of a PUT', () => {
    const [get, put] = ['shouts.read', 'shouts.update'].map((name) => allCalls.find((call) => call.name === name)!);
    expect(placeInput(get!)).toMatchObject({
      path: ['id'],
      query: expect.arrayContaining(['token', 'workplace']),
      body: [],
    });
    expect(placeInput(put!)).toMatchObject({
      path: ['id'],
      query: [],
      body: expect.arrayContaining(['shout', 'token']),
    });
  });
});

describe(isCurrentApiVersion, () => {
  it.each([
    [undefined, true],
    ['0.4', true],
    ['0.4.17', true],
    ['0.5', false],
    ['0.40', false],
    ['0.4.x', false],
    ['', false],
    [0.4, false],
    [null, false],
  ])('%p: %p', (version, current) => expect(isCurrentApiVersion(version)).toBe(current));
});

describe('contractVersion', () => {
  it("equals the package's version", () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.resolve('@paddock/contract/core/call')), 'utf8'),
    ) as {
      version: string;
    };
    expect(contractVersion).toBe(version);
  });
});
