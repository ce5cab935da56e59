import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { communityRows } from './community-rows.mjs';

let folder;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'paddock-communities-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

it('names files that cannot be read beside the addresses of the other communities', async () => {
  const texts = {
    'base.json': '{}',
    'club.json': JSON.stringify({ title: 'Club', default: true }),
    'harbour.json': JSON.stringify({ title: { en: 'Harbour', ar: 'الميناء' }, languages: ['ar', 'en'] }),
    'broken.json': '{ "title": ',
    'untitled.json': '{}',
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  expect(new Map(await communityRows(folder, 4000))).toEqual(
    new Map([
      ['Club', 'http://club.localhost:4000  and  http://localhost:4000'],
      ['الميناء', 'http://harbour.localhost:4000'],
      ['broken', 'broken.json is refused: npm run doctor -- broken says why'],
      ['untitled', 'untitled.json is refused: npm run doctor -- untitled says why'],
    ]),
  );
});
