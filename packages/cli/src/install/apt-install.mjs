import { spawn } from 'node:child_process';
import { onPath } from '../processes/database.mjs';
import { step } from '../progress.mjs';

/**
 * Installs a Debian package, as root on Debian; does nothing elsewhere. The caller checks the result.
 * @param {string} name
 */
export async function aptInstall(name) {
  const aptGet = onPath('apt-get');
  if (process.getuid?.() !== 0 || !aptGet) return;
  await step(`installing ${name}`, async () => {
    await whenClosed(spawn(aptGet, ['update'], { stdio: 'ignore' }));
    await whenClosed(
      spawn(aptGet, ['install', '-y', '--no-install-recommends', name], {
        stdio: 'ignore',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }),
    );
  });
}

/** @param {import('node:child_process').ChildProcess} child */
export const whenClosed = (child) => new Promise((resolve) => child.once('error', resolve).once('close', resolve));
