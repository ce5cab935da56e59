import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import vm from 'node:vm';

/**
 * Jest runs ES modules only under --experimental-vm-modules. The Jest config calls this to restart the same command
 * with the flag, so that plain `npx jest` and editor test buttons work; workers inherit it.
 * @param {string} [node] the path of the Node that runs the tests; it is first on the PATH of what they start
 */
export function runWithVmModules(node = process.execPath) {
  if (vm.SourceTextModule && node === process.execPath) return;
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { status } = spawnSync(node, [...flags, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
  });
  process.exit(status ?? 1);
}
