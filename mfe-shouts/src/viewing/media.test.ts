import { describe, expect, it } from '@jest/globals';
import type { AttachedFile } from '@paddock/contract/calls/files';
import { documentsOf, mediaOf, openableOf } from './media';

const fileOf = (name: string, icon: string, type: string, processing?: number): AttachedFile => ({
  ...{ id: name, name, icon, type, size: 1, path: `/${name}`, safeFilePath: `/safe/${name}`, hasThumb: false },
  ...(processing !== undefined && { processing }),
});
const picture = fileOf('a.jpg', 'image', 'image/jpeg');
const ready = fileOf('b.mp4', 'video', 'video/mp4');
const preparing = fileOf('c.mov', 'video', 'video/quicktime', 40);
const unplayable = fileOf('d.mov', 'video', 'video/quicktime');
const failed = fileOf('e.mp4', 'video', 'application/octet-stream');
const sheet = fileOf('f.csv', 'spreadsheet', 'application/octet-stream');
const shout = { images: [picture], files: [sheet, ready, preparing, unplayable, failed] };

describe(mediaOf, () => {
  const names = (files: readonly AttachedFile[]) => files.map(({ name }) => name);

  it('shows pictures first, then videos that play or will', () =>
    expect(mediaOf(shout).map(({ kind, file }) => [kind, file.name])).toEqual([
      ['picture', 'a.jpg'],
      ['video', 'b.mp4'],
      ['video', 'c.mov'],
    ]));

  it('leaves everything else to download', () =>
    expect(names(documentsOf(shout))).toEqual(['f.csv', 'd.mov', 'e.mp4']));

  it('opens nothing that is being prepared', () =>
    expect(names(openableOf(mediaOf(shout)).map(({ file }) => file))).toEqual(['a.jpg', 'b.mp4']));
});
