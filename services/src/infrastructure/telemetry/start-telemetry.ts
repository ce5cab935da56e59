import type { Environment } from '../environment/environment.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Telemetry } from './telemetry.js';

/** Undefined without a collector, and then nothing of OpenTelemetry is loaded. */
export async function startTelemetry(
  { telemetry }: Pick<Environment, 'telemetry'>,
  metrics: Metrics,
  logger: Logger,
): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined;
  const { OtlpTelemetry } = await import('./otlp-telemetry.js');
  return new OtlpTelemetry(telemetry, metrics, logger);
}
