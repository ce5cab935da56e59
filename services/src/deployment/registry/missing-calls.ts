import { allCalls } from '../../infrastructure/calls/all-calls.js';

/** A parameter's name is no part of a request. */
const address = (call: string) => call.replaceAll(/\{\w+\}/g, '{}');

const known: ReadonlySet<string> = new Set(allCalls.map(({ method, path }) => address(`${method} ${path}`)));

/** The calls of a release, such as `GET /people/{id}`, that these services do not have. */
export const missingCalls = (calls: readonly string[] = []): string[] =>
  calls.filter((call) => !known.has(address(call)));

/** A release makes calls that these services do not have. */
export class MissingCalls extends Error {
  constructor(
    id: string,
    readonly version: string,
    readonly calls: readonly string[],
  ) {
    super(`${id} ${version} makes calls that these services do not have: ${calls.join(', ')}`);
  }
}
