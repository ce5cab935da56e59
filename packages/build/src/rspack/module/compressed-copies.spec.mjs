import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { alteredCopies, writeCopies } from './compressed-copies.mjs';
import { integrityOf } from './integrity.mjs';

const text = 'of the shell '.repeat(200);
let dir;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'paddock-copies-'));
  await mkdir(path.join(dir, 'assets'));
  await writeFile(path.join(dir, 'assets/a.js'), text);
  await writeFile(path.join(dir, 'assets/font.woff2'), text);
  await writeFile(path.join(dir, 'small.css'), '.a{}');
  await writeCopies(dir);
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe(writeCopies, () => {
  it('writes copies beside text files that are not small', async () => {
    expect((await readdir(path.join(dir, 'assets'))).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'font.woff2']);
    expect(await readdir(dir)).toEqual(['assets', 'small.css']);
    expect(brotliDecompressSync(await readFile(path.join(dir, 'assets/a.js.br'))).toString()).toBe(text);
    expect(gunzipSync(await readFile(path.join(dir, 'assets/a.js.gz'))).toString()).toBe(text);
  });

  it('leaves the integrity of a release as it was', async () => {
    expect(Object.keys(await integrityOf(dir))).toEqual(['assets/a.js', 'assets/font.woff2', 'small.css']);
  });
});

describe(alteredCopies, () => {
  it('accepts copies as they were written', async () => expect(await alteredCopies(dir)).toEqual([]));

  it('names damaged copies, copies of other bytes and copies without their file', async () => {
    await writeFile(path.join(dir, 'assets/a.js'), 'altered');
    await writeFile(path.join(dir, 'assets/a.js.gz'), 'damaged');
    await writeFile(path.join(dir, 'assets/b.js.br'), await readFile(path.join(dir, 'assets/a.js.br')));
    expect(await alteredCopies(dir)).toEqual(['assets/a.js.br', 'assets/a.js.gz', 'assets/b.js.br']);
  });
});
