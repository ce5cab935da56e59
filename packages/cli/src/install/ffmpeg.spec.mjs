import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ffmpegProblem } from './ffmpeg.mjs';

const environment = { ...process.env };
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paddock-ffmpeg-spec-'));
  process.env.PATH = folder;
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.env = { ...environment };
  await rm(folder, { recursive: true });
});

async function command(name, script = '') {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

describe('ffmpegProblem', () => {
  it('needs ffmpeg and ffprobe', async () => {
    await command('ffmpeg');
    jest.spyOn(process, 'getuid').mockReturnValue(1000);
    expect(await ffmpegProblem()).toMatch('videos stay downloads');
    await command('ffprobe');
    expect(await ffmpegProblem()).toBeUndefined();
  });

  it('installs them as root', async () => {
    await command(
      'apt-get',
      `echo "$@" >> ${folder}/asked; /bin/cp ${folder}/apt-get ${folder}/ffmpeg; /bin/cp ${folder}/apt-get ${folder}/ffprobe`,
    );
    jest.spyOn(process, 'getuid').mockReturnValue(0);
    expect(await ffmpegProblem()).toBeUndefined();
    expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('update\ninstall -y --no-install-recommends ffmpeg\n');
  });

  it('says what to do when they cannot be installed', async () => {
    await command('apt-get', 'exit 100');
    jest.spyOn(process, 'getuid').mockReturnValue(0);
    expect(await ffmpegProblem()).toMatch('apt-get install -y ffmpeg');
  });
});
