import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login } from '@paddock/contract/calls/account';
import { searchPeople } from '@paddock/contract/calls/people';
import { postShout, readShouts } from '@paddock/contract/calls/shouts';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { startCollector, valuesOf, type ReceivedSpan } from '../../../test/collector.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { createLogger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { startTelemetry } from './start-telemetry.js';

const text = 'Aurora Quicksilver brakes late';
const password = 'a-password-of-this-test';

let collector: Awaited<ReturnType<typeof startCollector>>;
let services: TestServices;
let member: TestMember;
beforeAll(async () => {
  collector = await startCollector();
  services = await startTestServices({
    SERVICES: 'account,shouts,people',
    TRUSTED_PROXY: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
  });
  member = await services.member({ fullname: 'Fabiola Unmistakable' });
});
afterAll(async () => {
  await services.close();
  await collector.stop();
});

/** Waits for a condition of what the collector has received. */
async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found !== undefined) return found;
    await wait(50);
  }
}
const spanWith = (isWanted: (span: ReceivedSpan) => boolean) => until(() => collector.spans.find(isWanted));

describe('a collector of OpenTelemetry', () => {
  it('gets a call and its database commands in the trace that has the id of the request at the proxy', async () => {
    const requestId = randomUUID().replaceAll('-', '');
    const { status } = await services.request('POST', '/api/shouts', {
      headers: { authorization: `Bearer ${member.token}`, 'x-request-id': requestId },
      body: { client_id: randomUUID(), group: '0', shout: text },
    });
    expect(status).toBe(200);
    const call = await spanWith(({ traceId, parentSpanId }) => traceId === requestId && !parentSpanId);
    expect(call).toMatchObject({
      name: postShout.name,
      attributes: {
        'paddock.request': requestId,
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'paddock.community': 'motorsport',
      },
    });
    const command = await spanWith(({ traceId, name }) => traceId === requestId && name === 'database.bulkWrite');
    expect(command).toMatchObject({
      parentSpanId: call.spanId,
      attributes: { 'db.system.name': 'mongodb', 'db.operation.name': 'bulkWrite' },
    });
    // Its own collection is the name of each other command's span.
    await spanWith(({ traceId, name, attributes }) => {
      const collection = attributes['db.collection.name'];
      return traceId === requestId && typeof collection === 'string' && name === `${collection}.find`;
    });
    // The line of the log has the same id.
    expect(services.log.some((line) => line.includes('"module":"http"') && line.includes(requestId))).toBe(true);
  });

  it('gets the delivery of an event with the commands of its subscriber', async () => {
    const delivery = await spanWith(({ name }) => name.startsWith('outbox '));
    expect(delivery.attributes).toMatchObject({
      'paddock.event': expect.any(String),
      'paddock.community': 'motorsport',
      'paddock.waited_ms': expect.anything(),
    });
    await spanWith(({ parentSpanId }) =>
      collector.spans.some(({ spanId, name }) => spanId === parentSpanId && name.startsWith('outbox ')),
    );
  });

  it('gets a trace of a request whose id is not a trace id', async () => {
    await services.request('GET', '/api/boot', { headers: { 'x-request-id': 'from-the-proxy' } });
    const { traceId } = await spanWith(({ attributes }) => attributes['paddock.request'] === 'from-the-proxy');
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gets every metric of GET /metrics under its name, with equal values', async () => {
    const names = services
      .get(Metrics)
      .registry.getMetricsAsArray()
      .map(({ name }) => name);
    for (const name of names) await until(() => collector.metrics.get(name));
    const requests = await until(() =>
      collector.metrics
        .get('paddock_http_seconds')
        ?.histogram?.dataPoints.find(({ attributes }) => valuesOf(attributes)['call'] === postShout.name),
    );
    expect(valuesOf(requests.attributes)).toEqual({ call: postShout.name, status: '200' });
    expect(Number(requests.count)).toBe(1);
    expect(requests.bucketCounts.map(Number).reduce((sum, count) => sum + count)).toBe(1);
    expect(requests.bucketCounts.length).toBe(requests.explicitBounds.length + 1);
    expect(collector.metrics.get('process_cpu_user_seconds_total')?.sum).toMatchObject({ isMonotonic: true });
    expect(collector.metrics.get('process_resident_memory_bytes')?.gauge?.dataPoints[0]?.asDouble).toBeGreaterThan(1e6);
  });

  it('gets the headers of the setting', () => {
    expect(collector.headers.length).toBeGreaterThan(0);
    for (const headers of collector.headers) expect(headers.authorization).toBe('Bearer of-the-collector');
  });

  it('gets no names, texts, ids, tokens or passwords of members', async () => {
    const input = { username_or_email: member.username, password };
    const options = { as: member };
    await services.call(login, input, { host: 'motorsport.localhost' });
    await services.call(searchPeople, { query: member.row.fullname }, options);
    await services.call(readShouts, { filter: '0', count: 5 }, options);
    await services.request('GET', `/api/no-such-call/${member.id}?email=${member.row.email}`);
    for (const name of [login.name, searchPeople.name, readShouts.name]) await spanWith((span) => span.name === name);
    await spanWith(({ attributes }) => attributes['http.response.status_code'] === 404);
    const received = collector.bodies.join('\n');
    expect(received).toContain(searchPeople.name);
    const { id, username, token, row } = member;
    for (const secret of [id, username, token, row.fullname, row.email, text, password, 'Quicksilver'])
      expect([secret, received.includes(secret)]).toEqual([secret, false]);
  });
});

describe('without a collector', () => {
  it('nothing is started', async () => {
    expect(await startTelemetry({ telemetry: undefined }, new Metrics(), createLogger('silent'))).toBeUndefined();
  });

  it('nothing of OpenTelemetry is loaded: its importers are imported by one dynamic import only', async () => {
    const source = fileURLToPath(new URL('../..', import.meta.url));
    const files = (await readdir(source, { recursive: true })).filter((file) => /(?<!\.spec)\.ts$/.test(file));
    const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(source, file), 'utf8')]));
    const importers = (pattern: RegExp) =>
      texts
        .filter(([, code]) => pattern.test(code!))
        .map(([file]) => file)
        .sort();
    const folder = 'infrastructure/telemetry';
    expect(importers(/from '@opentelemetry/)).toEqual([`${folder}/otlp-telemetry.ts`, `${folder}/registry-metrics.ts`]);
    expect(importers(/from '.*\/(otlp-telemetry|registry-metrics)\.js'/)).toEqual([`${folder}/otlp-telemetry.ts`]);
    expect(importers(/import\('.*\/otlp-telemetry\.js'\)/)).toEqual([`${folder}/start-telemetry.ts`]);
  });
});

describe('a collector that does not answer', () => {
  it('is named in the log, and calls are answered', async () => {
    const gone = await startCollector();
    await gone.stop();
    const other = await startTestServices({
      SERVICES: 'shouts',
      OTEL_EXPORTER_OTLP_ENDPOINT: gone.endpoint,
      OTEL_METRIC_EXPORT_INTERVAL: '200',
    });
    const caller = await other.member();
    expect((await other.call(readShouts, { filter: '0', count: 5 }, { as: caller })).status).toBe(200);
    await until(() => other.log.find((line) => line.includes('telemetry was not sent')));
    await other.close();
  });
});
