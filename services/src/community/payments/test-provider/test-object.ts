import { randomBytes } from 'node:crypto';

/** An object of the provider, in the form of its API. */
export type TestObject = Record<string, unknown> & {
  id: string;
  object: string;
  /** Seconds. */
  created: number;
  metadata?: Readonly<Record<string, string>>;
};
/** The parameters of a request, as its form says them: all values are texts. */
export type Params = Readonly<Record<string, unknown>>;

export const newTestId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null;

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const isTrue = (value: unknown): boolean => value === 'true';
export const inner = (params: Params, name: string): Params => (isObject(params[name]) ? params[name] : {});
export const listOf = (value: unknown): Params[] => (isObject(value) ? Object.values(value).filter(isObject) : []);

/** The metadata of a request merged over the present ones; an empty text removes a key. */
export function metadataOf(params: Params, present: Readonly<Record<string, string>> = {}): Record<string, string> {
  const given = Object.entries(inner(params, 'metadata')) as [string, string][];
  return Object.fromEntries(
    Object.entries({ ...present, ...Object.fromEntries(given) }).filter(([, text]) => text !== ''),
  );
}

/** A refusal in the form of the API. It changes nothing. */
export class TestFault extends Error {
  constructor(
    readonly status: number,
    readonly error: Readonly<Record<string, unknown>> & { message: string },
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, details: Readonly<Record<string, unknown>> = {}) =>
  new TestFault(400, { type: 'invalid_request_error', message, ...details });

export const missingObject = (object: string, id: string) =>
  new TestFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param: 'id',
  });

/** @throws {TestFault} for a parameter that is no whole number, as the API says it */
export function integerOf(params: Params, name: string): number {
  const text = textOf(params[name]);
  if (text === undefined) throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  if (!/^-?\d+$/.test(text))
    throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name });
  return Number(text);
}
