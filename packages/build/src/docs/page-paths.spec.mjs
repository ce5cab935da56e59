import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { existingExamples, missingPaths, pages, repositoryPaths, unmappedFolders } from './page-paths.mjs';

const root = join(import.meta.dirname, '../../../..');
const read = (/** @type {string} */ page) => readFileSync(join(root, page), 'utf8');
const repository = repositoryPaths(root);

describe(missingPaths, () => {
  const paths = [
    'docs/',
    'docs/errors.md',
    'mfe-a/',
    'mfe-a/src/',
    'mfe-a/src/list/',
    'packages/',
    'packages/ui/',
    'packages/ui/package.json',
    'packages/ui/src/',
    'packages/ui/src/row/row.tsx',
    'services/',
    'services/src/',
    'services/src/community/',
    'services/src/community/mail.ts',
  ];
  const missing = (/** @type {string} */ text, page = 'README.md') => missingPaths(page, text, paths);

  it.each([
    ['a file', '`services/src/community/mail.ts`'],
    ['a folder with or without a slash', '`mfe-a/src` and `mfe-a/src/`'],
    ['the end of a path', '`community/mail.ts`, `row.tsx`'],
    ['braces and wildcards', '`mfe-a/src/{list}/`, `mfe-{a,*}/src`, `packages/ui/src/*/row.tsx`'],
    ['placeholders', '`mfe-<tab>/src/`, `packages/ui/src/<name>/row.tsx`'],
    [
      'relative links, with their anchors',
      '[errors](docs/errors.md#codes), [site](https://example.org/a.md), [here](#here)',
    ],
    ['commands', '`npx jest services/src/comm mfe-a --selectProjects=node`'],
  ])('accepts %s', (_, text) => expect(missing(text)).toEqual([]));

  it.each([
    ['addresses', '`/api/docs`, `#/main/chats/:id`, `users/me`'],
    ['imports', '`@paddock/ui/row`, `./row.js`'],
    ['made folders', '`var/data/x.json`, `services/dist/main.js`'],
    ['examples of the how-tos', '`services/src/content/notes/notes.spec.ts`, `mfe-timing/src/`'],
    ['code', '`page.clock`, `read(a, b)`, `npm run e2e -- journeys/polls.spec.ts`'],
    ['blocks', '```ts\n`services/src/gone.ts`\n```'],
  ])('skips %s', (_, text) => expect(missing(text)).toEqual([]));

  it.each([
    ['a file', '`services/src/community/post.ts`'],
    ['a folder', '`mfe-a/src/detail/`'],
    ['a folder of the services', '`community/post`'],
    ['the end of no path', '`post.ts`'],
    ['the end of a path, for one at the root', '`services/mail.ts`'],
    ['one of several', '`mfe-a/src/{list,detail}/`'],
    ['a place for no name', '`packages/<name>/index.ts`'],
  ])('names %s', (_, text) => expect(missing(text)).toEqual([text.slice(1, -1)]));

  it('names links and patterns of commands', () => {
    expect(missing('[errors](errors.md)\n```sh\nnpx jest services/src/post # mail\n```')).toEqual([
      'errors.md',
      'services/src/post',
    ]);
  });

  it('reads a package page from the package, and links from the page', () => {
    expect(missing('`src/row/`, `src/list/`, [x](../../docs/errors.md)', 'packages/ui/README.md')).toEqual([
      'src/row/',
      'src/list/',
    ]);
    expect(missing('`src/list/`, [x](errors.md)', 'docs/page.md')).toEqual([]);
  });
});

describe('the pages', () => {
  it.each(globSync(pages, { cwd: root }).sort())('%s names paths that exist', (page) => {
    expect(missingPaths(page, read(page), repository)).toEqual([]);
  });

  it('make examples of names that are free', () => expect(existingExamples(repository)).toEqual([]));

  it('have a map with every unit and every folder of the services', () => {
    expect(unmappedFolders(read('README.md'), repository)).toEqual([]);
  });
});
