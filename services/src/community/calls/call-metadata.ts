import type { Call } from '@paddock/contract/core/call';

/** Metadata key of a handler's calls, set by `@Answers`. */
export const CALL = Symbol('call');

/**
 * Selects the requested call among those that share a route (`PUT users/{id}` changes a password with a verb, settings
 * without): with a `verb` the one that declares it, else the first without a verb that declares all fields, else the last.
 */
export function callMeant(calls: readonly Call[], fields: Readonly<Record<string, unknown>>): Call {
  const declares = ({ input }: Call) => Object.keys(fields).every((name) => name in input.shape);
  const hasVerb = 'verb' in fields;
  return (
    calls.find(({ input }) => hasVerb && 'verb' in input.shape) ??
    calls.find((call) => !('verb' in call.input.shape) && declares(call)) ??
    calls.at(-1)!
  );
}
