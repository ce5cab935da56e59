import { parseArgs } from 'node:util';
import { Failure } from './failure.mjs';

/**
 * Reads a command's options; an unknown or incomplete one is a sentence, and `--help` prints the usage and ends.
 * @param {string[]} args
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options
 * @param {string} usage
 */
export function readOptions(args, options, usage, allowPositionals = false) {
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
