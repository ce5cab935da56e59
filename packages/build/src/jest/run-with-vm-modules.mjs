import { spawnSync } from 'node:child_process';
import vm from 'node:vm';

/**
 * Jest runs ES modules only under --experimental-vm-modules. The Jest config calls this to restart the same command
 * with the flag, so that plain `npx jest` and editor test buttons work; workers inherit it.
 */
export function runWithVmModules() {
  if (vm.SourceTextModule) return;
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { status } = spawnSync(process.execPath, [...flags, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
