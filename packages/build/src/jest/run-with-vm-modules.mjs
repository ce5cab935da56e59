import { spawnSync } from 'node:child_process';
import vm from 'node:vm';

/**
 * Jest runs ES modules only when Node was started with --experimental-vm-modules. Called from the Jest config, this starts
 * the same command again with the flag, so that plain `npx jest` and every editor's test button work; workers inherit it.
 */
export function runWithVmModules() {
  if (vm.SourceTextModule) return;
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { status } = spawnSync(process.execPath, [...flags, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
