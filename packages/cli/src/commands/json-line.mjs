const tokens = /"(?:\\.|[^"\\])*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/**
 * The line of a value in a JSON text, or of the innermost part of its path that is there. No parser of a package: the doctor of an
 * installation for production has none.
 * @param {string} text
 * @param {readonly (string | number)[]} keys
 * @returns {{ line: number, found: number }} the line counts from 1; `found` keys of the path are in the text
 */
export function jsonLine(text, keys) {
  let [start, found] = [0, 0];
  /** @type {{ isList: boolean, at: string | number, isNamed: boolean }[]} the open objects and lists with the present key of each */
  const open = [];
  const visit = (/** @type {number} */ index) => {
    if (open.length <= found || open.some(({ at }, level) => String(at) !== String(keys[level]))) return;
    [start, found] = [index, open.length];
  };
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const inner = open.at(-1);
    if (inner?.isList && !',]'.includes(token)) visit(index);
    if (token === '{' || token === '[') open.push({ isList: token === '[', at: 0, isNamed: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',' && inner)
      Object.assign(inner, { at: inner.isList ? Number(inner.at) + 1 : '', isNamed: false });
    else if (inner && !inner.isList && !inner.isNamed) {
      Object.assign(inner, { at: JSON.parse(token), isNamed: true });
      visit(index);
    }
  }
  return { line: lastLine(text.slice(0, start || text.search(/\S|$/))), found };
}

/**
 * The line of the first mistake in a text that is no JSON.
 * @param {string} text
 * @returns {number | undefined}
 */
export function faultyLine(text) {
  const mistake = mistakeIn(text);
  return mistake === undefined ? undefined : lastLine(text.slice(0, positionOf(mistake, text)).trimEnd());
}

/**
 * @param {string} mistake the parser's sentence
 * @param {string} text
 */
function positionOf(mistake, text) {
  const [, position] = / position (\d+)/.exec(mistake) ?? [];
  if (position !== undefined) return Number(position);
  if (!isUnexpectedToken(mistake)) return text.length; // It ends too early.
  // For a token the parser names no position: it is the end of the longest beginning of the text without this mistake.
  let [without, withIt] = [0, text.length];
  while (withIt - without > 1) {
    const middle = Math.floor((without + withIt) / 2);
    if (isUnexpectedToken(mistakeIn(text.slice(0, middle)))) withIt = middle;
    else without = middle;
  }
  return without;
}

/** @param {string | undefined} mistake */
const isUnexpectedToken = (mistake) => mistake?.startsWith('Unexpected token') ?? false;

/**
 * @param {string} text
 * @returns {string | undefined} the parser's sentence
 */
function mistakeIn(text) {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** @param {string} text */
const lastLine = (text) => text.split('\n').length;
