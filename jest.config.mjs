import { nodeProject, webProject } from '@paddock/build/jest/preset.mjs';
import { runWithVmModules } from '@paddock/build/jest/run-with-vm-modules.mjs';

runWithVmModules();

export default {
  projects: [nodeProject(import.meta.dirname), webProject(import.meta.dirname)],
  cacheDirectory: 'var/jest',
  // Two cores: one worker a core, and a limit that no test meets because the machine is busy, and a hung one long before its stage.
  maxWorkers: 2,
  // The modules of a finished spec stay in its worker's memory; a worker is replaced before two of them need a large machine.
  workerIdleMemoryLimit: '1200MB',
  testTimeout: 120_000,
};
