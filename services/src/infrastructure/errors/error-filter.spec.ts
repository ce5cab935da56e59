import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { createLogger } from '../logging/logger.js';
import { ErrorFilter } from './error-filter.js';

const log: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  const filter = new ErrorFilter(createLogger('info', { write: (line: string) => void log.push(line) }));
  app = fastify({ genReqId: () => 'the-id-of-the-request' });
  app.setErrorHandler((error, request, reply) => filter.refuse(error, request, reply));
  app.get('/broken', () => {
    throw new Error('broken');
  });
  await app.ready();
});
afterAll(() => app.close());

it('logs a failed call with the id of its request', async () => {
  expect((await app.inject('/broken')).statusCode).toBe(500);
  expect(log.map((line) => JSON.parse(line) as Record<string, unknown>)).toEqual([
    expect.objectContaining({ level: 'error', msg: 'call failed', request: 'the-id-of-the-request' }),
  ]);
});
