import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { root } from '../rspack/config/places.mjs';

/** The declarations of the contract whose comments describe a part of a deployment file. */
const describedBy = {
  '': ['deployment', 'deployment'],
  look: ['deployment', 'look'],
  landing: ['deployment', 'landing'],
  legal: ['deployment', 'legal'],
  'tabs[]': ['deployment', 'tabEntry'],
  'tabs[].labels': ['deployment', 'noticesLabels'],
  'workplaces[]': ['deployment', 'workplaceEntry'],
  flags: ['flags', 'flags'],
  'flags.people_tab': ['tab-flags', 'peopleTab'],
  'flags.events_tab': ['tab-flags', 'eventsTab'],
  'flags.sponsors_tab': ['tab-flags', 'sponsorsTab'],
  'flags.classifieds_tab': ['tab-flags', 'classifiedsTab'],
  'flags.links_tab': ['tab-flags', 'linksTab'],
  'flags.files_tab': ['tab-flags', 'filesTab'],
  'flags.rooms_tab': ['tab-flags', 'roomsTab'],
  'flags.home_tab': ['tab-flags', 'homeTab'],
  'flags.webview_tab': ['tab-flags', 'webviewTab'],
  'flags.dues_tab': ['tab-flags', 'duesTab'],
  'flags.signup_fields[]': ['form-fields', 'signupField'],
  'flags.profile_fields[]': ['form-fields', 'profileField'],
};
/** Keys that a community's file takes from base.json unless it has its own. */
const own = ['id', 'title'];

/**
 * The JSON schema of a community's file, with the contract's comments as descriptions.
 * @param {{ deployment: z.ZodType, languages: readonly string[], icons: Readonly<Record<string, readonly string[]>> }} contract `icons`
 *   are the published names by path
 */
export function deploymentSchema({ deployment, languages, icons }) {
  const schema = z.toJSONSchema(deployment, { io: 'input', unrepresentable: 'any' });
  const comments = allComments();
  const visit = (/** @type {any} */ node, /** @type {string} */ at) => {
    if (typeof node !== 'object' || node === null) return node;
    const { properties, items, anyOf, allOf, prefixItems, ...rest } = node;
    const result = { ...rest };
    const description = comments.get(at);
    if (description) result.description = description;
    if (icons[at]) result.examples = icons[at];
    if (anyOf) result.anyOf = anyOf.map((/** @type {any} */ one) => visit(one, at));
    if (allOf) result.allOf = allOf.map((/** @type {any} */ one) => visit(one, at));
    if (prefixItems) result.prefixItems = prefixItems;
    if (items) result.items = visit(items, `${at}[]`);
    if (properties)
      result.properties = Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, visit(inner, at ? `${at}.${key}` : key)]),
      );
    const isText = rest.type === 'string' && !rest.pattern && !rest.format && !rest.enum && !rest.const && !icons[at];
    return isText && at !== '$schema' ? inEveryLanguage(result, languages) : result;
  };
  return { ...visit(schema, ''), title: 'A community of Paddock, over base.json', required: own };
}

/** Any text may be given once for each language. */
function inEveryLanguage({ description, default: usual, ...text }, languages) {
  const texts = { type: 'object', propertyNames: { enum: languages }, additionalProperties: text };
  return {
    ...(description && { description }),
    ...(usual !== undefined && { default: usual }),
    anyOf: [text, texts],
  };
}

/** Comments by the path of their key: `flags.events_tab.months_after`. */
function allComments() {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [at, [file, name]] of Object.entries(describedBy)) {
    const source = path.join(root, `packages/contract/src/core/${file}.ts`);
    const tree = ts.createSourceFile(source, readFileSync(source, 'utf8'), ts.ScriptTarget.Latest, true);
    const declared = tree.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .find((one) => one.name.getText() === name);
    const visit = (/** @type {ts.Node} */ node, /** @type {string} */ place) => {
      let inner = place;
      // The formatter breaks a long one before `.array`.
      if (ts.isCallExpression(node) && /^z\s*\.array$/.test(node.expression.getText())) inner = `${place}[]`;
      if (ts.isPropertyAssignment(node)) {
        const key = node.name.getText();
        // Options of zod, such as the text of an error.
        if (['error', 'path', 'protocol'].includes(key)) return;
        inner = place ? `${place}.${key}` : key;
        const comment = commentOf(node);
        if (comment) found.set(inner, comment);
      }
      ts.forEachChild(node, (child) => visit(child, inner));
    };
    if (declared?.initializer) visit(declared.initializer, at);
  }
  return found;
}

/** @param {ts.Node} node */
function commentOf(node) {
  const [last] = ts.getJSDocCommentsAndTags(node).slice(-1);
  const text = last && ts.getTextOfJSDocComment(last.comment);
  return text?.replace(/\s+/g, ' ');
}

/**
 * docs/flags.md from the schema.
 * @param {any} schema
 * @param {Readonly<Record<string, readonly string[]>>} icons
 * @throws for a key without a comment in the contract
 */
export function flagsPage(schema, icons) {
  const rows = (/** @type {any} */ { properties = {} }, prefix = '') =>
    Object.entries(properties).flatMap(([key, /** @type {any} */ value]) => {
      const name = `${prefix}${key}`;
      const row = [`\`${name}\``, typeOf(value), defaultOf(value), textOf(value)];
      const inner = value.properties ? value : value.items?.properties ? value.items : undefined;
      if (!inner && !value.description)
        throw new Error(`'${name}' needs a comment in the contract that says what it does`);
      return [`| ${row.join(' | ')} |`, ...(inner ? rows(inner, `${name}${value.items ? '[]' : ''}.`) : [])];
    });
  const { flags, ...others } = schema.properties;
  const table = (/** @type {any} */ part) => [
    '| Key | Type | Default | Meaning |',
    '| --- | --- | --- | --- |',
    ...rows(part),
  ];
  const names = Object.entries(icons).map(
    ([at, list]) => `- \`${at}\`: ${list.map((name) => `\`${name}\``).join(', ')}`,
  );
  return `${[
    '# Keys and flags of a deployment',
    '',
    'Made from `packages/contract/src/core` by `npm run generate`; do not edit. A file `deployments/<id>.json` is merged over `base.json`. A line',
    '`"$schema": "./schema/deployment.json"` gives editors these descriptions. Any text may be an object with one text for each language.',
    '',
    '## Keys',
    '',
    ...table({ properties: others }),
    '',
    '## Flags',
    '',
    ...table(flags),
    '',
    '## Names of icons',
    '',
    ...names,
  ].join('\n')}\n`;
}

/**
 * The flags without the keys of their objects in lists, for the operators' page.
 * @param {any} schema
 */
export function flagList(schema) {
  const rows = (/** @type {any} */ { properties }, prefix = '') =>
    Object.entries(properties).flatMap(([key, /** @type {any} */ value]) => {
      const path = `${prefix}${key}`;
      if (value.properties) return rows(value, `${path}.`);
      const { default: usual } = value;
      const meaning = textOf(value).replaceAll('\\|', '|');
      return [
        { path, type: typeOf(value), ...(usual !== undefined && { default: usual }), ...(meaning && { meaning }) },
      ];
    });
  return rows(schema.properties.flags);
}

function textOf({ description = '', maximum, minimum, maxLength }) {
  const hasMinimum = minimum > Number.MIN_SAFE_INTEGER && minimum !== 0;
  const hasMaximum = maximum < Number.MAX_SAFE_INTEGER;
  const limits = [
    hasMinimum && hasMaximum && `From ${minimum} to ${maximum}.`,
    hasMinimum && !hasMaximum && `At least ${minimum}.`,
    !hasMinimum && hasMaximum && `At most ${maximum}.`,
    maxLength && `At most ${maxLength} characters.`,
  ];
  return [description, ...limits].filter(Boolean).join(' ').replaceAll('|', '\\|');
}

function typeOf({ type, enum: values, const: value, anyOf, items }) {
  const text = values
    ? values.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' or ')
    : value !== undefined
      ? JSON.stringify(value)
      : anyOf
        ? [...new Set(anyOf.map((/** @type {any} */ one) => (one.propertyNames ? undefined : typeOf(one))))]
            .filter(Boolean)
            .join(' or ')
        : type === 'array'
          ? `list of ${items?.properties ? 'objects' : typeOf(items ?? {})}`
          : (type ?? 'any');
  return text;
}

const defaultOf = ({ default: value }) =>
  value === undefined || JSON.stringify(value) === '{}' ? '' : `\`${JSON.stringify(value)}\``;
