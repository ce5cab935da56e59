import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const zodWhenUsed = fileURLToPath(new URL('zod-when-used.mjs', import.meta.url));

/** The parts of a call's declaration that a browser needs to send it. */
const sent = new Set(['name', 'method', 'path', 'inBody', 'files', 'idempotent']);

/**
 * A loader for the contract's sources in browser bundles. It reduces a declared call to its address, without the
 * schemas that only the service reads, and marks other values created at load time as pure. Unimported ones are then
 * removed, zod with them, and there is still only one declaration (`docs/adr/0004`, `0008`).
 * @this {{ resourcePath: string }}
 * @param {string} source
 */
export default function callAddresses(source) {
  return addressesOnly(source, this.resourcePath).replace(/(from\s*)(['"])zod\2/, `$1${JSON.stringify(zodWhenUsed)}`);
}

/** @param {string} source @param {string} fileName */
export function addressesOnly(source, fileName = 'contract.ts') {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const edits = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ initializer }) => initializer)
    .filter((value) => value !== undefined && hasLoadTimeCall(value))
    .map((value) => ({
      start: value.getStart(file),
      end: value.end,
      text: addressOf(value, file) ?? pure(value, file),
    }));
  let text = source;
  for (const { start, end, text: instead } of edits.reverse()) text = text.slice(0, start) + instead + text.slice(end);
  return text;
}

/** Whether loading the file calls or constructs something, outside functions. */
function hasLoadTimeCall(node) {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return true;
  return ts.forEachChild(node, hasLoadTimeCall) ?? false;
}

const pure = (value, file) => `/*#__PURE__*/ (() => (${value.getText(file)}))()`;

/** The address of a `defineCall({ … })`; undefined for anything else. */
function addressOf(value, file) {
  if (!ts.isCallExpression(value) || value.expression.getText(file) !== 'defineCall') return undefined;
  const [declaration] = value.arguments;
  if (!declaration || !ts.isObjectLiteralExpression(declaration))
    throw new Error(`${file.fileName}: defineCall takes its declaration as an object literal`);
  const parts = declaration.properties.filter((property) => {
    // A spread or a computed name could hide a needed part.
    if (!property.name || !ts.isIdentifier(property.name))
      throw new Error(`${file.fileName}: '${property.getText(file)}' needs a plain name in defineCall`);
    return sent.has(property.name.text);
  });
  return `{ ${parts.map((property) => property.getText(file)).join(', ')} }`;
}
