import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** The kit's toast forwards its callers' keys, which are checked there. */
const forwarding = 'packages/mfe-kit/src/i18n/toasts.ts';
const categories = /^(.+)_(zero|one|two|few|many|other)$/;
const anything = '.+';
/** The kit's form texts are separate: they load with the first form. */
const kitForms = 'packages/mfe-kit/src/form';
const orElse = [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];

/**
 * Compares the texts of every web module and of its features with the keys in its sources, and the languages with English.
 *
 * @param {string} root the workspace root
 * @param {string} [only] the one module to check, such as `mfe-events`; beside it only the packages are read, for their types
 * @returns {string[]} one line per fault with its location; empty when there are none
 */
export function checkMessages(root, only) {
  const modules = webModules(root).filter((module) => !only || module === only || module.startsWith('packages/'));
  const checked = only ? [only] : modules;
  const program = createProgram(root, modules);
  const sources = program.getSourceFiles().map((source) => ({ source, path: relative(root, source.fileName) }));
  const read = checked.map((module) => ({
    module,
    uses: sources
      .filter(({ path }) => moduleOf(path, modules) === module)
      .flatMap(({ source, path }) => usesIn(source, path, program.getTypeChecker())),
  }));
  return read.flatMap(({ module, uses }) => checkModule(root, module, uses));
}

function webModules(root) {
  const tabs = readdirSync(root).filter((name) => name.startsWith('mfe-'));
  const modules = ['packages/mfe-kit', 'shell', ...tabs].filter((module) => existsSync(join(root, module, 'src')));
  return existsSync(join(root, kitForms)) ? [kitForms, ...modules] : modules;
}

const moduleOf = (path, modules) => modules.find((module) => path.startsWith(`${module}/`));

/** Only the modules' own files: imports from elsewhere have type `any`, which cuts the time to a tenth. */
function createProgram(root, modules) {
  const include = modules.flatMap((module) => [`${module}/src/**/*`]);
  const files = ts.sys.readDirectory(root, ['.ts', '.tsx'], ['**/node_modules', '**/dist', '**/*.test.*'], include);
  return ts.createProgram(files, {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ['workspace-source'],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    types: [],
    noResolve: true,
    noEmit: true,
  });
}

/** The keys a file uses, as regular expressions over whole keys, and the message files it loads. */
function usesIn(source, path, checker) {
  const uses = [];
  const add = (by, node, keys) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    for (const key of keys) uses.push({ by, key, text: node.getText(), place: `${path}:${line}` });
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [key] = node.arguments;
      const takesKey = ['t', 'toast'].includes(node.expression.text) && key && !ts.isObjectLiteralExpression(key);
      if (takesKey && path !== forwarding) add('call', key, keysOf(key, checker));
    }
    if (ts.isStringLiteral(node) && /\/messages\/[^/]+\.json$/.test(node.text))
      add('file', node, [join(dirname(path), node.text)]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function keysOf(expression, checker) {
  const keys = (inner) => keysOf(inner, checker);
  if (ts.isParenthesizedExpression(expression)) return keys(expression.expression);
  if (ts.isConditionalExpression(expression)) return [...keys(expression.whenTrue), ...keys(expression.whenFalse)];
  if (ts.isBinaryExpression(expression) && orElse.includes(expression.operatorToken.kind))
    return [...keys(expression.left), ...keys(expression.right)];
  if (ts.isTemplateExpression(expression)) {
    const { head, templateSpans } = expression;
    return joined(
      [head.text, ...templateSpans.map(({ literal }) => literal.text)],
      templateSpans.map((span) => keys(span.expression)),
    );
  }
  return keysOfType(checker.getTypeAtLocation(expression));
}

function keysOfType(type) {
  if (type.isUnion()) return type.types.flatMap(keysOfType);
  if (type.isStringLiteral()) return [escaped(type.value)];
  if (type.flags & ts.TypeFlags.TemplateLiteral) return joined(type.texts, type.types.map(keysOfType));
  return type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null) ? [] : [anything];
}

/** All combinations of one key per gap between the texts. */
const joined = (texts, gaps) =>
  gaps.reduce(
    (starts, gap, index) =>
      starts.flatMap((start) => [...new Set(gap)].map((key) => start + key + escaped(texts[index + 1]))),
    [escaped(texts[0])],
  );
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function checkModule(root, module, uses) {
  const folders = messageFolders(root, module).map((folder) => readFolder(root, folder));
  const calls = uses.filter(({ by }) => by !== 'file').map((use) => ({ ...use, fits: patternOf(use.key) }));

  const found = [];
  for (const { key, fits, text, place } of calls) {
    const holders = folders.filter(({ bases }) => [...bases].some(fits));
    if (key === anything) found.push(`${place}: ${text} can be any key`);
    else if (holders.length === 0) found.push(`${place}: no text for ${text}`);
    else if (!holders.some(({ feature }) => feature === module || place.startsWith(`${feature}/`)))
      found.push(`${place}: ${text} loads with the screens of ${holders[0]?.feature}`);
  }
  const named = [...new Map(calls.map(({ key, fits }) => [key, fits]))].filter(([key]) => key !== anything);
  for (const { folder, files, english, bases } of folders) {
    for (const base of bases)
      if (!named.some(([, fits]) => fits(base))) found.push(`${folder}/en.json: nothing uses '${base}'`);
    for (const [file, texts] of files) {
      const place = `${folder}/${file}`;
      if (!uses.some(({ by, key }) => by === 'file' && key === place)) found.push(`${place}: nothing loads it`);
      found.push(...compare(texts, english, file.slice(0, -'.json'.length)).map((fault) => `${place}: ${fault}`));
    }
  }
  return found;
}

/** The folders of a module's texts: its own first, then those of its features. */
function messageFolders(root, module) {
  if (module === kitForms) return [`${module}/messages`];
  const src = join(root, module, 'src');
  const features = existsSync(src) ? readdirSync(src).filter((name) => existsSync(join(src, name, 'messages'))) : [];
  return [`${module}/src/messages`, ...features.map((name) => `${module}/src/${name}/messages`)].filter(
    (folder) => folder !== `${kitForms}/messages`,
  );
}

function readFolder(root, folder) {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  const files = new Map(names.map((name) => [name, flat(JSON.parse(readFileSync(join(root, folder, name), 'utf8')))]));
  const english = files.get('en.json') ?? new Map();
  const bases = new Set([...english.keys()].map((key) => baseOf(key, english)));
  // A feature's texts are there only for the screens of its folder.
  const feature = folder.replace(/(\/src)?\/messages$/, '');
  return { folder, feature, files, english, bases };
}

/** A test whether a text's key is one of those that a pattern names. */
function patternOf(key) {
  const pattern = new RegExp(`^${key}$`);
  return (base) => pattern.test(base);
}

function flat(messages, prefix = '') {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

/** `members` for `members_one` when English has plural forms of the key. */
function baseOf(key, english) {
  const base = categories.exec(key)?.[1];
  return base !== undefined && english.has(`${base}_other`) ? base : key;
}

function compare(texts, english, language) {
  const { pluralCategories } = new Intl.PluralRules(language.replace('_', '-')).resolvedOptions();
  const expected = new Set();
  for (const key of english.keys()) {
    const base = baseOf(key, english);
    // i18next uses `_zero` in every language, so other languages need it when English has it.
    if (base === key || key.endsWith('_zero')) expected.add(key);
    else for (const category of pluralCategories) expected.add(`${base}_${category}`);
  }
  const faults = [];
  for (const key of expected) if (!texts.has(key)) faults.push(`'${key}' is missing`);
  for (const [key, text] of texts) {
    if (!expected.has(key)) {
      faults.push(`'${key}' is not a key of English`);
      continue;
    }
    const base = baseOf(key, english);
    const values = valuesIn(text);
    const own = valuesIn(english.get(base === key ? key : `${base}_other`));
    // 'One message', 'two messages': only the general form must contain the number.
    const needed = base === key || key.endsWith('_other') ? own : own.filter((value) => value !== 'count');
    if (needed.some((value) => !values.includes(value)) || values.some((value) => !own.includes(value)))
      faults.push(`'${key}' has the values {${values}}, English {${own}}`);
  }
  return faults;
}

const valuesIn = (text) => [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name))].sort();
