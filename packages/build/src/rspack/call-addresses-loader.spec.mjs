import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { baseConfig, root, runBuild } from './base-config.mjs';
import { addressesOnly } from './call-addresses-loader.mjs';

describe(addressesOnly.name, () => {
  it('keeps the parts of a call that a browser sends', () =>
    expect(
      addressesOnly(
        `export const post = defineCall({ name: 'x.post', method: 'POST', path: '/x/{id}', summary: 's', input: { id }, reply: done, permission: 'x', errors: ['A'], idempotent: true, inBody: ['password'], files: { field: 'file', maxBytes: 1 } });`,
      ),
    ).toBe(
      `export const post = { name: 'x.post', method: 'POST', path: '/x/{id}', idempotent: true, inBody: ['password'], files: { field: 'file', maxBytes: 1 } };`,
    ));

  it('marks load-time values pure and leaves functions and data unchanged', () =>
    expect(
      addressesOnly('const a = z.object({ b: z.string() });\nconst f = () => z.string();\nconst d = [1, 2] as const;'),
    ).toBe(
      'const a = /*#__PURE__*/ (() => (z.object({ b: z.string() })))();\nconst f = () => z.string();\nconst d = [1, 2] as const;',
    ));

  it.each(['defineCall(declaration)', 'defineCall({ ...common })', "defineCall({ ['path']: '/x' })"])(
    'rejects %s, whose parts it cannot determine',
    (code) => expect(() => addressesOnly(`const call = ${code};`)).toThrow('defineCall'),
  );
});

describe('the contract in a bundle', () => {
  const contract = path.join(root, 'packages/contract/src');
  let dir;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'paddock-contract-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  async function bundled(code) {
    const outDir = path.join(dir, String(Math.random()));
    const config = baseConfig({ dir: contract, outDir, mode: 'production', uniqueName: 'x', publicPath: '' });
    await runBuild({ ...config, entry: { x: `data:text/javascript,${encodeURIComponent(code)}` } });
    const assets = path.join(outDir, 'assets');
    return (await Promise.all((await readdir(assets)).map((name) => readFile(path.join(assets, name), 'utf8')))).join();
  }
  const from = (file) => JSON.stringify(path.join(contract, file));

  it('contains every call without zod', async () => {
    const files = [...readFileSync(path.join(contract, 'contract-calls.ts'), 'utf8').matchAll(/from '\.\/(.+)\.js'/g)];
    const calls = files.map(([, name]) => name).filter((name) => name !== 'call');
    expect(calls.length).toBeGreaterThan(5);
    const names = calls.flatMap((name) =>
      [...readFileSync(path.join(contract, `${name}.ts`), 'utf8').matchAll(/export const (\w+) = defineCall\(/g)].map(
        ([, call]) => ({ name, call }),
      ),
    );
    const text = await bundled(
      `${names.map(({ name, call }, at) => `import { ${call} as c${at} } from ${from(`${name}.ts`)};`).join('\n')}
       globalThis.calls = [${names.map((_, at) => `c${at}`).join()}];`,
    );
    expect(text).toContain('shouts.create');
    expect(text).not.toContain('invalid_type');
    expect(text.length / names.length).toBeLessThan(150);
  });

  it('contains a schema that a form imports, with zod', async () => {
    const text = await bundled(`import { loginForm } from ${from('account.ts')}; globalThis.form = loginForm;`);
    expect(text).toContain('invalid_type');
    expect(text).not.toContain('/users/logout');
  });
});
