import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { socketLimits } from '../rate-limits/limits.js';
import { RateLimits } from '../rate-limits/rate-limits.js';
import { clientReader } from './client-of.js';
import { TestWindows } from '../../../test/test-windows.js';

const forwarded = (address: string) => ({
  host: 'paddock.internal',
  'x-forwarded-host': 'workplace.localhost',
  'x-forwarded-for': address,
});

describe(clientReader, () => {
  const request = { headers: forwarded('203.0.113.7'), socket: { remoteAddress: '10.0.0.2' } } as never;

  it('reads address and host from a trusted proxy’s headers', () => {
    expect(clientReader(['10.0.0.0/8'])(request)).toEqual({ address: '203.0.113.7', host: 'workplace.localhost' });
  });

  it.each([[[]], [['192.168.0.1']]])('ignores the headers of others (trusted: %j)', (trusted) => {
    expect(clientReader(trusted)(request)).toEqual({ address: '10.0.0.2', host: 'paddock.internal' });
  });
});

describe('sockets behind a proxy', () => {
  let services: TestServices;
  let windows: TestWindows;
  beforeAll(async () => {
    services = await startTestServices({ TRUSTED_PROXY: '127.0.0.1' });
    windows = new TestWindows(services);
  });
  afterAll(async () => {
    windows.closeAll();
    await services.close();
  });

  it('belong to the requested community, and are counted for each client separately', async () => {
    const member = await services.member({ community: 'workplace' });
    const limits = services.get(RateLimits);
    for (let taken = 0; taken < socketLimits.connect.points; taken++)
      await limits.take('socket.connect', socketLimits.connect, 'workplace', '203.0.113.7');
    const auth = { token: member.token };
    expect(await windows.refusalOf(auth, 'workplace', forwarded('203.0.113.7'))).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    expect((await windows.open(member, forwarded('203.0.113.8'))).socket.connected).toBe(true);
  });
});
