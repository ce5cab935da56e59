import type { Call } from '@paddock/contract/core/call';

/** Metadata key of a handler's calls, set by `@Answers`. */
export const CALL = Symbol('call');

/**
 * Selects the requested call among those that share a route (`PUT users/{id}` changes a password with a verb, settings
 * without): with a `verb` the one that declares it, else of those without a verb the last one that declares the most fields.
 */
export function selectCall(calls: readonly Call[], fields: Readonly<Record<string, unknown>>): Call {
  const verbal = calls.find(({ input }) => 'verb' in fields && 'verb' in input.shape);
  if (verbal) return verbal;
  const declared = ({ input }: Call) => Object.keys(fields).filter((name) => Object.hasOwn(input.shape, name)).length;
  const plain = calls.filter(({ input }) => !('verb' in input.shape));
  return plain.toReversed().sort((a, b) => declared(b) - declared(a))[0] ?? calls.at(-1)!;
}
