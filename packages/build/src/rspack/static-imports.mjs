import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './base-config.mjs';

/**
 * Our own sources that files need before they run: their transitive imports, without types and `import()`.
 * @param {readonly string[]} entries absolute paths
 * @returns {Set<string>} absolute paths, including the entries
 */
export function staticImports(entries) {
  const found = new Set();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...importsOf(file));
  }
  return found;
}

const importsOf = (file) => specifiersOf(file).flatMap((specifier) => sourceOf(specifier, file) ?? []);

function specifiersOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    if (ts.isImportDeclaration(node) ? onlyTypes(node) : node.isTypeOnly) return [];
    const { moduleSpecifier } = node;
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [];
  });
}

/** @param {import('typescript').ImportDeclaration} node */
function onlyTypes({ importClause }) {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const named = importClause.namedBindings;
  return !importClause.name && named && ts.isNamedImports(named) && named.elements.every((one) => one.isTypeOnly);
}

/** The third-party packages that these sources import directly. */
export function packagesOf(sources) {
  return new Set([...sources].flatMap((file) => specifiersOf(file)).filter((name) => !/^(\.|@paddock\/)/.test(name)));
}

/** @type {ts.CompilerOptions} */
const resolution = {
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
  jsx: ts.JsxEmit.ReactJSX,
  customConditions: ['workspace-source'],
};

/** The source that a relative import or an export of our own packages names; undefined for other packages and assets. */
function sourceOf(specifier, from) {
  if (!/^(\.|@paddock\/)/.test(specifier)) return undefined;
  const importer = specifier.startsWith('.') ? from : path.join(root, 'package.json');
  return ts.resolveModuleName(specifier, importer, resolution, ts.sys).resolvedModule?.resolvedFileName;
}
