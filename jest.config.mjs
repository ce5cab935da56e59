import { harmlessState } from '@paddock/build/jest/harmless-state.mjs';
import { nodeProject, webProject } from '@paddock/build/jest/preset.mjs';
import { runWithVmModules } from '@paddock/build/jest/run-with-vm-modules.mjs';
import { findNode24 } from '@paddock/cli/install/node-24.mjs';
import { isNode24 } from '@paddock/cli/node-version.mjs';

// npx starts Jest on the caller's Node.
runWithVmModules(isNode24(process.versions.node) ? process.execPath : await findNode24());

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
