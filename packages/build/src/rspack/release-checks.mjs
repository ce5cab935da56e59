import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { checkMessages } from '../messages/check-messages.mjs';
import { root } from './base-config.mjs';
import { shapesOf } from './manifest-icons.mjs';

const resolve = createRequire(import.meta.url).resolve;

/**
 * What the bundler accepts although a member would meet it: type errors and undefined names, missing texts, unknown icons.
 * @param {string} dir the module's folder, absolute
 * @returns {Promise<string[]>} one line per fault, which begins with its file and line
 */
export async function releaseFaults(dir) {
  const [types, icons] = await Promise.all([typeFaults(dir), iconFaults(dir)]);
  const id = path.basename(dir);
  const texts = checkMessages(path.dirname(dir)).filter((fault) => fault.startsWith(`${id}/`));
  return [...types, ...icons, ...texts];
}

/** The compiler's errors in the module's files, and in those of the contract, kit and ui that it imports. */
async function typeFaults(dir) {
  const temporary = path.join(root, 'var/release');
  await mkdir(temporary, { recursive: true });
  const project = await mkdtemp(path.join(temporary, 'types-'));
  try {
    const config = {
      extends: path.join(root, 'tsconfig.web.json'),
      compilerOptions: { noEmit: true, incremental: false, composite: false, tsBuildInfoFile: null },
      include: [path.join(root, 'packages/build/types'), path.join(dir, 'src'), path.join(dir, 'manifest.ts')],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    };
    const file = path.join(project, 'tsconfig.json');
    await writeFile(file, JSON.stringify(config));
    const text = await output(path.join(path.dirname(resolve('typescript-native/package.json')), 'bin/tsc'), [
      '-p',
      file,
      '--pretty',
      'false',
    ]);
    // `file(line,column): error TS2304: …`; continued lines are indented.
    return text.split('\n').flatMap((line) => {
      const [, at, row, message] = /^(.+)\((\d+),\d+\): error (.+)$/.exec(line) ?? [];
      return at ? [`${path.relative(path.dirname(dir), path.resolve(root, at))}:${row}: ${message}`] : [];
    });
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** @returns {Promise<string>} what a command of Node prints, whatever its exit code */
const output = (script, args) =>
  new Promise((done, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
    child.on('error', reject).on('close', () => done(text));
  });

/** Icons of the manifest that do not exist or that the shell would not draw. */
async function iconFaults(dir) {
  const file = path.join(dir, 'manifest.ts');
  const manifest = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {import('typescript').StringLiteral[]} */
  const icons = [];
  const visit = (node) => {
    const isIcon = ts.isPropertyAssignment(node) && node.name.getText(manifest) === 'icon';
    if (isIcon && ts.isStringLiteral(node.initializer)) icons.push(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(manifest);
  const faults = await Promise.all(
    icons.map(async (icon) => {
      const { line } = manifest.getLineAndCharacterOfPosition(icon.getStart(manifest));
      const place = `${path.relative(path.dirname(dir), file)}:${line + 1}`;
      return shapesOf(icon.text, dir).then(
        () => [],
        (error) => `${place}: ${error.message}`,
      );
    }),
  );
  return faults.flat();
}

/**
 * Files of React that a module's bundle contains: the page would have two, and hooks of the second fail.
 * @param {import('@rspack/core').Compilation} compilation
 * @returns {string[]} relative to the workspace
 */
export const ownReact = (compilation) =>
  [...compilation.modules]
    .map((module) => module.nameForCondition() ?? '')
    .filter((file) => /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/.test(file))
    .map((file) => path.relative(root, file));
