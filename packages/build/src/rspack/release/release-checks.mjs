import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { checkMessages } from '../../messages/check-messages.mjs';
import { buildDir, packageDir, root } from '../config/places.mjs';
import { shapesOf } from '../module/manifest-icons.mjs';
import { usedContractFiles } from '../module/module-inputs.mjs';

const contract = packageDir('contract');
/** Of TypeScript 7. Not resolved: a missing one ends like one that crashes. */
const nativeCompiler = path.join(root, 'node_modules/typescript-native/bin/tsc');

/**
 * What the bundler accepts although a member would meet it: type errors and undefined names, missing texts, unknown icons.
 * @param {string} dir the module's folder, absolute
 * @param {string} [compiler] the script that checks the types
 * @returns {Promise<string[]>} one line per fault, which begins with its file and line; without them if the compiler failed
 */
export async function releaseFaults(dir, compiler = nativeCompiler) {
  // The compiler's process starts first and runs while this one is busy with the texts.
  const [types, icons, texts] = await Promise.all([typeFaults(dir, compiler), iconFaults(dir), textFaults(dir)]);
  return [...types, ...icons, ...texts];
}

const textFaults = async (dir) => {
  const id = path.basename(dir);
  return checkMessages(path.dirname(dir), id).filter((fault) => fault.startsWith(`${id}/`));
};

/**
 * The compiler's errors in the module's files, in those of the contract that it uses, and in kit and ui. It continues from what the
 * last check of the module stored; a copy, since another release may run.
 */
export async function typeFaults(dir, compiler = nativeCompiler) {
  const temporary = path.join(root, 'var/release');
  const stored = path.join(temporary, `${path.relative(root, dir).replaceAll(path.sep, '-')}.tsbuildinfo`);
  mkdirSync(temporary, { recursive: true });
  const project = mkdtempSync(path.join(temporary, 'types-'));
  const known = path.join(project, 'known.tsbuildinfo');
  try {
    const config = {
      extends: path.join(buildDir, 'tsconfig.web.json'),
      compilerOptions: { noEmit: true, incremental: true, tsBuildInfoFile: known },
      include: [path.join(buildDir, 'types'), path.join(dir, 'src'), path.join(dir, 'manifest.ts')],
      // Patterns are relative to the project, which is elsewhere.
      exclude: ['test.ts', 'test.tsx'].map((end) => path.join(dir, `**/*.${end}`)),
    };
    const file = path.join(project, 'tsconfig.json');
    writeFileSync(file, JSON.stringify(config));
    if (existsSync(stored)) copyFileSync(stored, known);
    const { text, end } = await output(compiler, ['-p', file, '--pretty', 'false']);
    // `file(line,column): error TS2304: …`; continued lines are indented.
    const named = text.split('\n').flatMap((line) => {
      const [, at, row, message] = /^(.+)\((\d+),\d+\): error (.+)$/.exec(line) ?? [];
      return at ? [{ file: path.resolve(root, at), row, message }] : [];
    });
    const ofContract = ({ file }) => file.startsWith(contract + path.sep);
    // The kit's types name every file of the contract; another team's mistake there stops the modules that use the file.
    const used = named.some(ofContract) ? usedContractFiles(root, dir) : new Set();
    const faults = named
      .filter((fault) => !ofContract(fault) || used.has(fault.file))
      .map(({ file, row, message }) => `${path.relative(path.dirname(dir), file)}:${row}: ${message}`);
    if (end !== '0' && named.length === 0)
      return [`the types are not checked: the compiler ended with ${end} and named no fault\n${text}`.trimEnd()];
    // A compiler that crashed after its first faults has stored nothing.
    if (end === '0' || existsSync(known)) await rename(known, stored);
    return faults;
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** @returns {Promise<{ text: string, end: string }>} what a command of Node prints, and its exit code or the signal that ended it */
const output = (script, args) =>
  new Promise((done, reject) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
    child.on('error', reject).on('close', (code, signal) => done({ text, end: String(signal ?? code) }));
  });

/** Icons of the manifest that do not exist or that the shell would not draw. */
async function iconFaults(dir) {
  const file = path.join(dir, 'manifest.ts');
  const manifest = ts.createSourceFile(
    file,
    await readFile(file, 'utf8').catch(() => ''),
    ts.ScriptTarget.Latest,
    true,
  );
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
