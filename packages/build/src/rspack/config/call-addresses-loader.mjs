import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parse, secretFields } from './secret-fields.mjs';

const zodWhenUsed = fileURLToPath(new URL('zod-when-used.mjs', import.meta.url));

/** The parts of a call's declaration that a browser needs to send it, and to check that its module declares it. */
const sent = new Set(['name', 'method', 'path', 'permission', 'files', 'idempotent']);

/**
 * A loader for the contract's sources in browser bundles. It reduces a declared call to its address, without the
 * schemas that only the service reads; for a DELETE it adds the names of the secret fields, which travel in the body. It
 * marks other values created at load time as pure. Unimported ones are then removed, zod with them, and there is still
 * only one declaration (`docs/adr/0004`, `0008`).
 * @this {{ resourcePath: string, addDependency(file: string): void }}
 * @param {string} source
 */
export default function callAddresses(source) {
  const read = (file) => {
    this.addDependency(file);
    return readFileSync(file, 'utf8');
  };
  return addressesOnly(source, this.resourcePath, read).replace(
    /(from\s*)(['"])zod\2/,
    `$1${JSON.stringify(zodWhenUsed)}`,
  );
}

/** @param {string} source @param {string} fileName @param {(file: string) => string} read reads another file of the contract */
export function addressesOnly(source, fileName = 'contract.ts', read = () => '') {
  const parsed = parse(source, fileName, read);
  const { file } = parsed;
  const edits = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => (initializer && hasLoadTimeCall(initializer) ? [initializer] : []))
    .map((value) => ({
      start: value.getStart(file),
      end: value.end,
      text: addressOf(value, parsed) ?? pure(value, file),
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
function addressOf(value, source) {
  const { file, fileName } = source;
  if (!ts.isCallExpression(value) || value.expression.getText(file) !== 'defineCall') return undefined;
  const [declaration] = value.arguments;
  if (!declaration || !ts.isObjectLiteralExpression(declaration))
    throw new Error(`${fileName}: defineCall takes its declaration as an object literal`);
  const kept = declaration.properties.filter((property) => {
    // A spread or a computed name could hide a needed part.
    if (!property.name || !ts.isIdentifier(property.name))
      throw new Error(`${fileName}: '${property.getText(file)}' needs a plain name in defineCall`);
    return sent.has(property.name.text);
  });
  const inBody = secretsOutsideAddress(declaration, source);
  const parts = kept.map((property) => property.getText(file));
  return `{ ${[...parts, ...(inBody.length > 0 ? [`inBody: ${JSON.stringify(inBody)}`] : [])].join(', ')} }`;
}

/** The secrets of a DELETE, the only call that sends some fields in the query and others in the body. */
function secretsOutsideAddress(declaration, source) {
  const part = (name) => {
    const property = declaration.properties.find((candidate) => candidate.name.text === name);
    return property && (property.initializer ?? property.name);
  };
  const [method, path] = ['method', 'path'].map((name) => part(name)?.text);
  if (method !== 'GET' && method !== 'DELETE') return [];
  const secrets = secretFields(part('input'), source);
  const exposed = secrets.find((field) => method === 'GET' || path?.includes(`{${field}}`));
  if (exposed)
    throw new Error(`${source.fileName}: '${exposed}' is secret and would be in the address of ${method} ${path}`);
  return secrets;
}
