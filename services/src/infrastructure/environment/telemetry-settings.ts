import { z } from 'zod';

/** The variables of OpenTelemetry that the services read, under its names. */
export const telemetryVariables = {
  /** The address of a collector of OpenTelemetry (OTLP over HTTP); without it nothing is traced or sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers for the collector, such as `authorization=Bearer%20…`. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((text) => Object.fromEntries(text.split(',').filter(Boolean).map(pairOf))),
  OTEL_SERVICE_NAME: z.string().default('paddock'),
  /** The share of the requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds between two transmissions of metrics. */
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(100).default(60_000),
};

/** Undefined without a collector. */
export function telemetryOf(values: z.output<z.ZodObject<typeof telemetryVariables>>) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  if (!endpoint) return undefined;
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    service: values.OTEL_SERVICE_NAME,
    sampledShare: values.OTEL_TRACES_SAMPLER_ARG,
    metricsEveryMs: values.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

/** `name=value`, both in URL encoding. */
function pairOf(text: string): [string, string] {
  const [name = '', value = ''] = text.trim().split(/=(.*)/, 2);
  try {
    return [name, decodeURIComponent(value)];
  } catch {
    return [name, value];
  }
}
