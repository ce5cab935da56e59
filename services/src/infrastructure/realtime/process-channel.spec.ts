import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { startTestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-windows.js';
import { ProcessChannel } from './process-channel.js';

/** Rejections that would end the process; Jest's own listeners fail the test instead. */
let rejections: unknown[];
let others: NodeJS.UnhandledRejectionListener[];
const collect = (reason: unknown) => void rejections.push(reason);
beforeEach(() => {
  rejections = [];
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', collect);
});
afterEach(() => {
  process.off('unhandledRejection', collect);
  for (const listener of others) process.on('unhandledRejection', listener);
  redis.close();
});

let redis: Server;
/** A Redis that sends `reply` to each message; without one it never answers. */
async function startRedis(reply?: string): Promise<string> {
  redis = createServer((socket) => {
    socket.on('error', () => undefined);
    if (reply !== undefined) socket.on('data', () => void socket.write(reply));
  }).listen(0, '127.0.0.1');
  await once(redis, 'listening');
  return `redis://127.0.0.1:${(redis.address() as { port: number }).port}`;
}

describe(ProcessChannel, () => {
  it('ends quietly before Redis was ever reached', async () => {
    const services = await startTestServices({ REDIS_URL: await startRedis() }, 'chats');
    await services.close();
    await setImmediate();
    expect(rejections).toEqual([]);
  });

  it('ends the process if Redis refuses its subscriptions', async () => {
    const services = await startTestServices({ REDIS_URL: await startRedis('-NOAUTH no password\r\n') }, 'chats');
    await until(() => rejections.length > 0);
    await services.close();
    expect(String(rejections[0])).toContain('NOAUTH');
  });
});
