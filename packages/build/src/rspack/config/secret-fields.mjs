import path from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Source A file of the contract, and how to read the others.
 * @property {string} fileName
 * @property {ts.SourceFile} file
 * @property {(fileName: string) => string} read
 */

/** @returns {Source} */
export const parse = (source, fileName, read) => ({
  fileName,
  file: ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true),
  read,
});

/**
 * Names of the fields that `secret(…)` marks in the input of a call, read from the source: the loader runs no contract code.
 * Throws where a field could be hidden from it.
 * @param {Source} source
 */
export function secretFields(input, source) {
  if (!input) return [];
  const fields = resolved(input, source);
  if (!ts.isObjectLiteralExpression(fields.node)) throw cannotTell(input, source);
  return fields.node.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return secretFields(property.expression, fields.source);
    if (!ts.isIdentifier(property.name)) throw cannotTell(property, fields.source);
    const schema = ts.isShorthandPropertyAssignment(property) ? property.name : property.initializer;
    return isSecret(schema, fields.source) ? [property.name.text] : [];
  });
}

const cannotTell = (node, { fileName, file }) =>
  new Error(`${fileName}: cannot tell which fields of '${node.getText(file)}' are secret`);

function isSecret(node, source) {
  if (ts.isCallExpression(node) && node.expression.getText(source.file) === 'secret') return true;
  if (ts.isPropertyAccessExpression(node)) return isSecret(node.expression, source);
  if (ts.isIdentifier(node)) {
    const declared = resolved(node, source);
    return declared.node !== node && isSecret(declared.node, declared.source);
  }
  return ts.forEachChild(node, (child) => isSecret(child, source) || undefined) ?? false;
}

/** The value of a constant of this file, or of the one it is imported from; anything else is returned as it is. */
function resolved(node, source) {
  if (!ts.isIdentifier(node)) return { node, source };
  for (const statement of source.file.statements) {
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer && ts.isIdentifier(name) && name.text === node.text) return resolved(initializer, source);
    if (ts.isImportDeclaration(statement)) {
      const from = /** @type {ts.StringLiteral} */ (statement.moduleSpecifier).text;
      const named = statement.importClause?.namedBindings;
      const imported = named && ts.isNamedImports(named) && named.elements.find(({ name }) => name.text === node.text);
      if (imported && from.startsWith('.')) {
        const fileName = path.join(path.dirname(source.fileName), from.replace(/\.js$/, '.ts'));
        const other = parse(source.read(fileName), fileName, source.read);
        const declared = resolved(imported.propertyName ?? imported.name, other);
        return ts.isIdentifier(declared.node) ? { node, source } : declared;
      }
    }
  }
  return { node, source };
}
