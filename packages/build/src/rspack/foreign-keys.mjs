import ts from 'typescript';

const storages = /(^|\.)(localStorage|sessionStorage|storage)$/;
const methods = new Set(['getItem', 'setItem', 'removeItem']);
/** Functions whose first argument names a database: the kit's, those of idb, the browser's. */
const opening = /^(createMemberDatabase|openDB|deleteDB)$|(^|\.)indexedDB\??\.(open|deleteDatabase)$/;

/**
 * Uses of the browser's storage in a module's file by a key that does not visibly begin with the module's id, and uses that cannot be
 * checked, such as `localStorage.user` or `clear()`. The same of databases in IndexedDB by their names. A key is a literal, a template, or a
 * constant of the file.
 * @param {import('typescript').SourceFile} file
 * @param {string} id
 * @returns {import('typescript').Node[]}
 */
export function foreignKeys(file, id) {
  /** @type {Map<string, import('typescript').Expression | undefined>} */
  const constants = new Map();
  /** @type {import('typescript').Node[]} */
  const found = [];
  const begins = (key) => {
    if (!key) return false;
    if (ts.isIdentifier(key)) return begins(constants.get(key.text));
    if (ts.isStringLiteralLike(key)) return key.text.startsWith(`${id}.`);
    return ts.isTemplateExpression(key) && key.head.text.startsWith(`${id}.`);
  };
  const isStorage = (node) =>
    (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) && storages.test(node.getText(file));
  const isFine = (access) =>
    ts.isPropertyAccessExpression(access) &&
    methods.has(access.name.text) &&
    ts.isCallExpression(access.parent) &&
    access.parent.expression === access &&
    begins(access.parent.arguments[0]);
  const collect = (node) => {
    if (ts.isVariableDeclaration(node)) constants.set(node.name.getText(file), node.initializer);
    ts.forEachChild(node, collect);
  };
  const visit = (node) => {
    const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (isAccess && isStorage(node.expression) && !isFine(node)) found.push(node);
    if (ts.isCallExpression(node) && opening.test(node.expression.getText(file)) && !begins(node.arguments[0]))
      found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  collect(file);
  visit(file);
  return found;
}
