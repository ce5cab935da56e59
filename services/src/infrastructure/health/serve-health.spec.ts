import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { serveHealth } from './serve-health.js';

describe(serveHealth, () => {
  const app = fastify();
  let ping: () => Promise<unknown>;
  let address: string;
  beforeAll(async () => {
    serveHealth(
      app,
      () => ping(),
      () => 12,
      () => [{ community: 'motorsport', path: 'tabs[0]' }],
    );
    address = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => app.close());

  it.each<[string, () => Promise<unknown>, number]>([
    ['the database answers', async () => ({ ok: 1 }), 200],
    ['the database refuses', async () => Promise.reject(new Error('connection lost')), 503],
    ['the database never answers', () => new Promise(() => {}), 503],
  ])('reports that %s', async (_case, answer, status) => {
    ping = answer;
    expect((await fetch(`${address}/live`)).status).toBe(200);
    const reply = await fetch(`${address}/health`);
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({
      ok: status === 200,
      outbox_lag_ms: 12,
      refused_deployments: [{ community: 'motorsport', path: 'tabs[0]' }],
    });
  });
});
