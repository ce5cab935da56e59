import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestServices } from '../../test/start-test-services.js';
import { Draining } from './draining.js';

/** A request that lacks a part of its body, and what the server sends on its connection. */
async function openRequest(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  const received = { text: '' };
  socket.on('error', () => undefined).on('data', (part: Buffer) => (received.text += part.toString()));
  socket.write(
    'POST /api/logs HTTP/1.1\r\nhost: motorsport.localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{',
  );
  return { socket, ended, received };
}

it(`${Draining.name} ends the process although a client never finishes its request`, async () => {
  const services = await startTestServices();
  const { ended } = await openRequest(services.port);
  // After this reply the server has read the data on the first connection.
  expect((await services.request('GET', '/api/boot')).status).toBe(200);
  const draining = services.get(Draining);
  // An orchestrator kills a process 10 s after it asked it to end.
  expect(draining.drainMs).toBeLessThan(10_000);
  draining.drainMs = 200;
  const began = Date.now();
  await services.close();
  await ended;
  expect(Date.now() - began).toBeGreaterThanOrEqual(190);
});

it(`${Draining.name} listens until requests have ended, and refuses new ones with Retry-After`, async () => {
  const services = await startTestServices();
  const { socket, ended, received } = await openRequest(services.port);
  expect((await services.request('GET', '/health')).status).toBe(200);
  const closed = services.close();
  for (const path of ['/api/boot', '/health', '/']) {
    const { status, headers, text } = await services.request('GET', path);
    expect([status, headers['retry-after'], headers.connection]).toEqual([503, '1', 'close']);
    expect(JSON.parse(text)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retry_after: 1 });
  }
  for (const path of ['/live', '/mfe-chats/1.0.0/mf-manifest.json'])
    expect((await services.request('GET', path)).status).toBe(200);
  socket.write('}');
  await ended;
  await closed;
  // The request that began before gets its own reply.
  expect(received.text).toContain('"INVALID_INPUT"');
  await expect(services.request('GET', '/live')).rejects.toThrow();
});
