import { basename } from 'node:path';

/**
 * Moves a channel to a build. A change of a comment builds the same version again: one that was recalled stays so.
 * @param {{ moduleDir: string, channel: string, version: string }} release
 */
export async function useRelease({ moduleDir, channel, version }) {
  const { isRecalled, readLog } = await import('@paddock/build/rspack/release/registry-log.mjs');
  const { moveChannel } = await import('@paddock/build/rspack/release/move-channel.mjs');
  if (!isRecalled(await readLog(moduleDir), version)) return moveChannel({ moduleDir, channel, version });
  const id = basename(moduleDir);
  // The output of some commands is for programs.
  console.error(
    `${channel} of ${id} stays where it is: ${version} was recalled. To use it again: npm run promote -- ${id} ${version} --to ${channel}`,
  );
}
