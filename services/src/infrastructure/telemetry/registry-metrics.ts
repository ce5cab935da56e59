import { ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import { type MetricObjectWithValues, type MetricValue, type MetricValueWithName, type Registry } from 'prom-client';

type HrTime = [seconds: number, nanoseconds: number];

/** The metrics of `GET /metrics` for a collector, under the same names. */
export class RegistryMetrics implements MetricProducer {
  private readonly startTime = hrTime(Date.now());

  constructor(private readonly registry: Registry) {}

  async collect(): Promise<CollectionResult> {
    const metrics = (await this.registry.getMetricsAsJSON()) as MetricObjectWithValues<MetricValueWithName<string>>[];
    const endTime = hrTime(Date.now());
    const scope = { name: 'paddock' };
    const scopeMetrics = [{ scope, metrics: metrics.map((metric) => this.dataOf(metric, endTime)) }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }

  private dataOf(metric: MetricObjectWithValues<MetricValueWithName<string>>, endTime: HrTime): MetricData {
    const { name, help, type, values } = metric;
    const times = { startTime: this.startTime, endTime };
    const shared = {
      descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    // The library's type of `type` is an enumeration that it exports as a type only.
    if (String(type) === 'histogram')
      return {
        ...shared,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: histogramsOf(values).map((point) => ({ ...times, ...point })),
      };
    const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
    if (String(type) === 'counter')
      return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
    return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
  }
}

/** One histogram for each set of labels, from rows `…_bucket`, which count all values up to `le`, `…_sum` and `…_count`. */
function histogramsOf(values: readonly MetricValueWithName<string>[]) {
  const rows = new Map<string, { attributes: MetricValue<string>['labels']; rows: MetricValueWithName<string>[] }>();
  for (const row of values) {
    const { le: _, ...attributes } = row.labels;
    const key = JSON.stringify(attributes);
    if (!rows.has(key)) rows.set(key, { attributes, rows: [] });
    rows.get(key)!.rows.push(row);
  }
  return [...rows.values()].map(({ attributes, rows: ofOne }) => {
    const named = (suffix: string) => ofOne.filter(({ metricName }) => metricName?.endsWith(suffix));
    const buckets = named('_bucket');
    return {
      attributes: { ...attributes },
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: named('_sum')[0]?.value ?? 0,
        count: named('_count')[0]?.value ?? 0,
      },
    };
  });
}

function hrTime(ms: number): HrTime {
  return [Math.floor(ms / 1000), (ms % 1000) * 1e6];
}
