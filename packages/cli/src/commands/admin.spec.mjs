import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { root } from '../paths.mjs';
import { identity, takeProcessLock } from '../processes/process-lock.mjs';

let folder;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-admin-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Resolves to what the command prints and its exit code. */
async function admin(args, env = {}) {
  const entry = join(root, 'packages/cli/src/paddock.mjs');
  const child = spawn(process.execPath, [entry, 'admin', ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output: output.trim() };
}

describe('npm run admin', () => {
  it.each([[[]], [['motorsport', '--remove']], [['motorsport', 'a@b.co', 'more']]])(
    'explains itself: %j',
    async (args) =>
      expect(await admin(args)).toEqual({
        code: 1,
        output: 'Name a community and, to make or remove an admin, an e-mail address; --help says more.',
      }),
  );

  it('names a data folder that does not exist', async () => {
    const missing = join(folder, 'none');
    const { code, output } = await admin(['motorsport', '--data', missing]);
    expect([code, output]).toEqual([
      1,
      `There is no data folder ${missing}: start Paddock once, or name its folder with --data DIR.`,
    ]);
  });

  it('uses the database that a file names, as containers get it', async () => {
    const secret = join(folder, 'mongodb-uri');
    const env = { MONGODB_URI: '', MONGODB_URI_FILE: secret };
    expect((await admin(['motorsport', '--data', folder], env)).output).toBe(
      `The file of MONGODB_URI_FILE cannot be read: ${secret}.`,
    );
  });

  it('waits for nothing while another Paddock starts in the folder', async () => {
    const starting = await mkdtemp(join(folder, 'starting-'));
    const lock = await takeProcessLock(join(starting, 'paddock.lock'));
    expect(await admin(['motorsport', '--data', starting])).toEqual({
      code: 1,
      output: `The Paddock of ${starting} is starting or stopping: try again.`,
    });
    await lock.release();
  });

  it('changes super admins while nothing runs, and leaves the folder free', async () => {
    const data = await mkdtemp(join(folder, 'stopped-'));
    const on = (...args) => admin([...args, '--data', data], { PUBLIC_URL: 'https://paddock.example.org' });
    expect(await on('motorsport')).toEqual({
      code: 0,
      output: 'Meridian GT has no super admin: name the e-mail address of the first one.',
    });
    const { code, output } = await on('motorsport', 'First@Example.org');
    expect(code).toBe(0);
    expect(output).toMatch(
      /^https:\/\/\S+\/super_admin\/[\w-]{43}\n\nThe link makes first@example\.org super admin of Meridian GT\. It works once, for one hour\.$/,
    );
    expect(await on('motorsport', 'first@example.org', '--remove')).toEqual({
      code: 1,
      output: 'No super admin of Meridian GT has the address first@example.org.',
    });
    expect((await on('motorsport', 'first')).output).toBe("'first' is not an e-mail address.");
    expect((await on('elsewhere')).output).toMatch(/^There is no community 'elsewhere': the deployments name /);
    // A process that was killed holds no folder.
    await writeFile(join(data, 'paddock.lock'), identity(999_999_999));
    expect((await on('motorsport')).code).toBe(0);
  }, 240_000);
});
