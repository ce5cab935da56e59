import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { specifiedTabs } from '@paddock/contract/core/tabs';
import { root } from './base-config.mjs';
import { definedParts } from './module-manifest.mjs';

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const rows = readme
  .slice(readme.indexOf('### From an address to its code'))
  .split('\n### ')[0]
  .split('\n')
  .filter((line) => /^\| `[#/]/.test(line))
  .map((line) => line.split('|').slice(1, 5).map(codesIn));

/** What a cell has in backticks, with `{a,b}` written out. */
function codesIn(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => {
    const [, before, inner, after] = /^(.*)\{(.*)\}(.*)$/.exec(code) ?? [];
    return inner === undefined ? [code] : inner.split(',').map((one) => before + one + after);
  });
}

/** A tab beside those of the specification needs no row: module, service and contract file have its name. */
const isNamedAlike = (dir, address) => {
  const [, tab = ''] = /^\/main\/([^/]+)/.exec(address) ?? [];
  return (
    dir === `mfe-${tab}` &&
    !specifiedTabs.some((specified) => specified === tab) &&
    existsSync(path.join(root, 'services/src', tab)) &&
    existsSync(path.join(root, `packages/contract/src/calls/${tab}.ts`))
  );
};

const modules = readdirSync(root).filter((name) => name.startsWith('mfe-'));
const screens = modules.flatMap((dir) =>
  definedParts(readFileSync(path.join(root, dir, 'src/index.ts'), 'utf8')).screens.map((address) => [dir, address]),
);
const addresses = rows.flatMap(([cell]) => cell.filter((code) => code.startsWith('#')).map((code) => code.slice(1)));

describe("README's table from an address to its code", () => {
  it.each(screens)('lists the screen of %s at %s', (dir, address) =>
    expect(
      isNamedAlike(dir, address) || addresses.some((listed) => listed === address || startsLike(listed, address)),
    ).toBe(true),
  );

  it('names folders and contract files that exist', () => {
    const folders = rows
      .flatMap(([, screen, service]) => [...screen, ...service])
      .filter((code) => code.includes('/') && !code.includes('<'));
    const contracts = readdirSync(path.join(root, 'packages/contract/src'), { recursive: true }).map((file) =>
      path.basename(String(file)),
    );
    expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
    expect(
      rows.flatMap(([, , , files]) => files).filter((file) => !/^\/|</.test(file) && !contracts.includes(file)),
    ).toEqual([]);
  });
});

/** Whether a listed address that ends in `…` covers this one. */
function startsLike(listed, address) {
  return listed.endsWith('…') && address.startsWith(listed.slice(0, -1));
}
