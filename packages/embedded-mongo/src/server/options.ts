import { CommandError, type ErrorName, notImplemented } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';

const CHECKS = {
  object: isDocument,
  array: Array.isArray,
  string: (value: unknown) => typeof value === 'string',
  bool: (value: unknown) => typeof value === 'boolean' || typeof value === 'number',
  whole: (value: unknown) => Number.isSafeInteger(Number(value)) && typeof value !== 'string' && !isDocument(value),
  any: () => true,
};

type OptionType = keyof typeof CHECKS;

/**
 * The options of a command or statement: their names, separated by spaces, by the type of their values. `whole` is a number
 * that is not negative, `any` is looked at by the command. Whatever is not listed is refused.
 */
export type Options = Partial<Record<OptionType, string>>;

/** Options by their names. */
export type OptionTable = ReadonlyMap<string, OptionType>;

export function optionTable(options: Options): OptionTable {
  const entries = Object.entries(options) as [OptionType, string][];
  return new Map(entries.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));
}

/** What MongoDB has, anywhere, and this server has not, so that the answer does not call it unknown. */
const NOT_DONE = optionTable({
  any: 'apiVersion apiStrict apiDeprecationErrors atClusterTime awaitData bits c capped changeStreamPreAndPostImages clustered clusteredIndex collation constants default_language encryptedFields exchange expireAfterSeconds explain freeStorage hidden indexOptionDefaults language_override let max min noCursorTimeout oplogReplay pipeline prepareUnique returnKey showRecordId size storageEngine tailable textIndexVersion 2dsphereIndexVersion timeseries validationAction validationLevel validator viewOn weights wildcardProjection',
});

/**
 * Holds what is given to what is known.
 *
 * @param what the command or statement, for messages
 * @param unknown how an unknown option is refused
 * @throws CommandError IDLUnknownField, NotImplemented, TypeMismatch, BadValue
 */
export function checkOptions(
  what: string,
  table: OptionTable,
  given: Doc,
  unknown: ErrorName = 'IDLUnknownField',
): void {
  for (const [name, value] of Object.entries(given)) {
    const type = table.get(name);
    const isNothing = value === undefined || value === null;
    if (type === undefined && NOT_DONE.has(name)) {
      if (!isNothing && value !== false) throw notImplemented(`the option '${name}' of ${what}`);
    } else if (type === undefined) {
      throw new CommandError(unknown, `BSON field '${what}.${name}' is an unknown field.`);
    } else if (!isNothing && !CHECKS[type](value)) {
      throw new CommandError('TypeMismatch', `BSON field '${what}.${name}' is the wrong type, expected type '${type}'`);
    } else if (type === 'whole' && Number(value) < 0) {
      throw new CommandError('BadValue', `BSON field '${name}' value must be >= 0, actual value '${Number(value)}'`);
    }
  }
}

/** A document option, `{}` when absent. */
export const documentOption = (given: Doc, name: string): Doc => (given[name] ?? {}) as Doc;

/** A whole number option. */
export const numberOption = (given: Doc, name: string): number | undefined =>
  given[name] === undefined || given[name] === null ? undefined : Number(given[name]);

/** A boolean option. */
export const flag = (given: Doc, name: string, otherwise = false): boolean => Boolean(given[name] ?? otherwise);
