import { describe, expect, it } from '@jest/globals';
import { firstShared, sharedFiles } from './shared-graph.mjs';

const module = (identifier) => ({ identifier: () => identifier });
const consume = (name) => module(`consume shared module (default) ${name}@^1.0.0 (strict) (strict)`);
const chunk = (name, files, modules) => ({ name, files: new Set(files), modules });
const group = (name, chunks) => ({
  chunks,
  origins: [{ module: module(`provide shared module (default) ${name}@1.0.0 = /somewhere`) }],
});
const compilation = (chunks, chunkGroups = []) =>
  /** @type {any} */ ({ chunks, chunkGroups, chunkGraph: { getChunkModulesIterable: ({ modules }) => modules } });

describe(firstShared, () => {
  it('returns what the exposed chunk needs, not what loads later', () => {
    const exposed = chunk(
      '__federation_expose_lifecycles',
      [],
      [consume('react'), consume('@paddock/ui/row'), module('./a.ts')],
    );
    expect(firstShared(compilation([exposed, chunk(undefined, [], [consume('zod')])]))).toEqual([
      '@paddock/ui/row',
      'react',
    ]);
  });
});

describe(sharedFiles, () => {
  it('returns the files of a shared module and its dependencies, even in a cycle', () => {
    const list = chunk(undefined, ['list.js'], [consume('@paddock/ui/row')]);
    const row = chunk('frame', ['frame.js', 'frame.css'], [consume('@paddock/mfe-kit/list')]);
    expect(
      sharedFiles(compilation([list, row], [group('@paddock/mfe-kit/list', [list]), group('@paddock/ui/row', [row])])),
    ).toEqual({
      '@paddock/mfe-kit/list': ['list.js', 'frame.js', 'frame.css'],
      '@paddock/ui/row': ['frame.js', 'frame.css', 'list.js'],
    });
  });
});
