import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { parsedSource } from '../config/parsed-source.mjs';
import { packageDir } from '../config/places.mjs';
import { Refusal } from '../config/refusal.mjs';
import { foreignKeys } from './foreign-keys.mjs';

const contract = '@paddock/contract/';

/**
 * Calls, slots and links that a module's source uses and its manifest does not declare, which the kit refuses at run time; and keys of
 * the browser's storage that are not the module's own.
 * @param {string} dir the module's folder, absolute
 * @param {{ permissions: readonly string[], slots: { uses: readonly string[] }, links: Record<string, string>, follows?: readonly string[] }} manifest
 * @returns {string[]} one line per use, which begins with its file and line
 */
export function undeclaredUses(dir, { permissions, slots, links, follows = [] }) {
  return inEachSource(dir, (file, place) => [
    ...importedCalls(file).flatMap(({ node, permission }) =>
      permissions.includes(permission)
        ? []
        : [`${place(node)}: the call ${node.text} needs '${permission}' in the manifest's permissions`],
    ),
    ...usedSlots(file).flatMap((node) =>
      slots.uses.includes(node.text) ? [] : [`${place(node)}: '${node.text}' is missing in slots.uses of the manifest`],
    ),
    ...usedLinks(file).flatMap((node) =>
      follows.includes(node.text) || node.text in links
        ? []
        : [`${place(node)}: '${node.text}' is missing in follows of the manifest`],
    ),
    ...foreignKeys(file, path.basename(dir)).map(
      (node) => `${place(node)}: ${node.getText(file)} needs a key that visibly begins with '${path.basename(dir)}.'`,
    ),
  ]);
}

/**
 * The calls that a module's source imports, with the file and line of each import.
 * @param {string} dir the module's folder, absolute
 * @returns {{ place: string, name: string, method: string, path: string }[]}
 */
export const usedCalls = (dir) =>
  inEachSource(dir, (file, place) =>
    importedCalls(file).map(({ node, method, path: address }) => ({
      place: place(node),
      name: node.text,
      method,
      path: address,
    })),
  );

/**
 * @template T
 * @param {string} dir
 * @param {(file: ts.SourceFile, place: (node: ts.Node) => string) => T[]} find
 */
function inEachSource(dir, find) {
  // The contract may have changed since, in a process that watches.
  known.clear();
  const sources = readdirSync(path.join(dir, 'src'), { recursive: true, encoding: 'utf8' })
    // No tests, and no helpers of tests.
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|(^|[\\/])test-/.test(name))
    .sort();
  return sources.flatMap((name) => {
    const file = parsedSource(path.join(dir, 'src', name));
    const line = (node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    return find(file, (node) => `${path.basename(dir)}/src/${name}:${line(node)}`);
  });
}

/** The calls that a file imports from the contract. */
function importedCalls(file) {
  return file.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const { text } = moduleSpecifier;
    const names = importClause?.namedBindings;
    if (!text.startsWith(contract) || importClause.isTypeOnly || !names || !ts.isNamedImports(names)) return [];
    const declared = callsOf(path.join(packageDir('contract'), 'src', `${text.slice(contract.length)}.ts`));
    return names.elements.flatMap(({ name, propertyName, isTypeOnly }) => {
      const call = isTypeOnly ? undefined : declared.get((propertyName ?? name).text);
      return call === undefined ? [] : [{ node: name, ...call }];
    });
  });
}

/** @typedef {{ permission: string, method: string, path: string }} DeclaredCall */
/** @type {Map<string, Map<string, DeclaredCall>>} */
const known = new Map();

/** The calls that a file of the contract declares: by the name of the constant. */
function callsOf(source) {
  const before = known.get(source);
  if (before) return before;
  /** @type {Map<string, DeclaredCall>} */
  const found = new Map();
  known.set(source, found);
  if (!existsSync(source)) return found;
  const values = new Map(
    parsedSource(source)
      .statements.filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .map(({ name, initializer }) => [name.getText(), withoutType(initializer)]),
  );
  for (const [name, value] of values) {
    if (!value || !ts.isCallExpression(value) || value.expression.getText() !== 'defineCall') continue;
    const given = part(value.arguments[0], 'permission');
    // A tab's own permission is an object of the same file.
    const permission = given && ts.isIdentifier(given) ? part(values.get(given.text), 'name') : given;
    if (!permission || !ts.isStringLiteral(permission))
      throw new Refusal(`${source}: cannot tell the permission of ${name}`);
    found.set(name, { permission: permission.text, method: textOf(value, 'method'), path: textOf(value, 'path') });
  }
  return found;
}

const withoutType = (value) =>
  value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) ? withoutType(value.expression) : value;

const part = (value, name) =>
  value && ts.isObjectLiteralExpression(value)
    ? value.properties.filter(ts.isPropertyAssignment).find((property) => property.name.getText() === name)?.initializer
    : undefined;

/** A literal in a call's declaration. */
function textOf(call, name) {
  const value = part(call.arguments[0], name);
  return value && ts.isStringLiteral(value) ? value.text : '';
}

/** The names in `<Slot name="…">` and `useSlotAvailable('…')`. */
function usedSlots(file) {
  /** @type {import('typescript').StringLiteral[]} */
  const found = [];
  const visit = (node) => {
    if (ts.isJsxAttribute(node) && node.name.getText() === 'name' && node.initializer)
      if (ts.isStringLiteral(node.initializer) && node.parent.parent.tagName.getText() === 'Slot')
        found.push(node.initializer);
    if (ts.isCallExpression(node) && node.expression.getText() === 'useSlotAvailable')
      found.push(...node.arguments.filter(ts.isStringLiteral));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The links in `useHref('…', …)`, in calls of what `useHrefs()` returned, and in `linkAddress(boot, '…', …)`. */
function usedLinks(file) {
  /** @type {import('typescript').StringLiteral[]} */
  const found = [];
  const functions = new Map([
    ['useHref', 0],
    ['linkAddress', 1],
  ]);
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.initializer?.getText(file) === 'useHrefs()')
      functions.set(node.name.getText(file), 0);
    if (ts.isCallExpression(node)) {
      const link = node.arguments[functions.get(node.expression.getText(file)) ?? -1];
      if (link && ts.isStringLiteral(link)) found.push(link);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
