import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { baseConfig, runBuild } from './base-config.mjs';
import { root } from './places.mjs';
import { addressesOnly } from './call-addresses-loader.mjs';

describe(addressesOnly.name, () => {
  it('keeps the parts of a call that a browser sends', () =>
    expect(
      addressesOnly(
        `export const post = defineCall({ name: 'x.post', method: 'POST', path: '/x/{id}', summary: 's', input: { id }, reply: done, permission: 'x', errors: ['A'], idempotent: true, files: { field: 'file', maxBytes: 1 } });`,
      ),
    ).toBe(
      `export const post = { name: 'x.post', method: 'POST', path: '/x/{id}', permission: 'x', idempotent: true, files: { field: 'file', maxBytes: 1 } };`,
    ));

  it('marks load-time values pure and leaves functions and data unchanged', () =>
    expect(
      addressesOnly('const a = z.object({ b: z.string() });\nconst f = () => z.string();\nconst d = [1, 2] as const;'),
    ).toBe(
      'const a = /*#__PURE__*/ (() => (z.object({ b: z.string() })))();\nconst f = () => z.string();\nconst d = [1, 2] as const;',
    ));

  const remove = (input) =>
    `export const remove = defineCall({ name: 'x.remove', method: 'DELETE', path: '/x/{id}', input: ${input} });`;

  it.each([
    ['{ id, password: secret(z.string()).optional(), why: z.string() }', ''],
    ['{ id, password }', 'const password = secret(z.string()).optional();\n'],
    ['{ id, ...proof }', 'const proof = { password: secret(z.string()) };\n'],
    ['proof', 'const code = secret(z.string());\nconst proof = { password: code };\n'],
  ])('keeps which fields of the DELETE %s are secret', (input, before) =>
    expect(addressesOnly(before + remove(input))).toContain(`path: '/x/{id}', inBody: ["password"] };`),
  );

  it('finds a secret that another file of the contract exports', () =>
    expect(
      addressesOnly(`import { proof } from './proof.js';\n${remove('{ proof }')}`, '/contract/x.ts', (file) =>
        file === '/contract/proof.ts' ? 'export const proof = secret(z.string());' : '',
      ),
    ).toContain('inBody: ["proof"]'));

  it('keeps nothing of a DELETE without secrets', () =>
    expect(addressesOnly(remove('{ id, why: z.string() }'))).not.toContain('inBody'));

  it.each([
    ['{ token: secret(z.string()) }', "method: 'GET', path: '/x'"],
    ['{ token: secret(z.string()) }', "method: 'DELETE', path: '/x/{token}'"],
  ])('refuses the input %s of a call with %s: the secret would be in an address', (input, address) =>
    expect(() => addressesOnly(`const call = defineCall({ name: 'x.y', ${address}, input: ${input} });`)).toThrow(
      "'token' is secret",
    ),
  );

  it.each(['inputOf(call)', '{ ...inputOf(call) }', '{ [name]: z.string() }'])(
    'refuses a DELETE with the input %s, where it cannot tell what is secret',
    (input) => expect(() => addressesOnly(remove(input))).toThrow('cannot tell'),
  );

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

  async function bundled(code, options) {
    const outDir = path.join(dir, String(Math.random()));
    const given = { dir: contract, outDir, mode: 'production', uniqueName: 'x', publicPath: '', ...options };
    const config = baseConfig(given);
    await runBuild({ ...config, entry: { x: `data:text/javascript,${encodeURIComponent(code)}` } });
    const assets = path.join(outDir, 'assets');
    return (await Promise.all((await readdir(assets)).map((name) => readFile(path.join(assets, name), 'utf8')))).join();
  }
  const from = (file) => JSON.stringify(path.join(contract, file));

  function everyCall() {
    const names = readdirSync(path.join(contract, 'calls'))
      .filter((name) => !name.includes('.spec.'))
      .map((name) => path.parse(name).name);
    expect(names.length).toBeGreaterThan(5);
    const calls = names.flatMap((name) =>
      [
        ...readFileSync(path.join(contract, `calls/${name}.ts`), 'utf8').matchAll(/export const (\w+) = defineCall\(/g),
      ].map(([, call]) => ({ name, call })),
    );
    const code = `${calls.map(({ name, call }, at) => `import { ${call} as c${at} } from ${from(`calls/${name}.ts`)};`).join('\n')}
       globalThis.calls = [${calls.map((_, at) => `c${at}`).join()}];`;
    return { count: calls.length, code };
  }

  it('has every call without zod', async () => {
    const { count, code } = everyCall();
    const text = await bundled(code);
    expect(text).toContain('shouts.create');
    expect(text).not.toContain('invalid_type');
    expect(text.length / count).toBeLessThan(150);
  });

  it('has of every GET and DELETE the secrets that its schemas mark', async () => {
    const { code } = everyCall();
    const inBodyOf = async (options) => {
      const context = { URL };
      runInNewContext(await bundled(code, options), context);
      return context.calls
        .filter(({ method }) => method === 'GET' || method === 'DELETE')
        .map(({ name, inBody = [] }) => `${name}: ${inBody.join()}`);
    };
    const sent = await inBodyOf();
    expect(sent).toEqual(await inBodyOf({ wholeCalls: true }));
    expect(sent).toContain('account.delete: password');
  });

  it('contains a schema that a form imports, with zod', async () => {
    const text = await bundled(`import { loginForm } from ${from('calls/account.ts')}; globalThis.form = loginForm;`);
    expect(text).toContain('invalid_type');
    expect(text).not.toContain('/users/logout');
  });
});
