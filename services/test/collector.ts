import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}
interface SentMetric {
  name: string;
  sum?: { dataPoints: SentPoint[]; isMonotonic: boolean };
  gauge?: { dataPoints: SentPoint[] };
  histogram?: {
    dataPoints: (SentPoint & { count: string | number; bucketCounts: (string | number)[]; explicitBounds: number[] })[];
  };
}
interface SentPoint {
  attributes: Attribute[];
  asDouble?: number;
}
interface Body {
  resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[];
}

/** A span as the collector received it. */
export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, unknown>;
}

/** A collector that takes OTLP over HTTP. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  /** By name, as last received. */
  const metrics = new Map<string, SentMetric>();
  const headers: IncomingHttpHeaders[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = (await json(request)) as Body;
      headers.push(request.headers);
      bodies.push(JSON.stringify(body));
      for (const span of (body.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)))
        spans.push({ ...span, attributes: valuesOf(span.attributes) });
      for (const metric of (body.resourceMetrics ?? []).flatMap((one) =>
        one.scopeMetrics.flatMap((each) => each.metrics),
      ))
        metrics.set(metric.name, metric);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    /** Everything that was received, as text. */
    bodies,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
