import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Milliseconds between two samples of the event loop's delay. Each sample wakes the process: every 10 ms takes half a percent of a
 * core.
 */
const loopSampleMs = 50;

/** The metrics of this process, for `GET /metrics`. One object per process, passed to the parts that measure. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: 'paddock_http_seconds',
    help: 'Duration of requests by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly sockets = new Gauge({
    name: 'paddock_sockets',
    help: 'Connected sockets by community',
    labelNames: ['community'],
    registers: [this.registry],
  });
  readonly outboxDelay = new Histogram({
    name: 'paddock_outbox_lag_seconds',
    help: 'From an event to its delivery in this process, by subscriber',
    labelNames: ['subscriber'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 60],
    registers: [this.registry],
  });
  /** For how many ms the oldest event has waited for a subscriber of this process. */
  outboxLag = () => 0;
  readonly outboxWaiting: Gauge = new Gauge({
    name: 'paddock_outbox_waiting_seconds',
    help: 'For how long the oldest event has waited for a subscriber of this process, also for one that hangs',
    registers: [this.registry],
    collect: () => this.outboxWaiting.set(this.outboxLag() / 1000),
  });
  readonly passwordHashes = new Counter({
    name: 'paddock_password_hashes_total',
    help: 'Passwords hashed or compared',
    registers: [this.registry],
  });

  readonly refusedDeployments = new Gauge({
    name: 'paddock_refused_deployments',
    help: 'Problems of the present deployment files, by community; the last good state is served',
    labelNames: ['community'],
    registers: [this.registry],
  });
  readonly moduleFailures = new Counter({
    name: 'paddock_module_failures_total',
    help: 'Failures of modules that clients reported, by community, module, version and code',
    labelNames: ['community', 'module', 'version', 'code'],
    registers: [this.registry],
  });

  constructor() {
    // The library measures event-loop delay, memory, CPU and handles.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: loopSampleMs });
  }
}

/** Measures every request under its call's name; requests outside the contract share one label. */
export function measureRequests(
  fastify: FastifyInstance,
  metrics: Metrics,
  callOf: (request: FastifyRequest) => string | undefined,
) {
  fastify.addHook('onResponse', (request, reply, done) => {
    metrics.requests.observe(
      { call: callOf(request) ?? 'other', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/**
 * `GET /metrics` in Prometheus' format: requires the token if one is set, else only this machine may read it. A request through
 * a proxy counts as remote.
 */
export function serveMetrics(fastify: FastifyInstance, metrics: Metrics, token?: string) {
  fastify.get('/metrics', async (request, reply) => {
    if (!(token ? carries(request, token) : isLocal(request))) return reply.code(404).send();
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics());
  });
}

function carries(request: FastifyRequest, token: string): boolean {
  const actual = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  const proxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !proxied && (address === '::1' || /^(::ffff:)?127\./.test(address));
}
