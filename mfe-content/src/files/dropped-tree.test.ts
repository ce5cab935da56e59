import { expect, describe, it } from '@jest/globals';
import { maxUploadBytes } from '@paddock/contract/calls/files';
import { maxDepth } from '@paddock/contract/calls/folders';
import { type DroppedEntry, maxTreeFiles, readTree } from './dropped-tree';

const sized = (size: number) => ({ size }) as File;
const file = (name: string, size = 1): DroppedEntry => ({
  name,
  isDirectory: false,
  file: (found) => found(Object.assign(sized(size), { name })),
});
const broken: DroppedEntry = {
  name: 'broken.txt',
  isDirectory: false,
  file: (_, fail) => fail?.(new DOMException('gone', 'NotFoundError')),
};
/** Returns its entries a hundred at a time, as browsers do. */
const folder = (name: string, entries: readonly DroppedEntry[]): DroppedEntry => ({
  name,
  isDirectory: true,
  createReader() {
    const left = [...entries];
    return { readEntries: (found) => found(left.splice(0, 100) as FileSystemEntry[]) };
  },
});
const pathsOf = ({ files }: Awaited<ReturnType<typeof readTree>>) =>
  files.map(({ folders, file: { name } }) => [...folders, name].join('/'));

describe(readTree, () => {
  it('reads files and folders, each folder after the one that contains it, without what systems leave', async () => {
    const tree = await readTree([
      folder('Round 6', [folder('Laps', [file('b.csv'), file('a.csv')]), folder('Empty', []), file('.DS_Store')]),
      file('plan.txt'),
    ]);
    expect(tree.folders).toEqual([['Round 6'], ['Round 6', 'Empty'], ['Round 6', 'Laps']]);
    expect(pathsOf(tree)).toEqual(['Round 6/Laps/a.csv', 'Round 6/Laps/b.csv', 'plan.txt']);
    expect(tree.skipped).toEqual([]);
  });

  it('reads all of a folder that the browser returns in parts', async () => {
    const tree = await readTree([
      folder(
        'Laps',
        Array.from({ length: 250 }, (_, lap) => file(`${lap}.csv`)),
      ),
    ]);
    expect(tree.files).toHaveLength(250);
  });

  it('names and skips what the rules refuse, and goes on', async () => {
    const long = `${'a'.repeat(140)}.txt`;
    const tree = await readTree([
      folder('Round 6', [
        file('NUL'),
        folder('con', [file('x.txt')]),
        file('ends.'),
        file(long),
        broken,
        file('z.txt'),
      ]),
      file('video.mov', maxUploadBytes + 1),
    ]);
    expect(pathsOf(tree)).toEqual(['Round 6/z.txt']);
    expect(new Map(tree.skipped.map(({ name, code }) => [name, code]))).toEqual(
      new Map([
        ['Round 6/NUL', 'NAME'],
        ['Round 6/con', 'NAME'],
        ['Round 6/ends.', 'NAME'],
        [`Round 6/${long}`, 'NAME'],
        ['Round 6/broken.txt', 'UNREADABLE'],
        ['video.mov', 'TOO_LARGE'],
      ]),
    );
  });

  it('bounds depth and number', async () => {
    let deep = folder('level', [file('too deep.txt')]);
    for (let level = 0; level < maxDepth; level++) deep = folder('level', [deep]);
    const { folders, files, skipped } = await readTree([deep]);
    expect([folders.length, files.length, skipped.map(({ code }) => code)]).toEqual([maxDepth, 0, ['TOO_DEEP']]);
    const many = Array.from({ length: maxTreeFiles + 2 }, (_, lap) => file(`${lap}.csv`));
    const tree = await readTree([folder('Laps', many)]);
    expect([tree.files.length, tree.skipped.map(({ code }) => code)]).toEqual([maxTreeFiles, ['TOO_MANY', 'TOO_MANY']]);
  });
});
