/** Declarations that do not mirror in right-to-left languages, each with its replacement. */
const physical = [
  [/^(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-|$)/, 'inline-start or inline-end'],
  [/^border-(top|bottom)-(left|right)-radius$/, 'border-start-start-radius and similar'],
  [/^(left|right)$/, 'inset-inline-start or inset-inline-end'],
];
const physicalValues = [
  [/^(text-align|justify-content|justify-items|justify-self)$/, /^(left|right)$/, 'start or end'],
  [/^(float|clear)$/, /^(left|right)$/, 'inline-start or inline-end'],
];
const shorthands = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

/**
 * Whether the second and fourth value of a shorthand, its right and left, differ.
 * @param {string} value
 */
function differsAcross(value) {
  const sides = value.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return sides.length === 4 && sides[1] !== sides[3];
}

/**
 * @param {string} css
 * @returns {{ line: number, declaration: string, instead: string }[]}
 */
export function physicalDeclarations(css) {
  const found = [];
  const text = css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  for (const match of text.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g)) {
    const [declaration, property, value] = match;
    const instead =
      physical.find(([name]) => name.test(property))?.[1] ??
      physicalValues.find(([name, side]) => name.test(property) && side.test(value.trim()))?.[2] ??
      (shorthands.test(property) && differsAcross(value) ? 'the shorthands of -block and -inline' : undefined);
    if (instead)
      found.push({ line: text.slice(0, match.index).split('\n').length, declaration: declaration.trim(), instead });
  }
  return found;
}
