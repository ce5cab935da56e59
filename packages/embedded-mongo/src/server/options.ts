import { CommandError, notImplemented } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';

const CHECKS = {
  object: isDocument,
  array: Array.isArray,
  string: (value: unknown) => typeof value === 'string',
  bool: (value: unknown) => typeof value === 'boolean' || typeof value === 'number',
  whole: (value: unknown) => Number.isSafeInteger(Number(value)) && typeof value !== 'string' && !isDocument(value),
  any: () => true,
};

/**
 * The options of a command or statement: their names, separated by spaces, by the type of their values. `whole` is a number
 * that is not negative, `any` is looked at by the command. `refused` are those that MongoDB has and this server refuses when
 * they ask for something.
 */
export type Options = Partial<Record<keyof typeof CHECKS | 'refused', string>>;

const tables = new WeakMap<Options, Map<string, keyof typeof CHECKS | 'refused'>>();

function tableOf(options: Options): Map<string, keyof typeof CHECKS | 'refused'> {
  let table = tables.get(options);
  if (table === undefined) {
    const entries = Object.entries(options) as [keyof typeof CHECKS | 'refused', string][];
    table = new Map(entries.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));
    tables.set(options, table);
  }
  return table;
}

/** How a refusal of an unknown option is answered, where it is not by 40415. */
export type UnknownOption = (name: string) => CommandError;

/**
 * Holds what is given to what is known.
 *
 * @param what the command or statement, for messages
 * @throws CommandError IDLUnknownField, NotImplemented, TypeMismatch, BadValue
 */
export function checkOptions(what: string, options: Options, given: Doc, unknown?: UnknownOption): void {
  const table = tableOf(options);
  for (const [name, value] of Object.entries(given)) {
    const type = table.get(name);
    if (type === undefined) {
      throw unknown?.(name) ?? new CommandError('IDLUnknownField', `BSON field '${what}.${name}' is an unknown field.`);
    }
    if (value === undefined || value === null) continue;
    if (type === 'refused') {
      if (value !== false) throw notImplemented(`the option '${name}' of ${what}`);
    } else if (!CHECKS[type](value)) {
      throw new CommandError('TypeMismatch', `BSON field '${what}.${name}' is the wrong type, expected type '${type}'`);
    } else if (type === 'whole' && Number(value) < 0) {
      throw new CommandError('BadValue', `BSON field '${name}' value must be >= 0, actual value '${Number(value)}'`);
    }
  }
}

/** A document option, `{}` when absent. */
export const documentOption = (given: Doc, name: string): Doc => (given[name] as Doc | null | undefined) ?? {};

/** A whole number option. */
export const numberOption = (given: Doc, name: string): number | undefined =>
  given[name] === undefined || given[name] === null ? undefined : Number(given[name]);

/** A boolean option. */
export const flag = (given: Doc, name: string, otherwise = false): boolean =>
  given[name] === undefined || given[name] === null ? otherwise : Boolean(given[name]);
