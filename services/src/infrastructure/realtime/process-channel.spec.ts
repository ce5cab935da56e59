import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { startTestServices } from '../../../test/start-test-services.js';
import { ProcessChannel } from './process-channel.js';

describe(ProcessChannel, () => {
  it('ends quietly before Redis was ever reached', async () => {
    // Accepts connections and never answers.
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const rejections: unknown[] = [];
    const collect = (reason: unknown) => void rejections.push(reason);
    process.on('unhandledRejection', collect);
    try {
      const services = await startTestServices({ REDIS_URL: `redis://127.0.0.1:${port}` }, 'chats');
      await services.close();
      await setImmediate();
      expect(rejections).toEqual([]);
    } finally {
      process.off('unhandledRejection', collect);
      silent.close();
    }
  });
});
