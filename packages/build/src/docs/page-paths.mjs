import { globSync } from 'node:fs';
import { posix, sep } from 'node:path';

/** Pages that name paths of this repository. */
export const pages = ['*.md', 'docs/**/*.md', 'bench/README.md', 'services/README.md', 'packages/*/README.md'];

const madeFolder = /(^|\/)(\.git|node_modules|var|dist|test-results|coverage)(\/|$)/;

/** A package, and files that commands write. */
const otherName =
  /(^|\/)(ical\.js|(channels|first-load|integrity|last-backup|last-good|proven|published|rollouts|stage-times)\.json)$/;

/** Folders and files that the how-tos make. */
const exampleName =
  /(^|\/)(mfe-timing|timing|notes?|note-(comments|texts)|new-note|group-welcomes|groups\/reportable(-groups)?)(?!-|\w)/;

const sourceFile = /^[^.].*\.(css|html|js|json|md|mjs|ts|tsx)$/;

/**
 * Lists the files and folders of a repository, without what tools make.
 * @param {string} root
 * @returns {string[]} paths below the root, folders with a slash at the end
 */
export function repositoryPaths(root) {
  const entries = globSync('**', {
    cwd: root,
    withFileTypes: true,
    exclude: ({ name }) => madeFolder.test(name),
  });
  return entries.map((entry) => {
    const path = posix.relative(root, `${entry.parentPath}/${entry.name}`.replaceAll(sep, '/'));
    return entry.isDirectory() ? `${path}/` : path;
  });
}

/**
 * Finds the paths that a page names and the repository does not have, in code spans, relative links and `npx jest` commands.
 *
 * A code span is a path if it has no space and begins with an entry of the root or of `services/src`, or ends with a slash or the
 * ending of a source file. `{a,b}` means both, `*` and a placeholder (`<id>`, `{language}`) match any name. A path that begins below
 * the root may be the end of a longer one, but in the page of a package `src/` and `test/` are its own.
 * Addresses (`/api`, `#/main`), imports (`@paddock/ui`), made folders (`var/`, `dist/`) and names of the how-tos' examples are skipped.
 * @param {string} page its path
 * @param {string} text Markdown
 * @param {string[]} paths of the repository
 * @returns {string[]} as the page writes them
 */
export function missingPaths(page, text, paths) {
  const prose = text.replace(/^( *)```.*?^\1```/gms, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const links = [...prose.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = '']) => target);
  const commands = [...text.matchAll(/npx jest ([^`\n#]+)/g)].flatMap(([, words = '']) => words.split(' '));
  return [
    ...spans.filter((span) => alternatives(span).some((path) => isPath(path, paths) && !isNamedIn(page, path, paths))),
    ...links.filter((to) => !/^\w+:/.test(to) && !has(paths, posix.join(posix.dirname(page), to))),
    ...commands.filter(
      (word) => word.includes('/') && !exampleName.test(word) && !paths.some((path) => path.includes(word)),
    ),
  ];
}

/**
 * Finds the files that a how-to makes and that exist by now, where its reader would overwrite them.
 * @param {string[]} paths of the repository
 */
export const existingExamples = (paths) => paths.filter((path) => exampleName.test(path));

/**
 * Finds the folders that the map of the README should name and does not.
 * @param {string} readme Markdown
 * @param {string[]} paths of the repository
 */
export function unmappedFolders(readme, paths) {
  const [, map = ''] = /^## The map\n+```\n(.*?)\n```/ms.exec(readme) ?? [];
  const folders = paths.filter((path) => /^([^/]+|packages\/[^/]+|services\/src\/[^/]+)\/$/.test(path));
  return folders.filter((path) => !new RegExp(String.raw`(^|[ /])${posix.basename(path)}\b(?!-)`, 'm').test(map));
}

/**
 * @param {string} span with `{a,b}`
 * @returns {string[]}
 */
function alternatives(span) {
  const [braces, inner = ''] = /\{([^{}]+)\}/.exec(span) ?? [];
  if (braces === undefined) return [span];
  const choices = inner.includes(',') ? inner.split(',') : ['*'];
  return choices.flatMap((choice) => alternatives(span.replace(braces, choice)));
}

/** @param {string} text @param {string[]} paths */
function isPath(text, paths) {
  if (!/^[\w.*<][\w.*<>-]*(\/[\w.*<>-]+)*\/?$/.test(text) || text.startsWith('./')) return false;
  if (madeFolder.test(text) || otherName.test(text) || exampleName.test(text)) return false;
  const [first = ''] = text.split('/');
  const isInServices = text.includes('/') && paths.includes(`services/src/${first}/`);
  return sourceFile.test(text) || text.endsWith('/') || isAtRoot(text, paths) || isInServices;
}

/** @param {string} page @param {string} path @param {string[]} paths */
function isNamedIn(page, path, paths) {
  const folder = posix.dirname(page);
  const isOfPackage = /^(src|test)\//.test(path) && paths.includes(`${folder}/package.json`);
  if (isOfPackage) return has(paths, `${folder}/${path}`);
  return has(paths, path) || (!isAtRoot(path, paths) && has(paths, `**/${path}`));
}

/** @param {string} path @param {string[]} paths */
function isAtRoot(path, paths) {
  const [first = ''] = path.split('/');
  return paths.includes(path) || paths.includes(`${first}/`);
}

/** @param {string[]} paths @param {string} glob */
const has = (paths, glob) => {
  const pattern = glob
    .replace(/\/$/, '')
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/<[^>]+>|\*\*?/g, (wildcard) => (wildcard === '**' ? '.+' : '[^/]+'));
  const whole = new RegExp(`^${pattern}/?$`);
  return paths.some((path) => whole.test(path));
};
