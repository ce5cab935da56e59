import ts from 'typescript';

/**
 * The line of a value in a JSON text, or of the innermost part of its path that is there.
 * @param {string} text
 * @param {readonly (string | number)[]} keys
 * @returns {{ line: number, found: number }} the line counts from 1; `found` keys of the path are in the text
 */
export function jsonLine(text, keys) {
  const file = ts.parseJsonText('file.json', text);
  let node = file.statements[0]?.expression;
  let place = /** @type {ts.Node | undefined} */ (node);
  let found = 0;
  for (const key of keys) {
    /** @type {ts.Node | undefined} */
    let next;
    if (node && ts.isObjectLiteralExpression(node))
      next = node.properties.find((property) => property.name && 'text' in property.name && property.name.text === key);
    else if (node && ts.isArrayLiteralExpression(node)) next = node.elements[Number(key)];
    if (!next) break;
    place = next;
    node = /** @type {any} */ (ts.isPropertyAssignment(next) ? next.initializer : next);
    found++;
  }
  return { line: place ? file.getLineAndCharacterOfPosition(place.getStart(file)).line + 1 : 1, found };
}

/**
 * The line of the first mistake in a text that is no JSON.
 * @param {string} text
 * @returns {number | undefined}
 */
export function faultyLine(text) {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const [, position] = / position (\d+)/.exec(error.message) ?? [];
    // Without a position the text ends too early.
    return text
      .slice(0, position === undefined ? undefined : Number(position))
      .trimEnd()
      .split('\n').length;
  }
}
