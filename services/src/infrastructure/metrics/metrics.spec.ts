import { afterEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { measureRequests, Metrics, serveMetrics } from './metrics.js';

let app: FastifyInstance;
afterEach(() => app.close());

async function listening(token?: string) {
  app = fastify();
  const metrics = new Metrics();
  measureRequests(app, metrics, (request) => (request.url === '/teapot' ? 'tea.make' : undefined));
  serveMetrics(app, metrics, token);
  app.get('/teapot', (_request, reply) => reply.code(418).send());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

describe(serveMetrics, () => {
  it('counts requests by call and status, and the event loop’s delay', async () => {
    const address = await listening();
    await fetch(`${address}/teapot`);
    await fetch(`${address}/teapot`);
    const text = await (await fetch(`${address}/metrics`)).text();
    expect(text).toContain('paddock_http_seconds_count{call="tea.make",status="418"} 2');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('returns 404 to a request that came through a proxy', async () => {
    const address = await listening();
    const reply = await fetch(`${address}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(reply.status).toBe(404);
  });

  it('requires the token where one is set, also from this machine', async () => {
    const address = await listening('scrape-me');
    const status = async (authorization?: string) =>
      (await fetch(`${address}/metrics`, { headers: authorization ? { authorization } : {} })).status;
    expect(await status()).toBe(404);
    expect(await status('Bearer scrape-mf')).toBe(404);
    expect(await status('Bearer scrape-me')).toBe(200);
  });
});
