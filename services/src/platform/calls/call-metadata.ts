import type { Call } from '@paddock/contract/call';
import { z } from 'zod';

/** Where `@Answers` keeps a handler's calls. */
export const CALL = Symbol('call');

/**
 * Which of the calls that share a route a request means (`PUT users/{id}` changes a password with its verb, settings without): the one
 * whose literal `verb` it gives, else the first without a verb that declares all its fields, else the last.
 */
export function callMeant(calls: readonly Call[], fields: Readonly<Record<string, unknown>>): Call {
  const verbOf = ({ input }: Call) => (input.shape as Record<string, z.core.$ZodType>)['verb'];
  const declares = ({ input }: Call) => Object.keys(fields).every((name) => name in input.shape);
  return (
    calls.find((call) => {
      const verb = verbOf(call);
      return verb instanceof z.ZodLiteral && verb.values.has(fields['verb'] as string);
    }) ??
    calls.find((call) => !(verbOf(call) instanceof z.ZodLiteral) && declares(call)) ??
    calls.at(-1)!
  );
}
