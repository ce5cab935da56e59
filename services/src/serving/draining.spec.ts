import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestServices } from '../../test/start-test-services.js';
import { Draining } from './draining.js';

it(`${Draining.name} ends the process although a client never finishes its request`, async () => {
  const services = await startTestServices();
  const socket = connect(services.port, '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  socket.on('error', () => undefined).resume();
  socket.write('POST /api/logs HTTP/1.1\r\nhost: motorsport.localhost\r\ncontent-length: 100\r\n\r\n{');
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
