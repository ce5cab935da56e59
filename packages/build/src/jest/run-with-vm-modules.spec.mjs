import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runWithVmModules } from './run-with-vm-modules.mjs';

const source = fileURLToPath(new URL('./run-with-vm-modules.mjs', import.meta.url));
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-vm-modules-spec-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a script that names a Node, and prints how it is run. */
async function runWith(node) {
  const script = join(folder, 'config.mjs');
  await writeFile(
    script,
    `import vm from 'node:vm';
    import { runWithVmModules } from ${JSON.stringify(source)};
    runWithVmModules(process.env.OTHER_NODE ? process.execPath : ${node});
    const { OTHER_NODE: other = '', PATH } = process.env;
    console.log(JSON.stringify([Boolean(vm.SourceTextModule), other, PATH.split(':')[0], process.argv.slice(2)]));`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'one', '--two']);
  return JSON.parse(stdout);
}

describe(runWithVmModules, () => {
  it('restarts the command with the flag', async () => {
    expect(await runWith('undefined')).toEqual([true, '', dirname(process.execPath), ['one', '--two']]);
  });

  it('restarts the command on the named Node, which is first on the PATH', async () => {
    const node = join(folder, 'node');
    await writeFile(node, `#!/bin/sh\nOTHER_NODE=yes exec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    expect(await runWith(JSON.stringify(node))).toEqual([true, 'yes', folder, ['one', '--two']]);
  });
});
