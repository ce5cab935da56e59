import { nodeProject, webProject } from '@paddock/build/jest/preset.mjs';
import { runWithVmModules } from '@paddock/build/jest/run-with-vm-modules.mjs';
import { findNode24 } from '@paddock/cli/install/node-24.mjs';
import { isNode24 } from '@paddock/cli/node-version.mjs';

// npx starts Jest on the caller's Node.
runWithVmModules(isNode24(process.versions.node) ? process.execPath : await findNode24());

/** Values kept by what they are made of, and queues that are empty when their work is done. */
const harmlessState = [
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

export default {
  projects: [nodeProject(import.meta.dirname, harmlessState), webProject(import.meta.dirname)],
  cacheDirectory: 'var/jest',
  // Two cores: a worker more, since tests wait for timers and processes for a part of their time.
  maxWorkers: 3,
  // The modules of a finished spec stay in its worker's memory; a worker is replaced before three of them need a large machine.
  workerIdleMemoryLimit: '1GB',
  // No test meets it because the machine is busy, and a hung one does long before its stage.
  testTimeout: 120_000,
};
