import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../../../..');
const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8');

/** A rule, and code with one violation of it. */
const typed = [
  ['await-thenable', 'export const f = async (n: number) => void (await n);'],
  ['consistent-type-exports', "import { Shape } from './shape';\nexport { Shape };"],
  ['no-array-delete', 'export const f = (list: number[]) => void delete list[0];'],
  ['no-duplicate-type-constituents', 'export type A = string | number | string;'],
  ['no-floating-promises', 'export const f = (p: Promise<void>) => { p; };'],
  ['no-for-in-array', 'export const f = (list: string[]) => { for (const i in list) f([i]); };'],
  ['no-implied-eval', "export const f = (text: string) => new Function('a', text);"],
  ['no-misused-promises', 'export const f = (p: Promise<void>) => { if (p) f(p); };'],
  ['no-redundant-type-constituents', "export type A = 'a' | string;"],
  ['no-unnecessary-type-assertion', 'export const f = (s: string) => s!;'],
  ['no-unsafe-argument', 'export const f = (a: any, g: (n: number) => void) => g(a);'],
  ['no-unsafe-assignment', 'export const f = (a: any) => { const b = a; return typeof b; };'],
  ['no-unsafe-call', 'export const f = (a: any) => void a();'],
  ['no-unsafe-enum-comparison', 'enum E { A = 1 }\nexport const f = (e: E) => e === 1;'],
  ['no-unsafe-member-access', 'export const f = (a: any) => typeof a.b;'],
  ['no-unsafe-return', 'export const f = (a: any): number => a;'],
  ['no-unsafe-unary-minus', 'export const f = (s: string) => -s;'],
  ['only-throw-error', "export const f = () => { throw 'text'; };"],
  ['prefer-promise-reject-errors', "export const f = () => Promise.reject('text');"],
  ['restrict-plus-operands', 'export const f = (n: number, b: bigint) => n + b;'],
  ['restrict-template-expressions', 'export const f = (o: { a: 1 }) => `${o}`;'],
  [
    'switch-exhaustiveness-check',
    "export const f = (k: 'a' | 'b') => { switch (k) { case 'a': return 1; } return 2; };",
  ],
].map(([rule, code]) => [`typescript(${rule})`, `services/src/${rule}.ts`, code]);

const ofReact = [
  ['rules-of-hooks', 'export function A({ on }: { on: boolean }) { if (on) useRef(1); return <b />; }'],
  ['exhaustive-deps', 'export function A({ n }: { n: number }) { useEffect(() => use(n), []); return <b />; }'],
  ['error-boundaries', 'export function A() { try { return <b />; } catch { return null; } }'],
  ['globals', 'let n = 0;\nexport function A() { n += 1; return <b>{n}</b>; }'],
  ['immutability', 'export function A({ o }: { o: { n: number } }) { o.n = 2; return <b>{o.n}</b>; }'],
  ['purity', 'export function A() { const n = Math.random(); return <b>{n}</b>; }'],
  ['set-state-in-render', 'export function A() { const [s, setS] = useState(0); setS(1); return <b>{s}</b>; }'],
  ['static-components', 'export function A() { const B = () => <b />; return <B />; }'],
  ['use-memo', 'export function A({ n }: { n: number }) { const a = useMemo(async () => n, [n]); return <b>{a}</b>; }'],
  ['void-use-memo', 'export function A() { const a = useMemo(() => { use(1); }, []); return <b>{a}</b>; }'],
].map(([rule, code]) => [
  `react(${rule})`,
  `mfe-chats/src/${rule}.tsx`,
  `import { useEffect, useMemo, useRef, useState } from 'react';\ndeclare function use(n: number): void;\n${code}`,
]);

/** These report what the compiler gave up on; their code is long. */
const unplanted = ['react(preserve-manual-memoization)', 'react(unsupported-syntax)'];

let found;
let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paddock-oxlint-'));
  const plant = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  plant('tsconfig.json', JSON.stringify({ compilerOptions: { strict: true, target: 'ES2023', jsx: 'preserve' } }));
  plant('services/src/shape.ts', 'export interface Shape { a: number }');
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  for (const [, file, code] of [...typed, ...ofReact]) plant(file, code);
  const [, , call] = typed.find(([rule]) => rule.includes('no-unsafe-call'));
  plant('services/src/read.spec.ts', call);
  plant('services/src/switched-off.ts', `// eslint-disable-next-line typescript/no-unsafe-call\n${call}`);
  plant('mfe-chats/src/static.test.tsx', ofReact.find(([rule]) => rule.includes('static'))[2]);
  found = lint();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Findings as file and rule. */
function lint() {
  const bin = join(root, 'node_modules/oxlint/bin/oxlint');
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') };
  const { stdout, stderr } = spawnSync(process.execPath, [bin, '--format=json'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (!stdout.includes('diagnostics')) throw new Error(`${stdout}${stderr}`);
  return JSON.parse(stdout).diagnostics.map(
    ({ code, filename }) => `${filename}: ${code.replace('react-hooks', 'react')}`,
  );
}

describe('oxlint, with this repository’s rules', () => {
  it.each([...typed, ...ofReact])('finds %s in %s', (rule, file) => expect(found).toContain(`${file}: ${rule}`));

  it('has a case for every rule', () => {
    const rules = [...config.matchAll(/"(typescript|react)\/([\w-]+)": (?!"off")/g)].map(
      ([, of, rule]) => `${of}(${rule})`,
    );
    const cases = [...typed, ...ofReact].map(([rule]) => rule);
    expect(new Set([...cases, ...unplanted])).toEqual(new Set(rules));
  });

  it('lets tests read what is untyped, and render what they like', () =>
    expect(found.filter((one) => /\.(spec|test)\./.test(one))).toEqual([]));

  it('takes no order from comments', () =>
    expect(found).toContain('services/src/switched-off.ts: typescript(no-unsafe-call)'));
});
