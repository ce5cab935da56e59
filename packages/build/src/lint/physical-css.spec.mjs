import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { physicalDeclarations } from './physical-css.mjs';

const root = join(import.meta.dirname, '../../../..');
const folders = [
  'packages/ui/src',
  'packages/mfe-kit/src',
  'shell/src',
  ...readdirSync(root).filter((name) => /^mfe-/.test(name)),
];
const styles = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.css') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
);

describe('physicalDeclarations', () => {
  it.each([
    'margin-left: 1px',
    'border-right-color: red',
    'left: 0',
    'text-align: right',
    'float: left',
    'border-top-left-radius: 2px',
    'padding: 0 var(--s-2) 0 calc(var(--gutter) - (2px + 1px))',
    'inset: -4px -4px -8px -8px',
  ])('finds %s', (declaration) =>
    expect(physicalDeclarations(`a {\n  ${declaration};\n}`)).toMatchObject([{ line: 2, declaration }]),
  );

  it.each([
    'margin-inline-start: 1px',
    'inset-inline-end: 0',
    'text-align: end',
    'top: 0',
    'transform-origin: left',
    'padding: 1px 2px 3px 2px',
    'inset: 0 calc(1px + 2px) 4px',
  ])('allows %s', (declaration) => expect(physicalDeclarations(`a { ${declaration}; }`)).toEqual([]));

  it('ignores comments and selectors', () =>
    expect(physicalDeclarations('/* left: 0; */ a:hover { color: red } .left { color: red }')).toEqual([]));
});

describe('the style sheets of this repository', () => {
  it('exist', () => expect(styles.length).toBeGreaterThan(5));
  it.each(styles)('%s mirrors', (file) =>
    expect(physicalDeclarations(readFileSync(join(root, file), 'utf8'))).toEqual([]),
  );
});
