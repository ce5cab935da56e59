import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandStartedEvent, MongoClient } from 'mongodb';
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '../environment/environment.js';
import type { Logger } from '../logging/logger.js';
import type { RequestFacts } from '../logging/request-log.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Delivered } from '../outbox/domain-events.js';
import { RegistryMetrics } from './registry-metrics.js';
import type { Telemetry } from './telemetry.js';

/** A collector that hangs delays neither spans nor the end of the process for longer. */
const exportMs = 3000;
const spanDelayMs = 1000;
/** The form of a trace's id, in which nginx makes `$request_id`. */
const traceId = /^(?!0{32})[0-9a-f]{32}$/;

/** Sends by OTLP over HTTP. Loaded only where a collector is configured (`startTelemetry`). */
export class OtlpTelemetry implements Telemetry {
  private readonly tracers: TracerProvider;
  private readonly meters: MeterProvider;
  private readonly tracer;
  private readonly current = new AsyncLocalStorage<Span>();
  /** The id of the trace that begins now. */
  private nextTraceId: string | undefined;

  constructor(settings: NonNullable<Environment['telemetry']>, metrics: Metrics, logger: Logger) {
    const { endpoint, headers, service, sampledShare, metricsEveryMs } = settings;
    const warn = (message: string) => logger.warn({ module: 'telemetry', failure: message }, 'telemetry was not sent');
    const ignore = () => undefined;
    diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
    const resource = resourceFromAttributes({
      'service.name': service,
      'service.instance.id': `${hostname()}:${process.pid}`,
    });
    const exporter = (path: string) => ({ url: `${endpoint}${path}`, headers, timeoutMillis: exportMs });
    const ids = new RandomIdGenerator();
    this.tracers = new TracerProvider({
      resource,
      sampler: new TraceIdRatioBasedSampler(sampledShare),
      idGenerator: {
        generateTraceId: () => this.nextTraceId ?? ids.generateTraceId(),
        generateSpanId: ids.generateSpanId,
      },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter(exporter('/v1/traces')),
          scheduledDelayMillis: spanDelayMs,
          exportTimeoutMillis: exportMs,
        }),
      ],
    });
    this.tracer = this.tracers.getTracer('paddock');
    this.meters = new MeterProvider({
      resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: new OTLPMetricExporter(exporter('/v1/metrics')),
          exportIntervalMillis: metricsEveryMs,
          exportTimeoutMillis: Math.min(exportMs, metricsEveryMs),
          metricProducers: [new RegistryMetrics(metrics.registry)],
        }),
      ],
    });
  }

  traceRequests(fastify: FastifyInstance, factsOf: (request: FastifyRequest) => RequestFacts): void {
    const spans = new WeakMap<FastifyRequest, Span>();
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (request.url.startsWith('/api/')) spans.set(request, this.startRequest(request));
      done();
    });
    // Behind the parsers of bodies, whose events have a context of their own.
    fastify.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request);
      if (span) this.current.run(span, done);
      else done();
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      const span = spans.get(request);
      const { call, community, code } = factsOf(request);
      span?.updateName(call ?? request.routeOptions.url ?? 'unrouted');
      span?.setAttributes({
        'http.response.status_code': reply.statusCode,
        ...(community !== undefined && { 'paddock.community': community }),
        ...(code !== undefined && { 'paddock.code': code }),
      });
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  }

  private startRequest({ id, method }: FastifyRequest): Span {
    const hex = id.replaceAll('-', '');
    this.nextTraceId = traceId.test(hex) ? hex : undefined;
    const attributes = { 'http.request.method': method, 'paddock.request': id };
    const span = this.tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    this.nextTraceId = undefined;
    return span;
  }

  traceCommands(client: MongoClient): void {
    const spans = new Map<number, Span>();
    client.on('commandStarted', (event) => {
      const parent = this.current.getStore();
      if (!parent) return;
      const attributes = attributesOf(event);
      const options = { kind: SpanKind.CLIENT, attributes };
      const name = `${String(attributes['db.collection.name'] ?? 'database')}.${event.commandName}`;
      spans.set(event.requestId, this.tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent)));
    });
    const end = (requestId: number, failure?: Error) => {
      const span = spans.get(requestId);
      // The name only: messages of the database contain values.
      if (failure) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure.name);
      span?.end();
      spans.delete(requestId);
    };
    client.on('commandSucceeded', ({ requestId }) => end(requestId));
    client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
  }

  async traceDelivery(subscriber: string, event: Delivered, deliver: () => Promise<void>): Promise<void> {
    const attributes = {
      'paddock.event': event.kind,
      'paddock.community': event.tenant.community,
      'paddock.waited_ms': Date.now() - event.at.getTime(),
    };
    const span = this.tracer.startSpan(`outbox ${subscriber}`, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
    try {
      await this.current.run(span, deliver);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  async stop(): Promise<void> {
    const sent = Promise.allSettled([this.tracers.shutdown(), this.meters.shutdown()]);
    await Promise.race([sent, wait(exportMs, undefined, { ref: false })]);
    diag.disable();
  }
}

/** Only the command's name and collection: filters and rows contain members' data. */
function attributesOf({ commandName, command }: CommandStartedEvent): Attributes {
  const collection: unknown = commandName === 'getMore' ? command['collection'] : command[commandName];
  return {
    'db.system.name': 'mongodb',
    'db.operation.name': commandName,
    ...(typeof collection === 'string' && { 'db.collection.name': collection }),
  };
}
