import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ui = fileURLToPath(new URL('../../../ui/', import.meta.url));
const read = (path) => readFileSync(ui + path, 'utf8');

const { exports } = JSON.parse(read('package.json'));
const rows = [...read('README.md').matchAll(/^\| ([^|]+) \| ([^|]*@paddock\/ui\/[^|]+) \|/gm)];

it('names components that their address exports', () => {
  expect(rows.length).toBeGreaterThan(50);
  const missing = rows.flatMap(([, names, addresses]) => {
    const files = [...addresses.matchAll(/@paddock\/ui\/([\w-]+)/g)].map(([, name]) => exports[`./${name}`]);
    const code = files.map((file) => file && read(file)).join('\n');
    const exported = (name) => new RegExp(`^export (function |const |\\{[^}]*\\b)${name}\\b`, 'm').test(code);
    return names.split(', ').filter((name) => !exported(name));
  });
  expect(missing).toEqual([]);
});
