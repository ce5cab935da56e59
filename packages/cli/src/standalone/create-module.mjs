import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.mjs';
import { readOptions } from '../options.mjs';
import { askTitle, fillTemplate, refuseTitles, sameTitle, tabIdOf, titleOf } from '../templates.mjs';

const usage = `paddock create-module <mfe> [options]    writes a module with one screen, its texts and its tests into the current folder

  <mfe>              its folder, such as mfe-timing; the tab's id is the name after mfe-
  --title TEXT       the tab's title (default: from its id)
  --title-ar TEXT    its Arabic title; asked for at a terminal, else the English one
  --packages FOLDER  the folder with Paddock's packages (default: they come from npm's registry)`;

const templates = fileURLToPath(new URL('../../templates/module', import.meta.url));
const names = ['build', 'cli', 'contract', 'mfe-kit', 'ui'];

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(
    args,
    { title: { type: 'string' }, 'title-ar': { type: 'string' }, packages: { type: 'string' } },
    usage,
    true,
  );
  const id = tabIdOf(positionals);
  const title = values.title ?? titleOf(id);
  const titleAr = values['title-ar'] ?? (await askTitle(title));
  const folder = process.cwd();
  const written = await makeModule({ folder, id, title, titleAr: titleAr ?? title, packages: values.packages });
  console.log(`${written.map((file) => `  ${file}`).join('\n')}

npm install, then npm run dev -- --target ADDRESS shows the tab inside the Paddock at this address.`);
  if (!titleAr) console.log(sameTitle);
}

/**
 * Writes a repository with one module.
 * @param {{ folder: string, id: string, title: string, titleAr: string, packages?: string }} options `packages` is a folder of tarballs
 * @returns {Promise<string[]>} the written files, below the folder
 */
export async function makeModule({ folder, id, title, titleAr, packages }) {
  refuseTitles([title, titleAr]);
  const present = (await readdir(folder)).filter((name) => name !== '.git');
  if (present.length > 0) throw new Failure(`${folder} is not empty: it has ${present.slice(0, 3).join(', ')}.`);
  const versions = packages ? await tarballs(resolve(packages), folder) : await ranges();
  const files = await fillTemplate(templates, { ...versions, id, title, titleAr });
  for (const { file, text } of files) {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return files.map(({ file }) => file).sort();
}

/** The versions that this package was packed with. */
async function ranges() {
  const { version, peerDependencies = {} } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const all = { ...peerDependencies, '@paddock/cli': version };
  return Object.fromEntries(names.map((name) => [name, `^${all[`@paddock/${name}`]}`]));
}

/** @returns {Promise<Record<string, string>>} package → where npm finds it */
async function tarballs(packages, folder) {
  const present = await readdir(packages).catch(() => /** @type {string[]} */ ([]));
  return Object.fromEntries(
    names.map((name) => {
      const file = present.find((one) => new RegExp(`^paddock-${name}-\\d.*\\.tgz$`).test(one));
      if (!file) throw new Failure(`${packages} has no package of @paddock/${name}: npm run pack-kit writes them.`);
      return [name, `file:${relative(folder, join(packages, file)).replaceAll('\\', '/')}`];
    }),
  );
}
