import { cpSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { root } from '../config/places.mjs';
import { buildModule } from '../module/build-module.mjs';
import { releaseFaults, typeFaults } from './release-checks.mjs';

// Below the workspace, so that imports resolve.
const dir = path.join(root, 'var/test/release-checks/mfe-content');

beforeEach(async () => {
  await rm(dir, { recursive: true, force: true });
  cpSync(path.join(root, 'mfe-content'), dir, { recursive: true, filter: (file) => !file.includes('node_modules') });
});
afterAll(() => rm(path.dirname(dir), { recursive: true, force: true }));

async function change(file, from, to) {
  const text = await readFile(path.join(dir, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(path.join(dir, file), text.replace(from, to));
}

describe(releaseFaults.name, () => {
  it('finds nothing in a module as it is, and leaves tests out, which are no part of the release', async () => {
    await writeFile(path.join(dir, 'src/wrong.test.ts'), "export const wrong: number = 'text';");
    expect(await releaseFaults(dir)).toEqual([]);
  });

  it('names type errors, undefined names, missing texts and unknown icons with file and line', async () => {
    await change(
      'src/index.ts',
      'export default',
      "const wrong: number = 'text';\nconsole.log(wrong, undeclared);\nexport default",
    );
    await change('src/home/home.tsx', "t('home.title')", "t('home.no_such_text')");
    await change('manifest.ts', "icon: 'house'", "icon: 'hause'");
    const faults = await releaseFaults(dir);
    for (const expected of [
      /^mfe-content\/src\/index\.ts:\d+: TS2322: /,
      /^mfe-content\/src\/index\.ts:\d+: TS2304: Cannot find name 'undeclared'/,
      /^mfe-content\/src\/home\/home\.tsx:\d+: .*home\.no_such_text/,
      /^mfe-content\/manifest\.ts:\d+: lucide has no icon 'hause'$/,
    ])
      expect(faults).toContainEqual(expect.stringMatching(expected));
  });

  it('refuses the release when the compiler is missing', async () => {
    const missing = path.join(dir, 'no-compiler');
    const [fault, ...others] = await releaseFaults(dir, missing);
    expect(fault).toMatch(/^the types are not checked: the compiler ended with 1 and named no fault\n/);
    expect(fault).toContain(`Cannot find module '${missing}'`);
    expect(others).toEqual([]);
  });
});

describe(typeFaults.name, () => {
  it('names a type error until it is mended', async () => {
    const [good, bad] = ["export const ends = 'text';", 'export const ends = 1;'];
    const use = "import { ends } from './ends';\nexport const text: string = ends;\n";
    await writeFile(path.join(dir, 'src/uses-ends.ts'), use);
    const typeErrors = async (content) => {
      await writeFile(path.join(dir, 'src/ends.ts'), content);
      return typeFaults(dir);
    };
    const fault = expect.stringMatching(/^mfe-content\/src\/uses-ends\.ts:2: TS2322: /);
    expect(await typeErrors(bad)).toEqual([fault]);
    expect(await typeErrors(bad)).toEqual([fault]);
    expect(await typeErrors(good)).toEqual([]);
    expect(await typeErrors(bad)).toEqual([fault]);
  });

  const withCompiler = async (script) => {
    const compiler = path.join(dir, 'compiler.cjs');
    await writeFile(compiler, script);
    return typeFaults(dir, compiler);
  };
  it.each([
    [
      'exits without a word',
      'process.exit(2)',
      /^the types are not checked: the compiler ended with 2 and named no fault$/,
    ],
    ['is stopped', "process.kill(process.pid, 'SIGKILL')", /with SIGKILL and named no fault$/],
    ['throws', "throw new Error('no checker for this machine')", /with 1 and named [^]*no checker for this machine/],
    [
      'rejects its options',
      "console.log('error TS5023: Unknown'); process.exit(1)",
      /with 1 and named no fault\nerror TS5023/,
    ],
  ])('refuses the release when the compiler %s', async (_, script, reason) =>
    expect(await withCompiler(script)).toEqual([expect.stringMatching(reason)]),
  );

  it('names a mistake in a contract file that the module uses, and none in another', async () => {
    const mistake = (file) => `console.log("packages/contract/src/${file}(7,3): error TS2322: wrong"); process.exit(2)`;
    expect(await withCompiler(mistake('calls/group-links.ts'))).toEqual([]);
    for (const used of ['calls/classifieds.ts', 'core/manifest.ts'])
      expect(await withCompiler(mistake(used))).toEqual([
        expect.stringMatching(new RegExp(`packages/contract/src/${used}:7: TS2322: wrong$`)),
      ]);
  });

  it('names the faults of a compiler that then crashes', async () => {
    const script = "console.log('src/a.ts(2,1): error TS2322: wrong'); process.stdout.write('', () => process.abort())";
    expect(await withCompiler(script)).toEqual([expect.stringMatching(/a\.ts:2: TS2322: wrong$/)]);
  });
});

describe(buildModule.name, () => {
  it('refuses a second React', async () => {
    // A module without screens, which would be bundled before the refusal.
    await rm(path.join(dir, 'src'), { recursive: true });
    await mkdir(path.join(dir, 'src'));
    await writeFile(
      path.join(dir, 'manifest.ts'),
      `import { defineManifest } from '@paddock/contract/core/manifest';
      const title = { en: 'Content', ar: 'المحتوى' };
      export const manifest = defineManifest({ id: 'mfe-content', title, contract: '^1.0.0', budget_kb: 5 });`,
    );
    await writeFile(
      path.join(dir, 'src/index.ts'),
      `import '../../../../../node_modules/react/index.js';
      import { defineMfe } from '@paddock/mfe-kit/define-mfe';
      import { manifest } from '../manifest';
      export default defineMfe({ manifest, screens: {}, messages: { en: {}, ar: async () => ({ default: {} }) } });`,
    );
    await expect(buildModule({ dir, outDir: path.join(path.dirname(dir), 'built'), version: '1.0.0' })).rejects.toThrow(
      /bundles a second React.*node_modules\/react/,
    );
  });
});
