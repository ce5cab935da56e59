import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openBoundedLog } from './bounded-log.mjs';

let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-log-'))));
afterEach(() => rm(folder, { recursive: true }));

it('keeps the newest lines within the size limit, in the current and the previous file', async () => {
  const log = openBoundedLog(folder, 'services.log', 1000);
  for (let line = 0; line < 1000; line++) log.write(Buffer.from(`line ${line}\n`));
  log.close();
  const path = join(folder, 'services.log');
  expect((await stat(path)).size).toBeLessThanOrEqual(1000);
  expect((await stat(`${path}.before`)).size).toBeLessThanOrEqual(1000);
  const kept = `${await readFile(`${path}.before`, 'utf8')}${await readFile(path, 'utf8')}`.trim().split('\n');
  expect(kept).toEqual(kept.map((_, index) => `line ${1000 - kept.length + index}`));
});
