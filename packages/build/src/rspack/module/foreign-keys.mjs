import ts from 'typescript';

const methods = ['getItem', 'setItem', 'removeItem'];
/** Objects of the browser, and what a module may call on them: with a key of its own, or with any argument. */
const objects = new Map(
  Object.entries({
    localStorage: { own: methods, free: [] },
    sessionStorage: { own: methods, free: [] },
    indexedDB: { own: ['open', 'deleteDatabase'], free: ['databases', 'cmp'] },
  }),
);
/** Functions whose first argument names a database: the kit's and those of idb. */
const functions = new Set(['createMemberDatabase', 'openDB', 'deleteDB']);
/** The kit's storage: `storage.…`, `kit.storage.…`. */
const kitStorage = /(^|\.)storage$/;

/**
 * Uses of the browser's storage in a module's file by a key that does not visibly begin with the module's id, and of databases in
 * IndexedDB by such a name. A key is a literal, a template, or a constant of the file. Every other use of these objects and functions
 * is refused, since it could hide one: `localStorage.user`, `clear()`, `globalThis['indexedDB']`, and any second name for them.
 * @param {import('typescript').SourceFile} file
 * @param {string} id
 * @returns {import('typescript').Node[]}
 */
export function foreignKeys(file, id) {
  const constants = constantsOf(file);
  /** @type {import('typescript').Node[]} */
  const found = [];
  const begins = (key) => {
    if (!key) return false;
    if (ts.isIdentifier(key)) return begins(constants.get(key.text));
    if (ts.isStringLiteralLike(key)) return key.text.startsWith(`${id}.`);
    return ts.isTemplateExpression(key) && key.head.text.startsWith(`${id}.`);
  };
  const calledWithOwn = (node) =>
    ts.isCallExpression(node.parent) && node.parent.expression === node && begins(node.parent.arguments[0]);

  const ofObject = ({ own, free }, use) => {
    const access = accessOf(use);
    if (!access) found.push(use);
    else if (!ts.isPropertyAccessExpression(access)) found.push(access);
    else if (!free.includes(access.name.text) && !(own.includes(access.name.text) && calledWithOwn(access)))
      found.push(access);
  };
  const visit = (node) => {
    const object = ts.isIdentifier(node) && objects.get(node.text);
    if (object) ofObject(object, wholeOf(node));
    if (ts.isIdentifier(node) && functions.has(node.text) && !isPlainImport(node)) {
      const use = wholeOf(node);
      if (!calledWithOwn(use)) found.push(use);
    }
    if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
      const name = node.argumentExpression.text;
      if (objects.has(name) || functions.has(name)) found.push(node);
    }
    if (isAccess(node) && kitStorage.test(node.expression.getText(file)))
      if (!ts.isPropertyAccessExpression(node) || !methods.includes(node.name.text) || !calledWithOwn(node))
        found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The initial values of the file's constants, by name; undefined for a name that the file declares twice, or as anything else. */
function constantsOf(file) {
  /** @type {Map<string, import('typescript').Expression | undefined>} */
  const constants = new Map();
  const collect = (node) => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    ) {
      const isConstant = ts.isVariableDeclaration(node) && (node.parent.flags & ts.NodeFlags.Const) !== 0;
      const value = isConstant && !constants.has(node.name.text) ? node.initializer : undefined;
      constants.set(node.name.text, value);
    }
    ts.forEachChild(node, collect);
  };
  collect(file);
  return constants;
}

const isAccess = (node) => ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

/** `window.indexedDB` of `indexedDB`, with brackets and assertions around it. */
function wholeOf(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return wholeOf(parent);
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent))
    return wholeOf(parent);
  return node;
}

const accessOf = (node) => (isAccess(node.parent) && node.parent.expression === node ? node.parent : undefined);

/** `import { openDB } from 'idb'`: another name for it would hide its calls. */
const isPlainImport = ({ parent }) => ts.isImportSpecifier(parent) && !parent.propertyName;
