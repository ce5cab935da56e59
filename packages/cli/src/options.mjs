import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

/**
 * Parses a command's options. Throws a {@link Failure} for an unknown or incomplete one; `--help` prints the usage and exits.
 * @param {string[]} args
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options
 * @param {string} usage
 */
export function readOptions(args, options, usage, allowPositionals = false) {
  refuseOptionsTakenByNpm(Object.keys(options));
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals,
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    return { values: /** @type {Record<string, any>} */ (values), positionals: /** @type {string[]} */ (positionals) };
  } catch (error) {
    const sentence = error.message
      .split(/\. |\n/, 1)
      .join('')
      .replace(/\.$/, '');
    throw new Failure(`${sentence}; --help lists the options.`);
  }
}

/**
 * Without a preceding `--`, npm treats an option as its own and does not pass it on, so that `--fresh` would be ignored.
 * @param {string[]} names
 */
function refuseOptionsTakenByNpm(names) {
  const { npm_lifecycle_event: script = 'start' } = process.env;
  const command = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  for (const name of names) {
    const value = process.env[`npm_config_${name.replace(/^no-/, '').replaceAll('-', '_')}`];
    // npm sets an empty value for --no-….
    if (value !== undefined && name.startsWith('no-') === (value === ''))
      throw new Failure(`npm took --${name} for itself: put options after two hyphens, as in ${command} -- --${name}.`);
  }
}

/**
 * @param {string | undefined} text
 * @param {number} fallback
 */
export function portOption(text, fallback) {
  if (text === undefined) return fallback;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535)
    throw new Failure(`--port takes a number from 0 (any free port) to 65535, not '${text}'.`);
  return port;
}
