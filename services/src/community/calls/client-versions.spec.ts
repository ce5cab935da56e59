import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBoot } from '@paddock/contract/calls/boot';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const send = (parameters: Record<string, string>) =>
  services.request('GET', `/api${readBoot.path}?${String(new URLSearchParams(parameters))}`);

describe('a call', () => {
  it('of a window of an earlier contract is refused', async () => {
    const { status, text } = await send({ 'device-platform': 'web', 'client-version': '0.9.3' });
    expect([status, JSON.parse(text)]).toEqual([426, expect.objectContaining({ code: 'DEPRECATED_CLIENT' })]);
  });

  it.each([
    ['a window of a later contract', { 'device-platform': 'web', 'client-version': '99.0.0' }],
    ['another client, which has a version of its own,', { 'device-platform': 'ios', 'client-version': '0.9.3' }],
    ['a client without a platform', { 'client-version': '0.9.3' }],
    ['a window with an unreadable version', { 'device-platform': 'web', 'client-version': 'next' }],
    ['a client without these parameters', {}],
  ])('of %s passes', async (_, parameters) => {
    expect((await send(parameters)).status).toBe(200);
  });
});
