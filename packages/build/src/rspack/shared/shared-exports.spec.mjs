import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../config/places.mjs';

const stored = JSON.parse(readFileSync(new URL('shared-exports.json', import.meta.url), 'utf8'));

/** The values that an address of a package exports, by name. */
function exportsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.exportClause?.elements)
      return statement.exportClause.elements.filter((one) => !one.isTypeOnly).map(({ name }) => name.text);
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.text);
    return ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) ? [statement.name.text] : [];
  });
}

const present = Object.fromEntries(
  ['mfe-kit', 'ui'].flatMap((name) => {
    const folder = path.join(root, 'packages', name);
    const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return Object.entries(exports)
      .filter(([, file]) => /^\.\/src\/.*\.tsx?$/.test(file))
      .map(([address, file]) => [`@paddock/${name}${address.slice(1)}`, exportsOf(path.join(folder, file)).sort()]);
  }),
);

// A module that was released earlier runs with the present kit (ADR 0003); a name that is gone is undefined there.
it('kit and design system keep every name that they export; new ones are added to shared-exports.json', () =>
  expect(present).toEqual(stored));
