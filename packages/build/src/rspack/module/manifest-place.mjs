import ts from 'typescript';

/**
 * The line of a part of manifest.ts: a literal or name with this text, preferably below this property, else the property, else 1.
 * @param {string} source
 * @param {readonly PropertyKey[]} path of the property
 * @param {string} [value]
 */
export function placeInManifest(source, path, value) {
  const file = ts.createSourceFile('manifest.ts', source, ts.ScriptTarget.Latest, true);
  const property = innermost(file, path);
  const node = (value !== undefined && (literal(property, value) ?? literal(file, value))) || property;
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

/** The property at the path in the object that `defineManifest` takes, or the innermost one around it. */
function innermost(file, path) {
  let place = firstNode(file, ts.isObjectLiteralExpression) ?? file;
  let value = place;
  for (const key of path) {
    const next = ts.isObjectLiteralExpression(value)
      ? value.properties.find((property) => property.name && nameOf(property.name) === key)
      : ts.isArrayLiteralExpression(value)
        ? value.elements[Number(key)]
        : undefined;
    if (!next) break;
    place = next;
    value = ts.isPropertyAssignment(next) ? next.initializer : next;
  }
  return place;
}

const literal = (from, text) =>
  firstNode(from, (node) => (ts.isPropertyAssignment(node) ? nameOf(node.name) : node.text) === text);
const nameOf = (name) => ('text' in name ? name.text : undefined);

function firstNode(node, test) {
  return test(node) ? node : ts.forEachChild(node, (child) => firstNode(child, test));
}
