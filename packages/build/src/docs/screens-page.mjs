import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { parsedSource } from '../rspack/config/parsed-source.mjs';

/**
 * Writes `docs/screens.md`: the addresses of each module's table `screens`, the folder of the screen and the contract files whose calls
 * the folder makes.
 * @param {string} root the workspace
 */
export function screensPage(root) {
  const modules = globSync('mfe-*/src/index.ts', { cwd: root }).sort();
  const sections = modules.map((file) => section(root, file)).join('\n');
  return `# Screens

\`npm run generate\` writes this page from the modules' tables; a test fails while it is stale. [README](../README.md#from-an-address-to-its-code)
has the rule. The contract files are in \`packages/contract/src/calls/\`; the service that answers a call has the name of its file or tab.

${sections}
| Other address | Screen |
| --- | --- |
| \`#/main/hamburger\` | \`shell/src/frame/menu-page.tsx\` |
| \`#/main/diagnostics\` | \`shell/src/diagnostics/\` |
`;
}

/** @param {string} root @param {string} file the module's table */
function section(root, file) {
  const source = parsedSource(path.join(root, file));
  /** @type {Map<string, string[]>} */
  const addresses = new Map();
  for (const { address, place } of screensOf(source)) addresses.set(place, [...(addresses.get(place) ?? []), address]);
  const [module = ''] = file.split('/');
  const rows = [...addresses].map(([place, at]) => {
    const calls = contractFiles(path.join(root, module, 'src', place));
    return `| ${at.map((address) => `\`#${address}\``).join(', ')} | \`${module}/src/${place}\` | ${calls.map((name) => `\`${name}.ts\``).join(', ')} |`;
  });
  return `## ${module}\n\n| Address | Screen | Contract |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** @param {ts.SourceFile} source @returns {{ address: string, place: string }[]} */
function screensOf(source) {
  /** @type {{ address: string, place: string }[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'screens' &&
      ts.isObjectLiteralExpression(node.initializer)
    )
      for (const entry of node.initializer.properties)
        if (ts.isPropertyAssignment(entry) && ts.isStringLiteral(entry.name))
          found.push({ address: entry.name.text, place: placeOf(entry.initializer, source) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The folder of a screen, or the file where it lies beside the table: that of the first import in its expression, or in what the
 * expression names.
 * @param {ts.Node} expression @param {ts.SourceFile} source
 */
function placeOf(expression, source) {
  const file = importIn(expression, source, new Set());
  if (!file) throw new Error(`${source.fileName}: no import for the screen ${expression.getText()}`);
  const folder = path.posix.dirname(file);
  return folder === '.' ? `${file}.tsx` : `${folder}/`;
}

/**
 * @param {ts.Node} node @param {ts.SourceFile} source @param {Set<string>} seen names
 * @returns {string | undefined} the path of a file below the module's `src/`
 */
function importIn(node, source, seen) {
  if (ts.isStringLiteral(node) && node.text.startsWith('.')) return path.posix.normalize(node.text);
  if (ts.isPropertyAccessExpression(node)) return importOfPart(node, source, seen);
  if (ts.isIdentifier(node) && !seen.has(node.text)) {
    seen.add(node.text);
    const declaration = source.statements.find((statement) => declares(statement, node.text));
    return declaration && importIn(declaration, source, seen);
  }
  return ts.forEachChild(node, (child) => importIn(child, source, seen));
}

/** The import of `login` in `forms.login`, where another file has the object. @type {typeof importIn} */
function importOfPart(node, source, seen) {
  const { expression, name } = /** @type {ts.PropertyAccessExpression} */ (node);
  const file = importIn(expression, source, seen);
  if (!file) return undefined;
  const inner = parsedSource(path.join(path.dirname(source.fileName), `${file}.ts`));
  /** @param {ts.Node} part @returns {string | undefined} */
  const find = (part) =>
    ts.isPropertyAssignment(part) && part.name.getText() === name.text
      ? importIn(part.initializer, inner, new Set())
      : ts.forEachChild(part, find);
  const found = find(inner);
  return found && path.posix.join(path.posix.dirname(file), found);
}

/** @param {ts.Statement} statement @param {string} name */
const declares = (statement, name) =>
  ts.isImportDeclaration(statement)
    ? statement.importClause?.getText().match(/\w+/g)?.includes(name)
    : ts.isVariableStatement(statement) &&
      statement.declarationList.declarations.some((declaration) => declaration.name.getText() === name);

/** @param {string} place @returns {string[]} names of the contract's files that the folder or file imports */
function contractFiles(place) {
  const [folder, pattern] = place.endsWith('/')
    ? [place, '**/*.{ts,tsx}']
    : [path.dirname(place), path.basename(place)];
  const files = globSync(pattern, { cwd: folder }).filter((file) => !file.includes('.test.'));
  const names = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/@paddock\/contract\/calls\/([\w-]+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(names)].sort();
}
