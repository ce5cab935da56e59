import { readOptions } from './options.mjs';
import { registryInUse, releasedModule } from './registry-options.mjs';

const usage = `npm run list -- [mfe] [--json]    lists the releases in the registry with their channels, the newest first`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { json: { type: 'boolean' } }, usage, true);
  const only = positionals.length > 0 ? releasedModule(positionals) : undefined;
  const { releasesOf } = await import('@paddock/build/rspack/registry.mjs');
  const releases = (await releasesOf(registryInUse())).filter(({ id }) => only === undefined || id === only);
  if (values.json) return console.log(JSON.stringify(releases, null, 2));
  for (const { id, version, released, channels, former } of releases) {
    const names = [...channels, ...former.map((channel) => `${channel} before`)];
    console.log(
      [released.toISOString().slice(0, 16).replace('T', ' '), id, version, names.join(', ')].join('  ').trimEnd(),
    );
  }
}
