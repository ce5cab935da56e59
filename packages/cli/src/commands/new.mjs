import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.mjs';
import { install } from '../install/install.mjs';
import { readOptions } from '../options.mjs';
import { root } from '../paths.mjs';
import { askTitle, fillTemplate, refuseTitles, sameTitle, tabIdOf, titleOf } from '../templates.mjs';

const usage = `npm run new -- <mfe> [options]    makes a tab: its module, service, contract file, tests and journey, and deploys it

  <mfe>              its folder, such as mfe-timing; the tab's id is the name after mfe-
  --title TEXT       the tab's title (default: from its id)
  --title-ar TEXT    its Arabic title; asked for at a terminal, else the English one
  --community NAME   the community that gets the tab (default motorsport)`;

const templates = fileURLToPath(new URL('../../templates/tab', import.meta.url));

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(
    args,
    { title: { type: 'string' }, 'title-ar': { type: 'string' }, community: { type: 'string' } },
    usage,
    true,
  );
  const id = tabIdOf(positionals);
  const titleAr = values['title-ar'] ?? (await askTitle(values.title ?? titleOf(id)));
  await install(root);
  const { title, community } = values;
  const written = await makeTab({ workspace: root, id, title, titleAr, community });
  console.log(`${written.map((file) => `  ${file}`).join('\n')}

npm start shows the tab; npm run dev -- mfe-${id} reloads its screen at each save.`);
  if (!titleAr) console.log(sameTitle);
}

/**
 * Writes the files of a new tab and adds it to a deployment.
 * @param {{ workspace: string, id: string, title?: string, titleAr?: string, community?: string }} options
 * @returns {Promise<string[]>} the written files, below the workspace
 */
export async function makeTab({ workspace, id, title = titleOf(id), titleAr = title, community = 'motorsport' }) {
  if ((await reservedIds(workspace)).includes(id)) throw new Failure(`The name '${id}' is taken: choose another.`);
  refuseTitles([title, titleAr]);
  const deployment = join(workspace, 'deployments', `${community}.json`);
  if (!existsSync(deployment)) throw new Failure(`There is no deployments/${community}.json.`);
  const names = { id, title, titleAr, community, Name: titleOf(id).replaceAll(' ', '') };
  const files = await fillTemplate(templates, names);
  const present = files.find(({ file }) => existsSync(join(workspace, file)));
  if (present) throw new Failure(`${present.file} exists already.`);
  for (const { file, text } of files) {
    const target = join(workspace, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await formatted(text, target));
  }
  const text = await readFile(deployment, 'utf8');
  await writeFile(deployment, await formatted(withTab(text, id), deployment));
  await lock(workspace, `mfe-${id}`);
  return [...files.map(({ file }) => file), `deployments/${community}.json`, 'package-lock.json'].sort();
}

/** Ids that have another meaning: tabs of the specification, pages of the shell, folders of the services. */
async function reservedIds(workspace) {
  // As text, because the command builds nothing.
  const source = await readFile(join(workspace, 'packages/contract/src/core/tabs.ts'), 'utf8');
  const named = [...source.matchAll(/^ {2}'([a-z]+)',$/gm)].map(([, name]) => name);
  const services = join(workspace, 'services/src');
  const folders = await Promise.all([services, join(services, 'content')].map((folder) => readdir(folder)));
  return [...named, 'diagnostics', ...folders.flat()];
}

/** @param {string} text @param {string} filepath */
async function formatted(text, filepath) {
  const prettier = await import('prettier');
  return prettier.format(text, { ...(await prettier.resolveConfig(join(root, 'package.json'))), filepath });
}

/** A deployment file with one more tab. Its lines stay as they are, unless their layout is unusual. */
function withTab(text, id) {
  const config = JSON.parse(text);
  const wanted = {
    ...config,
    tabs: [...(config.tabs ?? []), id],
    modules: { ...config.modules, [`mfe-${id}`]: 'stable' },
  };
  const edited = text
    .replace(/^( {2}"tabs": \[(?:[^\]]|\](?=[^\n]*[\]}]))*?)(\s*\],?)$/m, `$1, "${id}"$2`)
    .replace(/^( {2}"modules": \{[^}]*?)(\s*\},?)$/m, `$1, "mfe-${id}": "stable"$2`);
  const isWanted = () => JSON.stringify(JSON.parse(edited)) === JSON.stringify(wanted);
  try {
    if (isWanted()) return edited;
  } catch {
    // Not JSON: the file is laid out in another way.
  }
  return JSON.stringify(wanted, null, 2);
}

/** Adds a workspace to the lock file as `npm install` does, without a request: it brings no packages of its own. */
async function lock(workspace, dir) {
  const file = join(workspace, 'package-lock.json');
  const content = JSON.parse(await readFile(file, 'utf8'));
  const { name, version, dependencies, devDependencies } = JSON.parse(
    await readFile(join(workspace, dir, 'package.json'), 'utf8'),
  );
  const packages = {
    ...content.packages,
    [dir]: { name, version, dependencies, devDependencies },
    [`node_modules/${name}`]: { resolved: dir, link: true },
  };
  content.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
