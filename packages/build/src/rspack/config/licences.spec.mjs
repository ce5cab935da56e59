import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isAccepted, licenceFaults } from './licences.mjs';

let dir;
beforeAll(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'paddock-licences-'))));
afterAll(() => rm(dir, { recursive: true, force: true }));

async function installed(name, license) {
  const folder = path.join(dir, 'node_modules', name);
  await mkdir(path.join(folder, 'esm'), { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', license }));
  await writeFile(path.join(folder, 'esm/package.json'), '{ "type": "module" }');
  return path.join(folder, 'esm/index.js');
}

describe(licenceFaults.name, () => {
  it('names each package once whose licence is missing or not accepted', async () => {
    const free = await installed('free', 'MIT');
    const copyleft = await installed('@some/copyleft', 'AGPL-3.0-only');
    const unknown = await installed('unknown', undefined);
    expect(licenceFaults([free, copyleft, copyleft, unknown, path.join(dir, 'src/own.ts'), ''])).toEqual([
      '@some/copyleft 1.0.0: "AGPL-3.0-only"',
      'unknown 1.0.0: no licence',
    ]);
  });
});

describe(isAccepted.name, () => {
  it.each([
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND ISC', true],
    ['(MIT AND GPL-3.0)', false],
    ['SEE LICENSE IN file', false],
  ])('reads %s', (expression, result) => expect(isAccepted(expression)).toBe(result));
});
