import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './base-config.mjs';

/**
 * Our own sources that a file needs before it runs: what it imports, and what that imports, types and `import()` left out.
 * @param {readonly string[]} entries absolute paths
 * @returns {Set<string>} absolute paths, the entries among them
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

/** The packages of others that some of these sources import by themselves. */
export function packagesOf(sources) {
  return new Set([...sources].flatMap((file) => specifiersOf(file)).filter((name) => !/^(\.|@paddock\/)/.test(name)));
}

/** The source of a relative import, or of a subpath of the contract, the kit or the design system; undefined for others. */
function sourceOf(specifier, from) {
  const [, of = '', subpath = ''] = /^@paddock\/(contract|mfe-kit|ui)\/([\w-]+)$/.exec(specifier) ?? [];
  const bases = of
    ? [path.join(root, 'packages', of, 'src', subpath), path.join(root, 'packages', of, 'src', subpath, subpath)]
    : specifier.startsWith('.')
      ? [path.resolve(path.dirname(from), specifier.replace(/\.js$/, ''))]
      : [];
  return bases.flatMap((base) => [`${base}.tsx`, `${base}.ts`]).find((name) => existsSync(name));
}
