import { dayMs } from '@paddock/contract/core/durations';
import type { ProvenReleases } from '../registry/proven-releases.js';

/** Milliseconds after which a failure no longer counts; `npm run list` uses the same. */
const failingMs = dayMs;

type Reports = Awaited<ReturnType<ProvenReleases['reports']>>;

/** The failures of a release that members' windows reported, if the last one is recent: one slow device must not mark it for good. */
export function recentFailures(reports: Reports, { id, version }: { id: string; version: string }) {
  const failures = reports.find(({ module }) => module === id)?.failures?.find((entry) => entry.version === version);
  if (!failures || Date.now() - +failures.last > failingMs) return undefined;
  const { count, code, last } = failures;
  return { count, code, last: last.toISOString() };
}
