import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { addressesOnly } from '../config/call-addresses-loader.mjs';

/**
 * A file of the contract as a bundle contains it.
 * @typedef {object} Part
 * @property {Map<string, ts.Statement>} declared name → its statement
 * @property {Map<string, Reference>} imported name → the declaration behind it
 * @property {ts.Statement[]} always statements that run with every import
 * @property {ts.SourceFile} source
 */

/** @typedef {{ file: string, name: string | undefined }} Reference `name` undefined for the whole file */

/**
 * The declarations of the contract that these sources use directly or indirectly, in the form in which a browser gets them: of a call
 * its address, no types. A change of another declaration in the same file changes nothing that a member gets.
 *
 * @param {string} contract its folder
 * @param {readonly string[]} files sources of the module, absolute
 * @returns {Map<string, string>} file of the contract → text of these declarations
 */
export function contractParts(contract, files) {
  /** @type {Map<string, Part>} */
  const parts = new Map();
  /** @type {Map<string, Set<ts.Statement>>} */
  const used = new Map();
  const partOf = (file) => {
    const part = parts.get(file) ?? whileUnchanged(contract, file, (read) => readPart(contract, file, read));
    parts.set(file, part);
    return part;
  };
  const add = (file, statement) => {
    const statements = used.get(file) ?? new Set();
    used.set(file, statements);
    if (statements.has(statement)) return;
    statements.add(statement);
    const { declared, imported } = partOf(file);
    for (const name of namesIn(statement)) {
      const own = declared.get(name);
      if (own) add(file, own);
      else if (imported.has(name)) visit(/** @type {Reference} */ (imported.get(name)));
    }
  };
  const visit = ({ file, name }) => {
    if (!existsSync(file)) return;
    const { declared, imported, always } = partOf(file);
    for (const statement of always) add(file, statement);
    if (name === undefined) for (const statement of declared.values()) add(file, statement);
    for (const [known, reference] of imported) if (known === name || name === undefined) visitOnce(reference);
    const statement = name === undefined ? undefined : declared.get(name);
    if (statement) add(file, statement);
  };
  const visited = new Set();
  const visitOnce = (reference) => {
    const key = `${reference.file}#${reference.name ?? '*'}`;
    if (visited.has(key)) return;
    visited.add(key);
    visit(reference);
  };
  const referencesIn = (file) =>
    whileUnchanged(contract, file, (read) => referencesOf(contract, parse(file, read(file))));
  for (const file of files.filter((name) => /\.tsx?$/.test(name)))
    for (const reference of referencesIn(file).values()) visitOnce(reference);
  return new Map(
    [...used].map(([file, statements]) => [
      file,
      // In the order of the file, not of the search.
      [...statements]
        .sort((a, b) => a.pos - b.pos)
        .map((statement) => statement.getText(partOf(file).source))
        .join('\n')
        .replaceAll('/*#__PURE__*/ ', ''),
    ]),
  );
}

/** What was made of a file, with the texts it was made of. @type {Map<string, { texts: Map<string, string>, made: any }>} */
const known = new Map();

/**
 * Makes something of a file and of those it reads, once for the same texts: the modules share most of the contract.
 * @template T
 * @param {string} contract @param {string} file @param {(read: (name: string) => string) => T} make @returns {T}
 */
function whileUnchanged(contract, file, make) {
  const key = `${contract}\0${file}`;
  const before = known.get(key);
  if (before && [...before.texts].every(([name, text]) => readFileSync(name, 'utf8') === text)) return before.made;
  /** @type {Map<string, string>} */
  const texts = new Map();
  const made = make((name) => {
    const text = readFileSync(name, 'utf8');
    texts.set(name, text);
    return text;
  });
  known.set(key, { texts, made });
  return made;
}

const parse = (file, text) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** @returns {Part} */
function readPart(contract, file, read) {
  const source = parse(file, addressesOnly(read(file), file, read));
  /** @type {Map<string, ts.Statement>} */
  const declared = new Map();
  /** @type {ts.Statement[]} */
  const always = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) continue;
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) continue;
    const names = declaredNames(statement);
    if (names.length === 0) always.push(statement);
    for (const name of names) declared.set(name, statement);
  }
  return { declared, imported: referencesOf(contract, source), always, source };
}

/** @param {ts.Statement} statement */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => [...namesIn(name)]);
  return 'name' in statement && statement.name ? [/** @type {ts.Identifier} */ (statement.name).text] : [];
}

/**
 * Every name in a node that may be one of another declaration: none of properties, and none of types, which are erased before a bundle
 * is made. A parameter that has the name of a declaration counts as its use.
 */
function namesIn(node, found = new Set()) {
  if (ts.isIdentifier(node)) found.add(node.text);
  ts.forEachChild(node, (child) => {
    const isProperty =
      ts.isIdentifier(child) &&
      (ts.isPropertyAccessExpression(node) || ts.isPropertyAssignment(node) || ts.isBindingElement(node)) &&
      child === (ts.isBindingElement(node) ? node.propertyName : node.name);
    if (!isProperty && (!ts.isTypeNode(child) || ts.isExpressionWithTypeArguments(child))) namesIn(child, found);
  });
  return found;
}

/**
 * What a source imports and exports again of the contract: local name → declaration. Imports without names get keys of their own.
 * @returns {Map<string, Reference>}
 */
function referencesOf(contract, source) {
  /** @type {Map<string, Reference>} */
  const references = new Map();
  const whole = (file) => references.set(`*${file}`, { file, name: undefined });
  const visit = (node) => {
    const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const specifier = isImport ? node.arguments[0] : node.moduleSpecifier;
    const file = specifier && ts.isStringLiteral(specifier) && contractFile(contract, source.fileName, specifier.text);
    if (file && isImport) whole(file);
    else if (file && ts.isImportDeclaration(node)) importedNames(node, file, references, whole);
    else if (file && ts.isExportDeclaration(node) && !node.isTypeOnly) {
      if (!node.exportClause || !ts.isNamedExports(node.exportClause)) whole(file);
      else
        for (const { name, propertyName } of node.exportClause.elements)
          references.set(name.text, { file, name: (propertyName ?? name).text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return references;
}

/** @param {ts.ImportDeclaration} statement */
function importedNames({ importClause }, file, references, whole) {
  if (importClause?.isTypeOnly) return;
  const names = importClause?.namedBindings;
  if (!names || !ts.isNamedImports(names)) whole(file);
  else
    for (const { name, propertyName, isTypeOnly } of names.elements)
      if (!isTypeOnly) references.set(name.text, { file, name: (propertyName ?? name).text });
}

/** @returns {string | undefined} the file of the contract that an import names, whether it exists or not */
function contractFile(contract, from, name) {
  const file = name.startsWith('@paddock/contract/')
    ? path.join(contract, 'src', `${name.slice('@paddock/contract/'.length)}.ts`)
    : path.join(path.dirname(from), name.replace(/\.js$/, '.ts'));
  return file.startsWith(contract + path.sep) ? file : undefined;
}
