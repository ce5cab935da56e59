import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clamd, infected } from '../../../test/clamd.js';
import { createLogger } from '../logging/logger.js';
import { VirusScanner } from './virus-scanner.js';

const clamd = new Clamd();
const log: string[] = [];
const logger = createLogger('info', { write: (line: string) => void log.push(line) });
let address: string;
let folder: string;
beforeAll(async () => {
  address = await clamd.start();
  folder = await mkdtemp(join(tmpdir(), 'paddock-scan-'));
});
afterAll(async () => {
  await clamd.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  log.length = 0;
  clamd.isSilent = false;
});

async function check(content: Buffer | string, scanner = new VirusScanner(address, logger, 1000)) {
  const path = join(folder, 'content');
  await writeFile(path, content);
  return scanner.check(path);
}

describe(VirusScanner, () => {
  it.each([[0], [1], [700_000]])('sends %d bytes whole', async (size) => {
    const content = randomBytes(size);
    await check(content);
    expect(clamd.scanned.at(-1)!.equals(content)).toBe(true);
    expect(log).toEqual([]);
  });

  it('refuses a file with a virus, and logs its name', async () => {
    const refused = { code: 'INVALID_FILE', details: { reason: 'infected' } };
    await expect(check(Buffer.concat([randomBytes(200_000), Buffer.from(infected)]))).rejects.toMatchObject(refused);
    expect(log.join()).toContain('Paddock.Test FOUND');
  });

  it.each<[string, number]>([
    ['above the scanner’s own limit', 1_000_001],
    ['far above it, which the scanner does not read to its end', 30_000_000],
  ])('refuses a file %s', async (_, size) => {
    await expect(check(Buffer.alloc(size))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(log).toHaveLength(1);
  });

  it('refuses files while the scanner is silent or unreachable', async () => {
    clamd.isSilent = true;
    await expect(check('x')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const nowhere = new VirusScanner(join(folder, 'clamd.sock'), logger);
    await expect(check('x', nowhere)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect([log[0], log[1]]).toEqual([expect.stringContaining('silent'), expect.stringContaining('ENOENT')]);
  });

  it('accepts every file where no scanner is set', async () => {
    const scanned = clamd.scanned.length;
    await check(infected, new VirusScanner(undefined, logger));
    expect(clamd.scanned).toHaveLength(scanned);
  });
});
