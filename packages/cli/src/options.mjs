import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

/**
 * Reads a command's options; an unknown or incomplete one is a sentence, and `--help` prints the usage and ends.
 * @param {string[]} args
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options
 * @param {string} usage
 */
export function readOptions(args, options, usage, allowPositionals = false) {
  refuseWhatNpmKept(Object.keys(options));
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
    throw new Failure(`${sentence}; --help lists what there is.`);
  }
}

/**
 * npm takes an option without `--` before it for one of its own and runs the command without it, so `--fresh` would go unheard.
 * @param {string[]} names
 */
function refuseWhatNpmKept(names) {
  const { npm_lifecycle_event: script = 'start' } = process.env;
  const command = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
  for (const name of names)
    if (process.env[`npm_config_${name.replace(/^no-/, '').replaceAll('-', '_')}`] !== undefined)
      throw new Failure(
        `npm kept --${name} for itself: options come after two hyphens, as in ${command} -- --${name}.`,
      );
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
