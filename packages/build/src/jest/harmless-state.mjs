/**
 * Files whose module state no spec can notice, so that the spec files of a worker share them: values kept by what they are made of, and
 * queues that are empty when their work is done.
 */
export const harmlessState = [
  'packages/contract/src/core/calendar-zone.ts',
  'packages/contract/src/core/languages.ts',
  'packages/contract/src/core/secret.ts',
  'packages/contract/src/core/time-zones.ts',
  'packages/embedded-mongo/src/commands/indexes.ts',
  'packages/embedded-mongo/src/query/pause.ts',
  'packages/embedded-mongo/src/storage/index-entries.ts',
  'packages/embedded-mongo/src/values/pattern.ts',
  'services/src/account/credentials/password/passwords.ts',
  'services/src/events/shift/local-day.ts',
  'services/src/events/sync/read-calendar.ts',
  'services/src/infrastructure/calls/all-calls.ts',
  'services/src/infrastructure/calls/bounded-patterns.ts',
  'services/src/infrastructure/logging/access-log.ts',
  'services/src/infrastructure/processes/process-reports.ts',
  'services/src/infrastructure/tenancy/preview.ts',
  'services/src/serving/community-icon.ts',
  'services/src/serving/serve-icons.ts',
  'services/src/serving/serve-static.ts',
];
