import { readOptions } from '../options.mjs';
import { dataFolder } from '../paths.mjs';
import { dataOption, dataUsage, provenReleases, verdicts } from './proven-releases.mjs';
import { rolloutFigures, rolloutVerdicts } from './rollout-figures.mjs';
import { reportSpoilt, registryInUse, releasedModule } from './registry-options.mjs';

const usage = `npm run list -- [mfe] [--data DIR] [--json]    lists the releases in the registry, the newest first

  ${dataUsage}
  --json      prints them as JSON

Each line has: when it was released, module, version, channels and rollouts, who moved them there and when,
recalled if a rollback left it, by whom and from which commit it was released, and what members' windows reported of it: proven, or failing
if it failed within the last day.`;

/** @param {string[]} args */
export async function run(args) {
  const { values, positionals } = readOptions(args, { ...dataOption, json: { type: 'boolean' } }, usage, true);
  const only = positionals.length > 0 ? releasedModule(positionals) : undefined;
  const { releasesOf } = await import('@paddock/build/rspack/release/registry.mjs');
  const { releases, spoilt } = await releasesOf(registryInUse());
  const proven = (await provenReleases(dataFolder(values.data))) ?? [];
  const rollouts = await rolloutFigures(dataFolder(values.data));
  const shown = releases
    .filter(({ id }) => only === undefined || id === only)
    .map((release) => ({ ...release, reports: [...verdicts(proven, release), ...rolloutVerdicts(rollouts, release)] }));
  reportSpoilt(spoilt);
  if (values.json) return console.log(JSON.stringify(shown, null, 2));
  for (const { id, version, released, by, commit, channels, former, recalled, rollouts, moved, reports } of shown) {
    const names = channels.map((channel) => {
      const move = moved[channel];
      return move ? `${channel} (${move.by}, ${minute(new Date(move.at))})` : channel;
    });
    const parts = Object.entries(rollouts).map(([channel, percent]) => `${percent} % of ${channel}`);
    const before = former.map((channel) => `${channel} before`);
    const places = [...names, ...parts, ...before, ...(recalled ? ['recalled'] : [])].join(', ');
    const origin = by && `released by ${by}${commit ? ` from ${commit}` : ''}`;
    console.log(
      [minute(released), id, version, places, origin, ...reports]
        .filter((part) => part !== undefined)
        .join('  ')
        .trimEnd(),
    );
  }
}

/** @param {Date} time */
const minute = (time) => time.toISOString().slice(0, 16).replace('T', ' ');
