import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { Metrics } from './metrics.js';

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const page = 'docs/how-to/see-it-run.md';

interface Alert {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const alerts = async () => {
  const { groups } = parse(await read('deploy/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
};
const panels = async () => {
  const dashboard = JSON.parse(await read('deploy/grafana/paddock.json')) as {
    panels: { title: string; targets: { expr: string; legendFormat: string }[] }[];
  };
  return dashboard.panels;
};

/** Labels that the scraper adds. */
const scraped = ['job', 'instance'];
const metrics = new Map(
  new Metrics().registry.getMetricsAsArray().map((metric) => {
    const { name, type, labelNames = [] } = metric as unknown as { name: string; type: string; labelNames?: string[] };
    return [name, { isHistogram: type === 'histogram', labels: [...labelNames, ...scraped] }] as const;
  }),
);

/** The metrics and labels of an expression that the services do not send. */
function unknownIn(expr: string, texts = ''): string[] {
  const names = [
    ...expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|without) \([^)]*\)/g, '').matchAll(/[a-z_]\w*(?!\w|\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless'].includes(name) && !/^e\d*$/.test(name));
  const known = names.map((name) => {
    const histogram = metrics.get(name.replace(/_(bucket|sum|count)$/, ''));
    return histogram?.isHistogram ? { ...histogram, labels: [...histogram.labels, 'le'] } : metrics.get(name);
  });
  const labels = [
    ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label]) => label!),
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/,\s*/)),
    ...[...texts.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label!),
  ];
  return [
    ...names.filter((_, at) => !known[at]),
    ...labels.filter((label) => !known.every((metric) => !metric || metric.labels.includes(label))),
    ...(names.length === 0 ? ['no metric'] : []),
  ];
}

describe('the alerts for Prometheus', () => {
  it('use metrics and labels that the services send', async () => {
    for (const { alert, expr, annotations } of await alerts())
      expect([alert, unknownIn(expr, annotations.summary)]).toEqual([alert, []]);
  });

  it('have one entry each in the runbook', async () => {
    const text = await read(page);
    const entries = [...text.slice(text.indexOf('\n## Alerts\n')).matchAll(/^### (\w+)\n\n\S/gm)].map(
      ([, title]) => title!,
    );
    const names = (await alerts()).map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(5);
    expect(entries).toEqual(names);
    for (const { alert, annotations } of await alerts())
      expect(annotations.runbook).toBe(`${page}#${alert.toLowerCase()}`);
  });
});

describe('the dashboard for Grafana', () => {
  it('shows metrics and labels that the services send', async () => {
    expect((await panels()).length).toBeGreaterThan(5);
    for (const { title, targets } of await panels())
      for (const { expr, legendFormat } of targets) expect([title, unknownIn(expr, legendFormat)]).toEqual([title, []]);
  });
});

describe('the check of expressions', () => {
  it.each([
    ['rate(paddock_https_seconds_count{job="paddock"}[5m])', ['paddock_https_seconds_count']],
    ['sum by (colour) (paddock_sockets{job="paddock"})', ['colour']],
    ['paddock_sockets{room="0"} > 1.5e9', ['room']],
    ['rate(paddock_password_hashes_total_sum[5m])', ['paddock_password_hashes_total_sum']],
    ['histogram_quantile(0.99, sum by (le, call) (rate(paddock_http_seconds_bucket{status!~"2.."}[5m])))', []],
  ])('finds what %s has of its own', (expr, unknown) => {
    expect(unknownIn(expr)).toEqual(unknown);
  });
});
