import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Files that validate deployments: what they read has no effect by itself. */
const validation = ['flags.ts', 'form-fields.ts', 'deployment.ts'];
const productFolder = /^(packages\/(contract|mfe-kit|ui)|services|shell|mfe-[a-z-]+)$/;
const productFile = /(?<!\.(spec|test)|\.d)\.tsx?$/;

/**
 * The flags that the product's source below `root` reads: `name`, or `group.name` for a flag of a group. A read is a property of a
 * value named or typed as flags, or of a group taken from it, or a flag named in a permission.
 */
export function flagReads(root: string, groups: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const file of productFiles(root)) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    visit(source, groups, found);
  }
  return found;
}

function productFiles(root: string): string[] {
  const folders = ['packages', ''].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => [parent, name].filter(Boolean).join('/')),
  );
  return folders
    .filter((folder) => productFolder.test(folder))
    .flatMap((folder) => [
      ...readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(root, folder, 'src', name),
      ),
      ...(folder.startsWith('mfe-') ? [join(root, folder, 'manifest.ts')] : []),
    ])
    .filter(
      (file) => productFile.test(file) && !validation.some((name) => file.endsWith(`/contract/src/core/${name}`)),
    );
}

function visit(node: ts.Node, groups: ReadonlySet<string>, found: Set<string>): void {
  const note = (place: string | undefined, name: string) => {
    if (place === '') found.add(name);
    else if (place !== undefined) found.add(`${place}.${name}`);
  };
  if (ts.isPropertyAccessExpression(node)) note(placeOf(node.expression, groups), node.name.text);
  if (ts.isObjectBindingPattern(node)) notePattern(node, placeOfPattern(node, groups), note);
  if (isListOfFlags(node)) for (const { text } of node.elements as unknown as ts.StringLiteral[]) found.add(text);
  ts.forEachChild(node, (child) => visit(child, groups, found));
}

/** '' for the flags themselves, a group's name for a group, undefined for anything else. */
function placeOf(node: ts.Expression, groups: ReadonlySet<string>): string | undefined {
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return placeOf(node.expression, groups);
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : undefined;
  if (name === 'flags') return '';
  return name !== undefined && groups.has(name) ? name : undefined;
}

function placeOfPattern(pattern: ts.ObjectBindingPattern, groups: ReadonlySet<string>): string | undefined {
  const { parent } = pattern;
  if (ts.isBindingElement(parent)) {
    const from = (parent.propertyName ?? parent.name).getText();
    return from === 'flags' ? '' : groups.has(from) ? from : undefined;
  }
  const type = typeTextOf(parent.type);
  const group = /^Flags\['(\w+)'\]$/.exec(type)?.[1];
  if (group !== undefined) return group;
  if (/^(Flags|Pick<Flags,.*|Partial<Flags>)$/s.test(type)) return '';
  return parent.initializer && placeOf(parent.initializer, groups);
}

/** A type's text; for an alias of the same file, the text of its type. */
function typeTextOf(type: ts.TypeNode | undefined): string {
  const text = type?.getText() ?? '';
  const alias = type
    ?.getSourceFile()
    .statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === text);
  return alias && ts.isTypeAliasDeclaration(alias) ? alias.type.getText() : text;
}

function notePattern(
  pattern: ts.ObjectBindingPattern,
  place: string | undefined,
  note: (place: string | undefined, name: string) => void,
): void {
  for (const { propertyName, name } of pattern.elements) note(place, (propertyName ?? name).getText());
}

/** `unless` and `needs` of a permission. */
function isListOfFlags(node: ts.Node): node is ts.ArrayLiteralExpression {
  if (!ts.isArrayLiteralExpression(node) || !ts.isPropertyAssignment(node.parent)) return false;
  return ['unless', 'needs'].includes(node.parent.name.getText()) && node.elements.every(ts.isStringLiteral);
}
